// Measured collectives on CPUs to a profile of the model of hosts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/hosts/records.h"
#include "core/result.h"
#include "tuner/hosts/host_fit.h"
#include "tuner/hosts/host_scores.h"

namespace treering::app::hosts {

struct CalibrateHostsRequest {
  HostRunsRequest runs;
  std::optional<std::string> profile;  // the start of the fit; else what is assumed
};

struct CalibrateHostsReport {
  core::Profile profile;          // what differs from what is assumed
  std::vector<std::string> jobs;  // of the calls
  std::size_t calls = 0;
  std::vector<tuner::hosts::FittedParameter> parameters;
  tuner::hosts::HostScore before;  // by the start of the fit
  tuner::hosts::HostScore after;   // each call by a fit that has not seen its algorithm
  std::vector<std::string> left_out;
};

core::Result<CalibrateHostsReport> answer(const CalibrateHostsRequest& request);

}  // namespace treering::app::hosts
