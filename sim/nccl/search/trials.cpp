#include "sim/nccl/search/trials.h"

#include <utility>

namespace treering::sim::nccl::search {

Trials::Trials(const SearchSpace& search_space, const Layout& nothing)
    : space(search_space),
      attempts(search_space),
      limits(limits_of(search_space)),
      speeds(versions::search_speeds(search_space.constants, search_space.system.spans_nodes,
                                     search_space.system.min_compute_capability())),
      best(nothing),
      trial(nothing),
      all_steps(search_space.constants.all_steps) {}

bool Trials::search() {
  steps = trial.same_channels ? space.constants.steps_same_channels : space.constants.steps;
  all_steps -= steps;
  bool is_perfect = false;
  if (const auto known = attempts.end_of(trial)) {
    steps = known->steps_left;
    trial.hops = known->hops_left;
  } else {
    SearchOutcome outcome = search_channels(space, trial, std::move(best), steps);
    attempts.add(trial, outcome);
    best = std::move(outcome.best);
    steps = outcome.steps_left;
    trial.hops = outcome.hops_left;
    is_perfect = outcome.end == SearchEnd::Perfect;
  }
  return is_perfect || static_cast<float>(best.channels) * best.bw_inter >= limits.total;
}

}  // namespace treering::sim::nccl::search
