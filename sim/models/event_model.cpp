// The `event` model: the call's schedule, event by event (sim/engine), on the links of its machines
// (sim/machine).
#include <algorithm>
#include <memory>
#include <utility>

#include "sim/cost/price.h"
#include "sim/machine/call_run.h"
#include "sim/models/time_model.h"
#include "sim/nccl/call/call_schedule.h"

namespace treering::sim::models {
namespace {

nccl::call::Decision decision_of(const TimeModel& model, const nccl::Plan& plan,
                                 const core::Call& call, const Choice* choice) {
  if (choice != nullptr) return choice->decision;
  return nccl::call::pairs_decision(plan, call, model.connections->pair_channels());
}

}  // namespace

TimeModel with_connections(TimeModel model, const core::Cluster& cluster, const nccl::Plan& plan) {
  model.links = std::make_shared<links::ClassLinks>(links::class_links(cluster, plan.job));
  model.connections = std::make_shared<nccl::connections::Connections>(cluster, plan);
  return model;
}

bool are_far_apart(core::Duration one, core::Duration other) {
  return std::max(one, other) > std::min(one, other) * (1 + kFarApart);
}

std::optional<Estimate> event_estimate(const TimeModel& model, const nccl::Plan& plan,
                                       const core::Call& call, const Choice* choice) {
  if (plan.shape.ranks() < 2) return Estimate{};
  if (!model.links || !model.connections) return std::nullopt;
  const nccl::call::Decision decision = decision_of(model, plan, call, choice);
  const machine::CallInput input{plan,        *model.links, *model.connections,
                                 *model.cost, call,         decision};
  const auto run = choice != nullptr ? machine::run_of(input) : machine::run_of_pairs(input);
  if (run == nullptr) return std::nullopt;
  const auto known = model.cost->estimate(plan, cost::priced_as(call, decision));
  const engine::Outcome outcome = machine::outcome_of(*run, engine::Shortcuts{});
  if (!known || !outcome.stuck.empty()) return std::nullopt;
  const cost::Values& values = model.cost->parameters().values;
  Estimate estimate;
  estimate.time =
      core::Duration::from_us(call_us(*run, values, machine::messages_in_a_row_us(*run, outcome)));
  estimate.latency = core::Duration::from_us(call_us(*run, values, 0));
  // The same parameters are unknown in both models, and matter alike.
  if (known->interval) estimate = as_sure_as(std::move(estimate), *known);
  estimate.shares = {{{"submission and start of the kernel"}, estimate.latency},
                     {{"messages"}, estimate.time - estimate.latency}};
  if (!model.bound) return estimate;
  return raised(std::move(estimate),
                model.bound->time(call.collective, core::Bytes::of(call.bytes)));
}

}  // namespace treering::sim::models
