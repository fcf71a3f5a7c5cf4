// Whether collectives that ran on CPUs are as fast as the links of their hosts allow.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/hosts/host_check.h"

namespace treering::app::measuring {

struct CheckHostsRequest {
  std::vector<std::string> files;  // results of treering measure; "-" is standard input
  std::string nic_rate;  // Gbit/s of the ranks' links as they should be, "10" or "10,3=25"
};

struct CheckHostsReport {
  std::string runner;
  std::string library;
  int ranks = 0;
  std::vector<double> gbit;  // by rank
  tuner::hosts::HostCheck check;
  std::vector<std::string> notes;

  /// Calls that are too few to judge the links by do not pass either.
  [[nodiscard]] bool is_passed() const {
    return check.outcome == tuner::hosts::Outcome::AsExpected;
  }
};

/// Fails where a file holds no results of CPUs, where results of several jobs meet, and where
/// ranks share a machine that was not shaped: they use no link.
core::Result<CheckHostsReport> answer(const CheckHostsRequest& request);

/// The outcome in a sentence or two.
std::string verdict_of(const CheckHostsReport& report);

}  // namespace treering::app::measuring
