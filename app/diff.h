// How two machines that should be alike differ, and what that costs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/setup/guesses.h"
#include "core/result.h"
#include "core/topology/cluster.h"
#include "core/units.h"
#include "tuner/diff/compare.h"

namespace treering::app {

struct DiffRequest {
  std::array<std::string, 2> topologies;  // each a built-in name, a file, or "live"
};

/// One of the two.
struct DiffSide {
  std::string source;  // as given, fit to be shown
  core::Cluster cluster;
  std::optional<core::Duration> time;  // of the call below; nothing where no job can run
  std::vector<setup::Guess> guesses;   // on which the time rests
};

struct DiffReport {
  std::array<DiffSide, 2> sides;
  std::vector<tuner::diff::Difference> differences;
  bool is_alike = true;    // the same for a job
  bool is_certain = true;  // nothing that counts in a job is a guess on either side
  int nodes = 1;           // for the times: as many as both have, or 1 where their numbers differ
  std::vector<std::string> notes;
};

/// The call whose times are compared: all_reduce of 1 GiB.
inline constexpr std::uint64_t kDiffBytes = std::uint64_t{1} << 30U;

core::Result<DiffReport> answer(const DiffRequest& request);

}  // namespace treering::app
