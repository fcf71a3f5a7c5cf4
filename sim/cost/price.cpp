#include "sim/cost/price.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace treering::sim::cost {
namespace {

// How sharply the slower of two hides the other: 1 adds them, infinity takes the larger
// (docs/model.md).
constexpr double kOverlap = 4;
constexpr double kBottleneck = 12;

double value_of(const terms::Term& term, const Values& values) {
  double value = term.amount;
  for (const terms::Quantity quantity : term.times) value *= values[quantity];
  for (const terms::Quantity quantity : term.per) value /= values[quantity];
  return value;
}

/// (sum of values^power)^(1/power), for values of any size. \param for_each calls what it is given
/// with each of them
template <class ForEach>
double joined_of(const ForEach& for_each, double power) {
  double most = 0;
  for_each([&](double value) { most = std::max(most, value); });
  if (most <= 0) return 0;
  double sum = 0;
  for_each([&](double value) { sum += std::pow(value / most, power); });
  return most * std::pow(sum, 1 / power);
}

double joined(std::initializer_list<double> values, double power) {
  return joined_of([&](const auto& call) { std::ranges::for_each(values, call); }, power);
}

using terms::Part;

/// The time of all terms of a part, added up.
double sum_of(const terms::Terms& terms, const std::vector<double>& own, Part part) {
  double sum = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].part == part) sum += own[i];
  }
  return sum;
}

/// The time of its slowest, or of what runs besides.
double slowest_of(const terms::Terms& terms, const std::vector<double>& own, Part part,
                  std::initializer_list<double> besides = {}) {
  return joined_of(
      [&](const auto& call) {
        std::ranges::for_each(besides, call);
        for (std::size_t i = 0; i < terms.size(); ++i) {
          if (terms[i].part == part) call(own[i]);
        }
      },
      kBottleneck);
}

struct Sums {
  double host = 0;
  double latency = 0;
  double fill_inside = 0;
  double fill_between = 0;
  double chain = 0;  // with sending; of it
  double hops = 0;   // without copies
  double sending = 0;
  double buffers = 0;
  double pipeline = 0;

  double kernel() const { return latency + fill_inside + fill_between + pipeline; }
};

Sums sums_of(const terms::Terms& terms, const std::vector<double>& own) {
  Sums sums;
  sums.host = sum_of(terms, own, Part::Host);
  sums.latency = sum_of(terms, own, Part::Latency);
  sums.fill_inside = slowest_of(terms, own, Part::FillInside);
  sums.fill_between = slowest_of(terms, own, Part::FillBetween);
  sums.sending = slowest_of(terms, own, Part::Sending);
  sums.chain = sum_of(terms, own, Part::Chain) + sums.sending;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].part == Part::Chain && terms[i].per.count == 0) sums.hops += own[i];
  }
  sums.buffers = sum_of(terms, own, Part::Buffers);
  sums.pipeline = slowest_of(terms, own, Part::Transfer, {sums.chain, sums.buffers});
  return sums;
}

/// How much of a joint time is due to one of its times. Over all of them it adds up.
double share_of(double one, double together) {
  return together > 0 ? std::pow(one / together, kBottleneck) * together : 0;
}

/// The part of the kernel's time that is due to a term which takes `own` by itself.
double part_of_kernel(Part part, double own, const Sums& sums) {
  switch (part) {
    case Part::Host:
      return 0;
    case Part::Latency:
      return own;
    case Part::FillInside:
      return share_of(own, sums.fill_inside);
    case Part::FillBetween:
      return share_of(own, sums.fill_between);
    case Part::Chain:
      return sums.chain > 0 ? own / sums.chain * share_of(sums.chain, sums.pipeline) : 0;
    case Part::Sending:
      return sums.chain > 0
                 ? share_of(own, sums.sending) / sums.chain * share_of(sums.chain, sums.pipeline)
                 : 0;
    case Part::Buffers:
      return sums.buffers > 0 ? own / sums.buffers * share_of(sums.buffers, sums.pipeline) : 0;
    case Part::Transfer:
      return share_of(own, sums.pipeline);
  }
  return 0;
}

}  // namespace

Price price(const terms::Terms& terms, const Values& values) {
  std::vector<double> own;
  own.reserve(terms.size());
  for (const terms::Term& term : terms) own.push_back(value_of(term, values));
  const Sums sums = sums_of(terms, own);
  const double kernel = sums.kernel();

  Price result;
  result.share_us.reserve(terms.size());
  result.time_us = joined({sums.host, kernel}, kOverlap);
  result.latency_us =
      joined({sums.host, kernel - sums.pipeline + std::min(sums.hops, sums.pipeline)}, kOverlap);
  const double of_kernel =
      result.time_us > 0 ? std::pow(kernel / result.time_us, kOverlap) * result.time_us : 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double part = part_of_kernel(terms[i].part, own[i], sums);
    if (terms[i].part == terms::Part::Host) {
      const double of_host = result.time_us - of_kernel;
      result.share_us.push_back(sums.host > 0 ? of_host * own[i] / sums.host : 0);
    } else {
      result.share_us.push_back(kernel > 0 ? of_kernel * part / kernel : 0);
    }
  }
  return result;
}

Transfers transfers(const terms::Terms& terms, const Values& values) {
  Transfers result;
  for (const terms::Term& term : terms) {
    result.own_us.push_back(term.part == terms::Part::Transfer ? value_of(term, values) : 0);
  }
  result.together_us =
      joined_of([&](const auto& call) { std::ranges::for_each(result.own_us, call); }, kBottleneck);
  return result;
}

std::array<double, terms::kQuantityCount> sensitivity(const terms::Terms& terms,
                                                      const Price& price) {
  std::array<double, terms::kQuantityCount> result{};
  if (price.time_us <= 0) return result;
  const auto add = [&result](terms::Quantity quantity, double share) {
    result[static_cast<std::size_t>(quantity)] += share;
  };
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double share = price.share_us[i] / price.time_us;
    for (const terms::Quantity quantity : terms[i].times) add(quantity, share);
    for (const terms::Quantity quantity : terms[i].per) add(quantity, -share);
  }
  return result;
}

}  // namespace treering::sim::cost
