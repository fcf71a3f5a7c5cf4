// What we decide beside what the real NCCL decided, value by value.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "sim/nccl/plan.h"
#include "tests/support/oracle_case.h"

namespace treering::testing {

/// What is compared, from the hardware to the kernel launch.
enum class Aspect { Graphs, Orders, Tuning, Costs, Choices, Schedules, Connections };
inline constexpr std::size_t kAspects = 7;
std::string_view name_of(Aspect aspect);

struct Tally {
  int compared = 0;
  std::vector<std::string> differences;  // a sentence each
};

struct Comparison {
  std::array<Tally, kAspects> tallies;

  Tally& of(Aspect aspect) { return tallies[static_cast<std::size_t>(aspect)]; }
  const Tally& of(Aspect aspect) const { return tallies[static_cast<std::size_t>(aspect)]; }
  bool is_equal() const;
};

/// Graphs: all that the search found for ring, tree, NVLS and CollNet but the order of devices.
/// Orders: GPUs and NETs of each searched channel; rings and trees over all ranks.
/// Tuning: each cell as NCCL prints it (0.1) and, where recorded, to 1e-4; thread limits.
/// Costs: NCCL's time of each candidate of each call to 1e-6, and what is ruled out.
/// Choices: algorithm and protocol. Schedules: channels, threads, parts and chunks of each call
/// whose choice is equal. Connections take the machine as well: compare_connections()
/// (parity_connections.h).
Comparison compare(const OracleCase& recorded, const sim::nccl::Plan& ours);

}  // namespace treering::testing
