// The `cost` model: sim/cost, with nothing below the bound of the wires.
#include "sim/models/time_model.h"

namespace treering::sim::models {
namespace {

/// Whether the model says how long a call takes with as many channels as the plan gives it.
bool knows_channels(const TimeModel& model, const nccl::Plan& plan, const cost::PricedCall& carried,
                    const nccl::call::Candidate& candidate) {
  if (model.unlimited == nullptr || model.cost->prices_channels(plan, carried)) return true;
  return nccl::call::decision_for(*model.unlimited, carried.call, candidate).channels ==
         carried.channels;
}

}  // namespace

std::optional<Estimate> cost_estimate(const TimeModel& model, const nccl::Plan& plan,
                                      const core::Call& call, const Choice* choice) {
  const cost::PricedCall carried =
      choice == nullptr ? cost::PricedCall{.call = call} : cost::priced_as(call, choice->decision);
  if (choice != nullptr && !knows_channels(model, plan, carried, choice->candidate)) {
    return std::nullopt;
  }
  auto estimate = model.cost->estimate(plan, carried);
  if (!estimate || !model.bound) return estimate;
  return raised(*std::move(estimate),
                model.bound->time(call.collective, core::Bytes::of(call.bytes)));
}

}  // namespace treering::sim::models
