#include "sim/cost/estimate.h"

#include <cmath>

#include "sim/cost/correction.h"

namespace treering::sim::cost {
namespace {

bool is_of_job(const core::Correction& one, const CallName& call) {
  return (one.nodes == 0 || one.nodes == call.nodes) && (one.ranks == 0 || one.ranks == call.ranks);
}

const core::Correction* correction_for(const Parameters& parameters, const CallName& call) {
  const core::Correction* general = nullptr;
  for (const core::Correction& one : parameters.corrections) {
    if (one.collective != call.collective || !is_of_job(one, call)) continue;
    if (one.algorithm == call.algorithm) return &one;
    if (one.algorithm.empty()) general = &one;
  }
  return general;
}

/// Standard error of ln(time): what is unknown of each parameter, by what it matters here.
double log_spread(const Terms& terms, const Price& price, const Values& spreads, double scatter) {
  const auto slopes = sensitivity(terms, price);
  double variance = scatter * scatter;
  for (std::size_t i = 0; i < kQuantityCount; ++i) {
    const double one = slopes.at(i) * spreads.list.at(i);
    variance += one * one;
  }
  return std::sqrt(variance);
}

}  // namespace

Estimate estimate(const Terms& terms, const Parameters& parameters, const CallName& call) {
  const Price price = cost::price(terms, parameters.values);
  const core::Correction* const correction = correction_for(parameters, call);
  const double ratio =
      correction != nullptr ? std::exp(log_correction(*correction, call.bytes)) : 1;
  const double scatter = parameters.scatter.at(size_class_of(call.bytes));
  // Between measured sizes only the noise of measurements is left.
  const bool is_measured = correction != nullptr && is_between_points(*correction, call.bytes);
  const double spread = is_measured ? spread_between_points(*correction, call.bytes, scatter)
                                    : log_spread(terms, price, parameters.spreads, scatter);
  const double width = std::exp(kEightyPercent * spread);

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
