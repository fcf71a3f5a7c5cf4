// The `event` model: the call's schedule, event by event (sim/engine), on the links of its machines
// (sim/machine).
#include "sim/machine/outcome.h"
#include "sim/models/model_functions.h"

namespace treering::sim::models {

std::optional<Estimate> event_estimate(const TimeModel& model, const nccl::Plan& plan,
                                       const nccl::rules::Call& call, const Choice* choice) {
  if (plan.shape.ranks() < 2) return Estimate{};
  if (choice == nullptr || !model.links) return std::nullopt;
  const auto run = machine::run_of({plan, *model.links, *model.cost, call, choice->decision});
  if (run == nullptr) return std::nullopt;
  const auto known = model.cost->estimate(plan, cost::way_of(call, choice->decision));
  const engine::Outcome outcome = machine::outcome_of(*run, engine::Shortcuts{});
  if (!known || !outcome.stuck.empty()) return std::nullopt;
  const cost::Values& values = model.cost->parameters().values;
  Estimate estimate;
  estimate.time = core::Duration::from_us(call_us(*run, values, outcome.time_us));
  estimate.latency = core::Duration::from_us(call_us(*run, values, 0));
  // The same parameters are unknown in both models, and matter alike.
  if (known->interval) set_spread(estimate, spread_of(*known));
  estimate.shares = {{"submission and start of the kernel", estimate.latency},
                     {"messages", estimate.time - estimate.latency}};
  if (!model.bound) return estimate;
  return raised(std::move(estimate),
                model.bound->time(call.collective, core::Bytes::of(call.bytes)));
}

}  // namespace treering::sim::models
