#include "app/simulation/ended.h"

#include <fmt/format.h>

#include "sim/timeline/critical_path.h"

namespace treering::app::simulation {

core::Result<void> check_ended(const sim::engine::Outcome& outcome,
                               const sim::schedule::Schedule& schedule) {
  if (outcome.stuck.empty()) return {};
  const auto first = schedule.stream(outcome.stuck.front());
  return core::bad_input(sim::timeline::agent_name(first.agent, schedule.contract().ranks),
                         fmt::format("waits for ever on channel {}, and {} streams with it",
                                     first.channel, outcome.stuck.size() - 1),
                         "expected a run that ends", "a schedule of your own may need more slots");
}

}  // namespace treering::app::simulation
