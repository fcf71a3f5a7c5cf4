#include "sim/nccl/call/choice.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/assert.h"
#include "sim/algorithms/registry.h"
#include "sim/nccl/call/work.h"
#include "sim/nccl/plan.h"

namespace treering::sim::nccl::call {
namespace {

const rules::AlgorithmRules& rules_of(const Candidate& candidate) {
  return algorithms::rules_of(candidate.offer.algorithm);
}

/// The only candidate of a single rank: a copy, to which NCCL gives no cost.
bool is_lone_copy(const Plan& plan, const Candidate& candidate) {
  return plan.shape.ranks() == 1 && candidate.offer.algorithm == Algorithm::Ring &&
         candidate.offer.protocol == Protocol::Simple;
}

/// Prices pairs for one call.
class Pricing {
 public:
  Pricing(const Plan& plan, const core::Call& call)
      : plan_(plan),
        comm_(view_of(plan)),
        call_(call),
        bytes_(rules::size_of(call, plan.shape.ranks()).model_bytes) {}

  /// Nothing where the plan rules the pair out, whatever the call's size.
  std::optional<Candidate> price_possible(Algorithm algorithm, Protocol protocol) const {
    const Candidate pair{{algorithm, protocol}};
    if (!is_lone_copy(plan_, pair) && !cell_of(pair).ruled_out.empty()) return std::nullopt;
    return price(algorithm, protocol);
  }

  Candidate price(Algorithm algorithm, Protocol protocol) const {
    Candidate candidate;
    candidate.offer.algorithm = algorithm;
    candidate.offer.protocol = protocol;
    if (is_lone_copy(plan_, candidate)) {
      candidate.available = true;
      return candidate;
    }
    candidate.ruled_out = cell_of(candidate).ruled_out;
    if (candidate.ruled_out.empty()) {
      candidate.ruled_out = rules_of(candidate).unusable(comm_, call_);
    }
    candidate.available = candidate.ruled_out.empty();
    if (candidate.available) candidate.time_us = cost(candidate).time_us;
    return candidate;
  }

  /// Makes Ring available as the fallback of calls that have no other algorithm, in versions with
  /// that fallback.
  void fall_back(Candidate& candidate) const {
    if (fallback_of(candidate) == nullptr || !rules_of(candidate).unusable(comm_, call_).empty()) {
      return;
    }
    candidate.available = true;
    candidate.ruled_out.clear();
    candidate.time_us = cost(candidate).time_us;
  }

  CallCost cost(const Candidate& candidate) const {
    const rules::CostQuery query{comm_, call_, candidate.offer.protocol, bytes_};
    return cost_of(query, rules_of(candidate), cell_of(candidate));
  }

  std::vector<CostTerm> terms(const Candidate& candidate) const {
    return terms_of(cost(candidate), cell_of(candidate), bytes_);
  }

 private:
  const tuning::TuningCell& cell_of(const Candidate& candidate) const {
    const tuning::TuningCell& own =
        plan_.tuning.cell(call_.collective, candidate.offer.algorithm, candidate.offer.protocol);
    const bool is_fallback = candidate.available && !own.ruled_out.empty();
    return is_fallback ? *fallback_of(candidate) : own;
  }

  const tuning::TuningCell* fallback_of(const Candidate& candidate) const {
    return plan_.tuning.fallback(call_.collective, candidate.offer.algorithm,
                                 candidate.offer.protocol);
  }

