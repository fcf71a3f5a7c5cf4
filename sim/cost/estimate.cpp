#include "sim/cost/estimate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/cost/parameters.h"
#include "sim/cost/price.h"

namespace treering::sim::cost {

namespace {

using Point = core::Correction::Point;

// Calls up to here take latency and little else: what is smaller than one that was measured takes
// as long. A correction that faded there would let time fall with size.
constexpr std::uint64_t kLatencyBytes = 8192;

double log_bytes(const Point& point) {
  return std::log(static_cast<double>(point.bytes));
}

double faded(const Point& end, double log_size) {
  const double half_life = std::log(8.0);
  return end.log_ratio * std::exp2(-std::abs(log_size - log_bytes(end)) / half_life);
}

}  // namespace

double log_correction(const core::Correction& correction, double bytes) {
  const auto& points = correction.points;
  if (points.empty()) return 0;
  const double size = std::log(bytes);
  const auto above = std::ranges::lower_bound(points, size, {}, log_bytes);
  if (above == points.begin()) {
    return points.front().bytes <= kLatencyBytes ? points.front().log_ratio
                                                 : faded(points.front(), size);
  }
  if (above == points.end()) return faded(points.back(), size);
  const Point& left = *std::prev(above);
  const double share = (size - log_bytes(left)) / (log_bytes(*above) - log_bytes(left));
  return left.log_ratio + share * (above->log_ratio - left.log_ratio);
}

bool is_between_points(const core::Correction& correction, double bytes) {
  const auto& points = correction.points;
  return !points.empty() && static_cast<double>(points.front().bytes) <= bytes &&
         bytes <= static_cast<double>(points.back().bytes);
}

double spread_between_points(const core::Correction& correction, double bytes, double scatter) {
  const auto above = std::ranges::lower_bound(correction.points, std::log(bytes), {}, log_bytes);
  const double spread = above == correction.points.end() ? 0 : above->spread;
  return spread > 0 ? spread : scatter;
}

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

// NVLink domains of more GPUs than a usual node, joined by a network: no published run of them is
// behind the parameters, and NCCL's choice between NVLSTree and Tree is worth a factor of two.
constexpr double kBetweenRacks = 0.8;
constexpr int kMostOfNode = 16;

// Messages between pairs have no algorithm, and few machines have published any. Root mean squares
// of ln(measured / predicted) by fits without the system (treering validate --cross-validate):
// alltoall of two clusters between nodes, and sendrecv in nodes.
constexpr double kPairsBetween = 0.55;
constexpr double kSendrecv = 0.25;

/// Standard deviation of ln(time) of what few runs or none are behind.
double beyond_evidence(const Parameters& parameters, const CallName& call) {
  double variance = 0;
  const auto add = [&](double spread) { variance += spread * spread; };
  const bool is_far = call.nodes > 1;
  if (is_far && call.ranks > kMostOfNode * call.nodes) add(kBetweenRacks);
  if (call.is_pairs_between_nodes()) add(kPairsBetween);
  if (call.collective == core::Collective::SendRecv && !is_far) add(kSendrecv);
  if (parameters.reach_nodes > 0 && call.nodes > parameters.reach_nodes) {
    add(parameters.reach_spread * std::log2(call.nodes / parameters.reach_nodes));
  }
  return std::sqrt(variance);
}

/// Standard error of ln(time): what is unknown of each parameter, by what it matters here.
double log_spread(const terms::Terms& terms, const Price& price, const Parameters& parameters,
                  const CallName& call) {
  const auto slopes = sensitivity(terms, price);
  const double scatter = parameters.scatter.at(size_class_of(call.bytes));
  double variance = scatter * scatter + parameters.noise * parameters.noise;
  for (std::size_t i = 0; i < terms::kQuantityCount; ++i) {
    const double one = slopes.at(i) * parameters.spreads.list.at(i);
    variance += one * one;
  }
  return std::hypot(std::sqrt(variance), beyond_evidence(parameters, call));
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
  Estimate estimate;
  estimate.time = core::Duration::from_us(price.time_us * ratio);
  estimate.latency = core::Duration::from_us(price.latency_us * ratio);
  // Between measured sizes only the noise of measurements is left.
  if (correction != nullptr && is_between_points(*correction, call.bytes)) {
    const double scatter = parameters.scatter.at(size_class_of(call.bytes));
    set_spread(estimate, spread_between_points(*correction, call.bytes, scatter));
    return estimate;
  }
  set_spread(estimate, log_spread(terms, price, parameters, call),
             parameters.ends.at(error_class_of(call)));
  return estimate;
}

}  // namespace

