#include "tuner/doctor/loss.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/call.h"
#include "sim/alternatives.h"
#include "sim/carrier.h"
#include "sim/models/time_model.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/rules/call.h"
#include "tuner/models/call_model.h"

namespace treering::tuner::doctor {
namespace {

constexpr std::uint64_t kSmall = std::uint64_t{64} << 10U;
constexpr std::uint64_t kLarge = std::uint64_t{1} << 30U;

// The calls that training and inference spend their time in, at a size for latency and one for
// bandwidth.
constexpr std::array kCalls{core::Call{core::Collective::AllReduce, kLarge},
                            core::Call{core::Collective::AllReduce, kSmall},
                            core::Call{core::Collective::AllGather, kLarge},
                            core::Call{core::Collective::AllGather, kSmall},
                            core::Call{core::Collective::AllToAll, kLarge},
                            core::Call{core::Collective::AllToAll, kSmall}};

// Jobs of so many ranks are simulated in passing.
constexpr int kMostSimulated = 16;

/// NCCL's own choice by the event model.
std::optional<core::Duration> simulated(const sim::TimeModel& model, const sim::nccl::Plan& plan,
                                        const core::Call& call) {
  if (!sim::nccl::rules::is_tuned(call.collective)) {
    return sim::time_of(sim::models::event_estimate(model, plan, call, nullptr));
  }
  const auto decision = sim::nccl::call::choose(plan, call);
  if (!decision) return std::nullopt;
  const sim::nccl::call::Candidate candidate{decision->offer, true, decision->time_us, {}};
  const sim::models::Choice choice{candidate, *decision};
  return sim::time_of(sim::models::event_estimate(model, plan, call, &choice));
}

std::optional<core::Duration> priced(const std::vector<sim::Alternative>& ways,
                                     const core::Call& call) {
  const bool is_refused = ways.empty() && sim::nccl::rules::is_tuned(call.collective);
  if (is_refused) return core::Duration::from_us(std::numeric_limits<double>::infinity());
  const sim::Alternative* const choice = sim::nccl_choice(ways);
  return choice == nullptr ? std::nullopt : choice->time();
}

}  // namespace

bool LossMeter::Times::are_far_apart() const {
  return cost && event && sim::models::are_far_apart(*cost, *event);
}

std::vector<LossMeter::Times> LossMeter::times_of(const Condition& asked) const {
  std::vector<Times> times(kCalls.size());
  const Condition condition = with_used_adapters(asked);
  const std::string& carrier = condition.network.empty() ? network_ : condition.network;
  const core::Cluster cluster = sim::over_network(condition.cluster, carrier);
  const sim::nccl::Plan* const known = plans_->on(cluster.node, condition.job);
  if (known == nullptr) return times;
  const sim::nccl::Plan& plan = *known;
  sim::TimeModel model = models::cost_time_model(profile_, carrier, cluster, plan);
  const auto alternatives =
      sim::alternatives_of(plan, model, core::DataType::Float, core::ReduceOp::Sum);
  const bool is_small = plan.shape.ranks() <= kMostSimulated;
  if (is_small) model = sim::models::with_connections(std::move(model), cluster, plan);
  std::ranges::transform(kCalls, times.begin(), [&](const core::Call& call) {
    Times of_call{priced(alternatives(call.collective, call.bytes), call), std::nullopt};
    if (is_small) of_call.event = simulated(model, plan, call);
    return of_call;
  });
  return times;
}

const LossMeter::Timed& LossMeter::timed(const Condition& condition) {
  const auto found = std::ranges::find(known_, condition, &Timed::condition);
  if (found != known_.end()) return *found;
  known_.push_back({condition, times_of(condition)});
  return known_.back();
}

double LossMeter::most_by_either(const Comparison& comparison) {
  const auto as_is = timed(comparison.as_is).times;
  const auto& mended = timed(comparison.mended).times;
  double most = 0;
  for (std::size_t i = 0; i < kCalls.size(); ++i) {
    for (const auto model : {&Times::cost, &Times::event}) {
      const auto& slower = as_is[i].*model;
      const auto& faster = mended[i].*model;
      if (slower && faster && faster->in_us() > 0) most = std::max(most, *slower / *faster);
    }
  }
  return most > 0 ? most : std::numeric_limits<double>::infinity();
}

std::vector<Loss> LossMeter::losses(const Comparison& comparison) {
  const auto as_is = timed(comparison.as_is).times;
  const auto& mended = timed(comparison.mended).times;
  std::vector<Loss> losses;
  for (std::size_t i = 0; i < kCalls.size(); ++i) {
    // Both sides by one model: else a difference between the models would count as a loss.
    const bool is_far = as_is[i].are_far_apart() || mended[i].are_far_apart();
    const bool by_event = is_far && as_is[i].event && mended[i].event;
    const auto& slower = by_event ? as_is[i].event : as_is[i].cost;
    const auto& faster = by_event ? mended[i].event : mended[i].cost;
    if (!slower || !faster) continue;
    if (faster->in_us() <= 0 || std::isinf(faster->in_us())) continue;
    losses.push_back(
        {kCalls[i].collective, kCalls[i].bytes, comparison.as_is.job.nodes, *slower, *faster});
  }
  std::ranges::stable_sort(losses, std::greater<>(), &Loss::factor);
  return losses;
}

}  // namespace treering::tuner::doctor
