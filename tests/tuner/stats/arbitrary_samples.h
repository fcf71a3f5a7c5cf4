// Samples for properties.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <rapidcheck.h>

namespace treering::tuner::stats {

/// Whole numbers from 1 on, so that ties occur and small sums are exact.
inline std::vector<double> arbitrary_samples(std::size_t least, std::size_t most) {
  const auto count = *rc::gen::inRange(least, most + 1);
  std::vector<double> samples;
  for (const int value : *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(1, 40))) {
    samples.push_back(value);
  }
  return samples;
}

/// The same samples in another order.
inline std::vector<double> shuffled(std::vector<double> samples) {
  for (std::size_t i = samples.size(); i > 1; --i) {
    std::swap(samples[i - 1], samples[*rc::gen::inRange(std::size_t{0}, i)]);
  }
  return samples;
}

/// Each sample through an ascending function.
template <class Function>
std::vector<double> mapped(std::vector<double> samples, const Function& function) {
  std::ranges::transform(samples, samples.begin(), function);
  return samples;
}

}  // namespace treering::tuner::stats
