#include "tests/support/schedule_cases.h"

namespace treering::testing {

using sim::schedule::ChannelWork;
using sim::schedule::Contract;
using sim::schedule::Goal;

std::vector<Goal> all_goals() {
  std::vector<Goal> goals;
  for (int i = 0; i <= static_cast<int>(Goal::Barrier); ++i) goals.push_back(static_cast<Goal>(i));
  return goals;
}

Contract contract_for(Goal goal, int ranks, std::uint64_t bytes) {
  return {goal, ranks, goal == Goal::Barrier ? 1 : bytes, ranks / 2};
}

std::vector<ChannelWork> two_channels(const Contract& contract) {
  const std::uint64_t half = contract.block_bytes / 2;
  return {{0, half, 48}, {half, contract.block_bytes - half, 100}};
}

}  // namespace treering::testing
