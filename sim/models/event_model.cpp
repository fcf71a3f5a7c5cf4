// The `event` model: the call's schedule, event by event (sim/engine), on the links of its machines
// (sim/machine).
#include <memory>
#include <utility>

#include "sim/algorithms/registry.h"
#include "sim/cost/price.h"
#include "sim/machine/call_run.h"
#include "sim/models/time_model.h"
#include "sim/nccl/call/call_schedule.h"

namespace treering::sim::models {
namespace {

// Each rank has a stream for each peer. More of them take too long for a table of sizes.
constexpr int kMostPairStreams = 100'000;

nccl::call::Decision decision_of(const nccl::Plan& plan, const core::Call& call,
                                 const Choice* choice) {
  if (choice != nullptr) return choice->decision;
  return nccl::call::pairs_decision(plan, call);
}

/// Null where there is none, or too much of it.
std::unique_ptr<machine::CallRun> run_of(const machine::CallInput& input, const Choice* choice) {
  if (choice != nullptr) return machine::run_of(input);
  auto schedule = nccl::call::make_schedule_by(*algorithms::find("p2p"), input.plan, input.call,
                                               input.decision);
  if (schedule == nullptr || schedule->streams() > kMostPairStreams) return nullptr;
  return machine::run_of(input, std::move(schedule));
}

}  // namespace

std::optional<Estimate> event_estimate(const TimeModel& model, const nccl::Plan& plan,
                                       const core::Call& call, const Choice* choice) {
  if (plan.shape.ranks() < 2) return Estimate{};
  if (!model.links) return std::nullopt;
  const nccl::call::Decision decision = decision_of(plan, call, choice);
  const auto run = run_of({plan, *model.links, *model.cost, call, decision}, choice);
  if (run == nullptr) return std::nullopt;
  const auto known = model.cost->estimate(plan, cost::priced_as(call, decision));
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