  const Plan& plan_;
  communicator::CommunicatorView comm_;
  const core::Call& call_;
  std::uint64_t bytes_;
};

}  // namespace

std::vector<Candidate> candidates(const Plan& plan, const core::Call& call) {
  const Pricing pricing(plan, call);
  std::vector<Candidate> all;
  all.reserve(static_cast<std::size_t>(kAlgorithms) * kProtocols);
  for (int a = 0; a < kAlgorithms; ++a) {
    for (int p = 0; p < kProtocols; ++p) {
      all.push_back(pricing.price(static_cast<Algorithm>(a), static_cast<Protocol>(p)));
    }
  }
  if (std::ranges::none_of(all, &Candidate::available)) {
    for (Candidate& candidate : all) pricing.fall_back(candidate);
  }
  return all;
}

std::vector<Candidate> available_candidates(const Plan& plan, const core::Call& call) {
  const Pricing pricing(plan, call);
  std::vector<Candidate> some;
  for (int a = 0; a < kAlgorithms; ++a) {
    for (int p = 0; p < kProtocols; ++p) {
      auto one = pricing.price_possible(static_cast<Algorithm>(a), static_cast<Protocol>(p));
      if (one && one->available) some.push_back(*std::move(one));
    }
  }
  if (!some.empty()) return some;
  some = candidates(plan, call);
  std::erase_if(some, [](const Candidate& one) { return !one.available; });
  return some;
}

std::optional<Decision> choose(const Plan& plan, const core::Call& call) {
  const std::vector<Candidate> all = available_candidates(plan, call);
  const Candidate* best = nullptr;
  for (const Candidate& candidate : all) {
    if (best == nullptr || candidate.time_us < best->time_us) best = &candidate;
  }
  if (best == nullptr) return std::nullopt;
  return decision_for(plan, call, *best);
}

std::vector<Algorithm> chosen_algorithms(const Plan& plan) {
  constexpr std::array kCollectives{core::Collective::AllReduce, core::Collective::Broadcast,
                                    core::Collective::Reduce, core::Collective::AllGather,
                                    core::Collective::ReduceScatter};
  constexpr std::uint64_t kLeast = 8;
  constexpr std::uint64_t kMost = std::uint64_t{8} << 30;
  std::vector<Algorithm> chosen;
  for (const core::Collective collective : kCollectives) {
    for (std::uint64_t bytes = kLeast; bytes <= kMost; bytes *= 2) {
      core::Call call;
      call.collective = collective;
      call.bytes = bytes;
      const auto decision = choose(plan, call);
      if (!decision) continue;
      const bool is_new = std::ranges::find(chosen, decision->offer.algorithm) == chosen.end();
      if (is_new) chosen.push_back(decision->offer.algorithm);
    }
  }
  return chosen;
}

Decision decision_for(const Plan& plan, const core::Call& call, const Candidate& candidate) {
  TREERING_ASSERT(candidate.available, "only what is available can be scheduled");
  Decision decision;
  decision.offer.algorithm = candidate.offer.algorithm;
  decision.offer.protocol = candidate.offer.protocol;
  decision.time_us = candidate.time_us;
  if (is_lone_copy(plan, candidate)) return decision;

  const communicator::CommunicatorView comm = view_of(plan);
  const WorkQuery query{comm, call, plan.tuning, rules_of(candidate), candidate.offer.protocol};
  const rules::Launch launch = launch_of(query);
  const Work work = work_of(query, launch.channels);
  decision.channels = work.channels;
  decision.max_channels = launch.channels;
  decision.threads = launch.threads;
  decision.low = work.low;
  decision.middle = work.middle;
  decision.high = work.high;
  decision.chunk_bytes = work.channels > 2 ? work.middle.chunk_bytes : work.low.chunk_bytes;
  return decision;
}

CallCost price_of(const Plan& plan, const core::Call& call, const Candidate& candidate) {
  TREERING_ASSERT(candidate.available, "only what is available has a cost");
  if (is_lone_copy(plan, candidate)) return {};
  return Pricing(plan, call).cost(candidate);
}

std::vector<CostTerm> cost_terms(const Plan& plan, const core::Call& call,
                                 const Candidate& candidate) {
  TREERING_ASSERT(candidate.available, "only what is available has a cost");
  if (is_lone_copy(plan, candidate)) return {};
  return Pricing(plan, call).terms(candidate);
}

}  // namespace treering::sim::nccl::call
