#include "sim/nccl/call/cost.h"

#include <fmt/format.h>

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

}  // namespace treering::sim::nccl::call
