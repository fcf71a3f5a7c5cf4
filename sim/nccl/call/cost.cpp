#include <algorithm>

#include <fmt/format.h>

#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"

namespace treering::sim::nccl::call {

namespace {

// 1 GB/s moves 1000 bytes in a microsecond.
constexpr float kBytesPerUs = 1000;

float scaled(float value, double factor) {
  return static_cast<float>(static_cast<double>(value) * factor);
}

std::string label(const rules::LatencyTerm& term) {
  if (term.count == 1) return term.cause.what;
  return fmt::format("{} x {} ({:.4g} us)", term.count, term.cause.what, term.each_us);
}

std::string transfer_label(const CallCost& cost) {
  std::string text =
      fmt::format("transfer at {:.4g} GB/s", static_cast<double>(cost.bandwidth_gb_per_s));
  if (!cost.factors.bandwidth_reason.empty()) {
    text += fmt::format(" ({}: x {:g})", cost.factors.bandwidth_reason, cost.factors.bandwidth);
  }
  return text;
}

/// The time that a factor adds to `time_us`.
CostTerm surcharge(std::string_view reason, double factor, double time_us) {
  return {fmt::format("{} (x {:g})", reason, factor), time_us * (factor - 1),
          rules::TermKind::Other};
}

}  // namespace

CallCost cost_of(const rules::CostQuery& query, const rules::AlgorithmRules& rules,
                 const tuning::TuningCell& cell) {
  CallCost cost;
  cost.factors = rules.cost_factors(query);
  cost.latency_us = scaled(cell.latency_us, cost.factors.latency);
  cost.bandwidth_gb_per_s = cell.bandwidth_gb_per_s * cost.factors.bandwidth;
  // Single precision throughout, as NCCL v2.28.9-1, src/graph/tuning.cc, ncclTopoGetAlgoTime.
  const float transfer_us =
      static_cast<float>(query.model_bytes) / (kBytesPerUs * cost.bandwidth_gb_per_s);
  cost.time_us = scaled(cost.latency_us + transfer_us, cost.factors.penalty);
  return cost;
}

std::vector<CostTerm> terms_of(const CallCost& cost, const tuning::TuningCell& cell,
                               std::uint64_t model_bytes) {
  std::vector<CostTerm> terms;
  terms.reserve(cell.latency_terms.size() + 3);
  for (const rules::LatencyTerm& term : cell.latency_terms)
    terms.push_back({label(term), term.total_us, term.cause.kind});
  if (cost.factors.latency != 1) {
    terms.push_back(surcharge(cost.factors.latency_reason, cost.factors.latency,
                              static_cast<double>(cell.latency_us)));
  }
  const double rate = static_cast<double>(kBytesPerUs) * cost.bandwidth_gb_per_s;
  terms.push_back(
      {transfer_label(cost), static_cast<double>(model_bytes) / rate, rules::TermKind::Transfer});
  if (cost.factors.penalty != 1) {
    const double before = static_cast<double>(cost.time_us) / cost.factors.penalty;
    terms.push_back(surcharge(cost.factors.penalty_reason, cost.factors.penalty, before));
  }
  return terms;
}

namespace {

/// From the last step that capped the bandwidth on; all where none did.
std::vector<rules::BandwidthStep> decisive(const std::vector<rules::BandwidthStep>& steps) {
  const auto last_cap =
      std::find_if(steps.rbegin(), steps.rend(),
                   [](const rules::BandwidthStep& step) { return step.is_capped; });
  if (last_cap == steps.rend()) return steps;
  return {last_cap.base() - 1, steps.end()};
}

/// Null where NCCL has ruled the pair out.
const Candidate* find(const std::vector<Candidate>& all, std::string_view algorithm,
                      std::string_view protocol) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Candidate& one) {
    return one.available && name_of(one.offer.algorithm) == algorithm &&
           name_of(one.offer.protocol) == protocol;
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

Limit limit_of(const Plan& plan, const core::Call& call, std::string_view algorithm,
               std::string_view protocol) {
  const std::vector<Candidate> all = candidates(plan, call);
  const Candidate* const candidate = find(all, algorithm, protocol);
  if (candidate == nullptr || candidate->time_us <= 0) return {};
  const std::vector<CostTerm> terms = cost_terms(plan, call, *candidate);
  const auto heaviest =
      std::max_element(terms.begin(), terms.end(),
                       [](const auto& a, const auto& b) { return a.time_us < b.time_us; });
  if (heaviest == terms.end()) return {};
  Limit limit;
  limit.term = heaviest->name;
  limit.share = heaviest->time_us / static_cast<double>(candidate->time_us);
  if (heaviest->kind == rules::TermKind::Transfer) {
    const tuning::TuningCell& cell =
        plan.tuning.cell(call.collective, candidate->offer.algorithm, candidate->offer.protocol);
    limit.steps = decisive(cell.bandwidth_steps);
  }
  return limit;
}

}  // namespace treering::sim::nccl::call
