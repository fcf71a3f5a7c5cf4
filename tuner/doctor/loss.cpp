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

/// NCCL's own choice by the event model, where the job is small.
std::optional<core::Duration> simulated(const sim::TimeModel& model, const sim::nccl::Plan& plan,
                                        const core::Call& call) {
  if (plan.shape.ranks() > kMostSimulated) return std::nullopt;
  if (!sim::nccl::rules::is_tuned(call.collective)) {
    return sim::time_of(sim::models::event_estimate(model, plan, call, nullptr));
  }
  const auto decision = sim::nccl::call::choose(plan, call);
  if (!decision) return std::nullopt;
  const sim::nccl::call::Candidate candidate{decision->offer, true, decision->time_us, {}};
  const sim::models::Choice choice{candidate, *decision};
  return sim::time_of(sim::models::event_estimate(model, plan, call, &choice));
}

/// By the cost model, unless the event model is far from it.
std::optional<core::Duration> time_of(const sim::TimeModel& model, const sim::nccl::Plan& plan,
                                      const core::Call& call) {
  const auto ways =
      sim::alternatives_of(plan, model, call.type, call.op)(call.collective, call.bytes);
  const bool is_refused = ways.empty() && sim::nccl::rules::is_tuned(call.collective);
  if (is_refused) return core::Duration::from_us(std::numeric_limits<double>::infinity());
  const sim::Alternative* const choice = sim::nccl_choice(ways);
  const auto time = choice == nullptr ? std::nullopt : choice->time();
  if (!time) return time;
  const auto other = simulated(model, plan, call);
  return other && sim::models::are_far_apart(*time, *other) ? other : time;
}

/// `network`: what carries the traffic where the condition does not say.
std::vector<std::optional<core::Duration>> times_of(const Condition& asked,
                                                    const core::Profile& profile,
                                                    const std::string& network) {
  std::vector<std::optional<core::Duration>> times(kCalls.size());
  const Condition condition = with_used_adapters(asked);
  const std::string& carrier = condition.network.empty() ? network : condition.network;
  const core::Cluster cluster = sim::over_network(condition.cluster, carrier);
  if (sim::nccl::why_not(cluster.node, condition.job)) return times;
  const sim::nccl::Plan plan = sim::nccl::make_plan(cluster.node, condition.job);
  const sim::TimeModel model = sim::models::with_links(
      models::cost_time_model(profile, carrier, cluster, plan), cluster, plan);
  std::ranges::transform(kCalls, times.begin(),
                         [&](const core::Call& call) { return time_of(model, plan, call); });
  return times;
}

}  // namespace

const LossMeter::Timed& LossMeter::timed(const Condition& condition) {
  const auto found = std::ranges::find(known_, condition, &Timed::condition);
  if (found != known_.end()) return *found;
  known_.push_back({condition, times_of(condition, profile_, network_)});
  return known_.back();
}

std::vector<Loss> LossMeter::losses(const Comparison& comparison) {
  const auto as_is = timed(comparison.as_is).times;
  const auto& mended = timed(comparison.mended).times;
  std::vector<Loss> losses;
  for (std::size_t i = 0; i < kCalls.size(); ++i) {
    if (!as_is[i] || !mended[i]) continue;
    if (mended[i]->in_us() <= 0 || std::isinf(mended[i]->in_us())) continue;
    losses.push_back(
        {kCalls[i].collective, kCalls[i].bytes, comparison.as_is.job.nodes, *as_is[i], *mended[i]});
  }
  std::ranges::stable_sort(losses, std::greater<>(), &Loss::factor);
  return losses;
}

}  // namespace treering::tuner::doctor
