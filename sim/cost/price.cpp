#include "sim/cost/price.h"

#include <algorithm>
#include <cmath>

namespace treering::sim::cost {
namespace {

// How sharply the slower of two hides the other: 1 adds them, infinity takes the larger
// (docs/model.md).
constexpr double kOverlap = 4;
constexpr double kBottleneck = 6;

double value_of(const terms::Term& term, const Values& values) {
  double value = term.amount;
  for (const terms::Quantity quantity : term.times) value *= values[quantity];
  for (const terms::Quantity quantity : term.per) value /= values[quantity];
  return value;
}

/// (sum of values^power)^(1/power), for values of any size.
double joined(const std::vector<double>& values, double power) {
  const double most = values.empty() ? 0 : *std::ranges::max_element(values);
  if (most <= 0) return 0;
  double sum = 0;
  for (const double value : values) sum += std::pow(value / most, power);
  return most * std::pow(sum, 1 / power);
}

struct Sums {
  double host = 0;
  double latency = 0;
  double transfer = 0;
};

Sums sums_of(const terms::Terms& terms, const std::vector<double>& own) {
  Sums sums;
  std::vector<double> transfers;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].part == terms::Part::Host) sums.host += own[i];
    if (terms[i].part == terms::Part::Latency) sums.latency += own[i];
    if (terms[i].part == terms::Part::Transfer) transfers.push_back(own[i]);
  }
  sums.transfer = joined(transfers, kBottleneck);
  return sums;
}

}  // namespace

Price price(const terms::Terms& terms, const Values& values) {
  std::vector<double> own;
  own.reserve(terms.size());
  for (const terms::Term& term : terms) own.push_back(value_of(term, values));
  const Sums sums = sums_of(terms, own);
  const double kernel = sums.latency + sums.transfer;

  Price result;
  result.share_us.reserve(terms.size());
  result.time_us = joined({sums.host, kernel}, kOverlap);
  result.latency_us = joined({sums.host, sums.latency}, kOverlap);
  const double of_kernel =
      result.time_us > 0 ? std::pow(kernel / result.time_us, kOverlap) * result.time_us : 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    switch (terms[i].part) {
      case terms::Part::Host:
        result.share_us.push_back(sums.host > 0 ? (result.time_us - of_kernel) * own[i] / sums.host
                                                : 0);
        break;
      case terms::Part::Latency:
        result.share_us.push_back(kernel > 0 ? of_kernel * own[i] / kernel : 0);
        break;
      case terms::Part::Transfer: {
        const double weight = sums.transfer > 0 ? std::pow(own[i] / sums.transfer, kBottleneck) : 0;
        result.share_us.push_back(kernel > 0 ? of_kernel * weight * sums.transfer / kernel : 0);
        break;
      }
    }
  }
  return result;
}

Transfers transfers(const terms::Terms& terms, const Values& values) {
  Transfers result;
  for (const terms::Term& term : terms) {
    result.own_us.push_back(term.part == terms::Part::Transfer ? value_of(term, values) : 0);
  }
  result.together_us = joined(result.own_us, kBottleneck);
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
