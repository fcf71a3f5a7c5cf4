#include "sim/cost/cost_model.h"

#include <algorithm>
#include <cmath>

#include "sim/algorithms/registry.h"
#include "sim/cost/correction.h"

namespace treering::sim::cost {
namespace {

// 80 % of a normal distribution lie within so many standard deviations.
constexpr double kEightyPercent = 1.2816;

const core::Correction* correction_for(const Parameters& parameters, const Way& way) {
  const core::Correction* general = nullptr;
  for (const core::Correction& one : parameters.corrections) {
    if (one.collective != way.call.collective) continue;
    if (one.algorithm.empty()) general = &one;
    if (way.algorithm && one.algorithm == nccl::name_of(*way.algorithm)) return &one;
  }
  return general;
}

}  // namespace

CallFacts facts_of(const nccl::Plan& plan, const Machine& machine, const Way& way,
                   double eager_bytes) {
  CallFacts facts;
  facts.collective = way.call.collective;
  facts.protocol = way.protocol;
  facts.bytes = static_cast<double>(way.call.bytes);
  facts.channels = std::max(way.channels, 1);
  facts.chunk_bytes = way.chunk_bytes;
  facts.nodes = plan.shape.nodes;
  facts.ranks_per_node = std::max(plan.shape.ranks_per_node, 1);
  facts.wires = machine.wires;
  facts.eager_bytes = eager_bytes;
  return facts;
}

Terms terms_of(const CallFacts& facts, std::optional<nccl::Algorithm> algorithm) {
  if (!algorithm) return peer_terms(facts);
  return algorithms::entry_of(*algorithm).rules().terms(facts);
}

double CostModel::log_spread(const Terms& terms, const Price& price, double bytes) const {
  const auto slopes = sensitivity(terms, price);
  const double scatter = parameters_.scatter.at(size_class_of(bytes));
  double variance = scatter * scatter;
  for (std::size_t i = 0; i < kQuantityCount; ++i) {
    const double one = slopes[i] * parameters_.spreads.list[i];
    variance += one * one;
  }
  return std::sqrt(variance);
}

Estimate CostModel::estimate(const nccl::Plan& plan, const Way& way) const {
  if (plan.shape.ranks() < 2) return {};
  const double eager = parameters_.values[Quantity::EagerLimit];
  const CallFacts facts = facts_of(plan, machine_, way, eager);
  const Terms terms = terms_of(facts, way.algorithm);
  const Price price = cost::price(terms, parameters_.values);
  const core::Correction* const correction = correction_for(parameters_, way);
  const double ratio = correction ? std::exp(log_correction(*correction, facts.bytes)) : 1;
  const double width = std::exp(kEightyPercent * log_spread(terms, price, facts.bytes));

  Estimate estimate;
  estimate.time = core::Duration::from_us(price.time_us * ratio);
  estimate.latency = core::Duration::from_us(price.latency_us * ratio);
  estimate.low = estimate.time / width;
  estimate.high = estimate.time * width;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    estimate.shares.push_back({terms[i].what, core::Duration::from_us(price.share_us[i] * ratio)});
  }
  return estimate;
}

}  // namespace treering::sim::cost
