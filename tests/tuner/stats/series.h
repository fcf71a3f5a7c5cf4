// Series of random numbers that are the same everywhere: the standard fixes the bits of the engine,
// not what its distributions make of them.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

namespace treering::tuner::stats {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  /// Between 0 and 1, neither.
  double uniform() { return (static_cast<double>(engine_() >> 11U) + 0.5) * 0x1p-53; }

  /// Box and Muller.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

  std::vector<double> normals(std::size_t count, double mean = 0, double deviation = 1) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(mean + deviation * normal());
    return values;
  }

  /// Each value has this correlation with the one before. Mean 0, deviation 1.
  std::vector<double> correlated(std::size_t count, double correlation) {
    std::vector<double> values;
    double value = normal();
    for (std::size_t i = 0; i < count; ++i) {
      values.push_back(value);
      value = correlation * value + std::sqrt(1 - correlation * correlation) * normal();
    }
    return values;
  }

 private:
  std::mt19937_64 engine_;
};

/// Mean and deviation of relative noise put on.
inline std::vector<double> scaled(std::vector<double> noise, double mean, double deviation) {
  for (double& value : noise) value = mean * (1 + deviation * value);
  return noise;
}

}  // namespace treering::tuner::stats
