#include "sim/algorithms/served.h"

#include "sim/algorithms/schedule_query.h"

namespace treering::sim::algorithms {
namespace {

using schedule::Goal;

/// What is served does not depend on the number of ranks.
bool serves(const ScheduleFace& face, Goal goal) {
  constexpr int kRanks = 4;
  constexpr int kRanksPerNode = 2;
  const schedule::Contract contract{goal, kRanks, 1, 0};
  return face.serves != nullptr && face.serves({contract, {{0, 1, 1}}, kRanksPerNode});
}

}  // namespace

std::vector<std::string_view> served_by(const Entry& entry) {
  std::vector<std::string_view> names;
  if (entry.rules != nullptr) {
    for (const core::Collective collective : core::all_collectives()) {
      if (entry.rules->offers(collective)) names.push_back(core::name_of(collective));
    }
    return names;
  }
  for (int goal = 0; goal <= static_cast<int>(Goal::Barrier); ++goal) {
    const auto one = static_cast<Goal>(goal);
    if (serves(entry.schedule, one)) names.push_back(name_of(one));
  }
  return names;
}

}  // namespace treering::sim::algorithms
