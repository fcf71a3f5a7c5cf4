// The model of hosts beside measured collectives on CPUs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/hosts/records.h"
#include "core/result.h"
#include "tuner/hosts/host_scores.h"

namespace treering::app::hosts {

struct ValidateHostsRequest {
  HostRunsRequest runs;
  /// Judged as it is. Without one, each call is judged by a fit to other algorithms of these runs.
  std::optional<std::string> profile;
};

/// The calls of one kind.
struct HostGroup {
  std::string name;  // "all_reduce ring", "16 KiB"
  tuner::hosts::HostScore score;
};

struct ValidateHostsReport {
  std::string profile;  // its name; empty: fits to the other half
  std::vector<std::string> jobs;
  /// Those of them for which the profile has no fitted parameter: what is assumed judges them.
  std::vector<std::string> assumed_jobs;
  std::size_t fitted_rows = 0;  // of the rows, those that the profile was fitted to
  std::vector<tuner::hosts::ScoredCall> rows;
  tuner::hosts::HostScore all;
  std::vector<HostGroup> by_algorithm;
  std::vector<HostGroup> by_size;
  std::vector<std::string> left_out;
  std::vector<std::string> notes;
};

core::Result<ValidateHostsReport> answer(const ValidateHostsRequest& request);

/// "mpi-4": what the rows of a job are called in JSON.
std::string id_of(const sim::hosts::HostJob& job);

}  // namespace treering::app::hosts