// Shares too small to see are added to the longest. Wires keep theirs, because answers name their
// rates.
Estimate estimate(const terms::Terms& terms, const Parameters& parameters, const CallName& call) {
  constexpr double kHidden = 1e-4;
  double hidden_us = 0;
  const Price price = cost::price(terms, parameters.values);
  Estimate estimate = priced(terms, parameters, call, price);
  const double ratio = measured_ratio(parameters, call);
  const Transfers alone = transfers(terms, parameters.values);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double us = alone.own_us[i] * ratio;
    const double bytes = terms[i].wire_bytes;
    const double share_us = price.share_us[i] * ratio;
    if (bytes <= 0 && share_us <= kHidden * estimate.time.in_us()) {
      hidden_us += share_us;
      continue;
    }
    const double rate = us > 0 ? bytes / us / core::kBytesPerUsPerGbPerS : 0;
    estimate.shares.push_back(
        {terms[i].what, core::Duration::from_us(share_us), bytes, rate, terms[i].because});
  }
  if (!estimate.shares.empty()) {
    auto& longest = *std::ranges::max_element(estimate.shares, {}, &estimates::TimeShare::time);
    longest.time = longest.time + core::Duration::from_us(hidden_us);
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

namespace {

using core::Duration;

enum class Among { All, Wires };

/// The term that takes longest, and its time; without a name where none takes any.
Passage slowest(const terms::Terms& terms, const std::vector<double>& own_us, Among among) {
  Passage result;
  double most = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const bool counts = among == Among::All || terms[i].wire_gb_per_s > 0;
    if (!counts || own_us[i] <= most) continue;
    most = own_us[i];
    result = {terms[i].what.text(), Duration::from_us(most)};
  }
  return result;
}

}  // namespace

std::optional<WireLimit> wire_limit(const terms::Terms& terms, const PayloadOf& payload) {
  const auto slowest = std::ranges::max_element(terms, {}, &terms::Term::wire_us);
  if (slowest == terms.end() || slowest->wire_us <= 0) return std::nullopt;
  WireLimit limit;
  limit.wires = slowest->what.text();
  limit.rate = core::Bandwidth::from_gb_per_s(slowest->wire_gb_per_s);
  limit.with_flags = Duration::from_us(slowest->wire_us);
  limit.time = limit.with_flags * payload.share;
  limit.traffic =
      limit.time.in_us() * slowest->wire_gb_per_s * core::kBytesPerUsPerGbPerS / payload.bytes;
  return limit;
}

Ceiling ceiling(const terms::Terms& terms, const Parameters& parameters, const CallName& call,
                const PayloadOf& payload) {
  const double ratio = measured_ratio(parameters, call);
  const Transfers all = transfers(terms, parameters.values);
  Ceiling result;
  result.wires = wire_limit(terms, payload);
  Duration least;
  if (result.wires) {
    least = result.wires->with_flags;
    result.reached = slowest(terms, all.own_us, Among::Wires);
    least = std::max(least, result.reached->time * ratio);
    result.reached->time = least;
  }
  result.transfer.what = slowest(terms, all.own_us, Among::All).what;
  result.transfer.time = std::max(least, Duration::from_us(all.together_us * ratio));
  return result;
}

}  // namespace treering::sim::cost
