// The `cost` model: sim/cost, with nothing below the bound of the wires.
#include "sim/models/model_functions.h"

namespace treering::sim::models {
namespace {

/// Whether the model says how long a call takes with as many channels as the plan gives it.
bool knows_channels(const TimeModel& model, const nccl::Plan& plan, const cost::Way& way,
                    const nccl::call::Candidate& candidate) {
  if (model.unlimited == nullptr || model.cost->prices_channels(plan, way)) return true;
  return nccl::call::decision_for(*model.unlimited, way.call, candidate).channels == way.channels;
}

}  // namespace

std::optional<Estimate> cost_estimate(const TimeModel& model, const nccl::Plan& plan,
                                      const core::Call& call, const Choice* choice) {
  const cost::Way way =
      choice == nullptr ? cost::Way{.call = call} : cost::way_of(call, choice->decision);
  if (choice != nullptr && !knows_channels(model, plan, way, choice->candidate)) {
    return std::nullopt;
  }
  auto estimate = model.cost->estimate(plan, way);
  if (!estimate || !model.bound) return estimate;
  return raised(*std::move(estimate),
                model.bound->time(call.collective, core::Bytes::of(call.bytes)));
}

}  // namespace treering::sim::models
