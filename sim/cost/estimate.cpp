#include "sim/cost/estimate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/cost/correction.h"

namespace treering::sim::cost {
namespace {

const core::Correction* correction_for(const Parameters& parameters, const CallName& call) {
  const core::Correction* general = nullptr;
  for (const core::Correction& one : parameters.corrections) {
    if (one.collective != call.collective || !one.is_for(call.nodes, call.ranks)) continue;
    if (one.algorithm == call.algorithm) return &one;
    if (one.algorithm.empty()) general = &one;
  }
  return general;
}

/// 1 without a correction.
double ratio_of(const core::Correction* correction, double bytes) {
  return correction != nullptr ? std::exp(log_correction(*correction, bytes)) : 1;
}

/// Standard error of ln(time): what is unknown of each parameter, by what it matters here.
double log_spread(const terms::Terms& terms, const Price& price, const Values& spreads,
                  double scatter) {
  const auto slopes = sensitivity(terms, price);
  double variance = scatter * scatter;
  for (std::size_t i = 0; i < terms::kQuantityCount; ++i) {
    const double one = slopes.at(i) * spreads.list.at(i);
    variance += one * one;
  }
  return std::sqrt(variance);
}

/// The time of the busiest wires at their full rate.
core::Duration wires_time(const terms::Terms& terms) {
  double most = 0;
  for (const terms::Term& term : terms) most = std::max(most, term.wire_us);
  return core::Duration::from_us(most);
}

}  // namespace

double measured_ratio(const Parameters& parameters, const CallName& call) {
  return ratio_of(correction_for(parameters, call), call.bytes);
}

namespace {

/// Before it is raised to what the wires take; without shares.
Estimate priced(const terms::Terms& terms, const Parameters& parameters, const CallName& call,
                const Price& price) {
  const core::Correction* const correction = correction_for(parameters, call);
  const double ratio = ratio_of(correction, call.bytes);
  const double scatter = parameters.scatter.at(size_class_of(call.bytes));
  // Between measured sizes only the noise of measurements is left.
  const bool is_measured = correction != nullptr && is_between_points(*correction, call.bytes);
  const double spread = is_measured ? spread_between_points(*correction, call.bytes, scatter)
                                    : log_spread(terms, price, parameters.spreads, scatter);
  Estimate estimate;
  estimate.time = core::Duration::from_us(price.time_us * ratio);
  estimate.latency = core::Duration::from_us(price.latency_us * ratio);
  set_spread(estimate, spread);
  return estimate;
}

}  // namespace

Estimate estimate(const terms::Terms& terms, const Parameters& parameters, const CallName& call) {
  const Price price = cost::price(terms, parameters.values);
  Estimate estimate = priced(terms, parameters, call, price);
  const double ratio = measured_ratio(parameters, call);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    estimate.shares.push_back(
        {terms[i].what.text(), core::Duration::from_us(price.share_us[i] * ratio)});
  }
  return raised(std::move(estimate), wires_time(terms));
}

Estimate bare_estimate(const terms::Terms& terms, const Parameters& parameters,
                       const CallName& call) {
  Estimate estimate = raised(priced(terms, parameters, call, cost::price(terms, parameters.values)),
                             wires_time(terms));
  estimate.shares.clear();
  return estimate;
}

}  // namespace treering::sim::cost
