// Random numbers that are the same for the same seed everywhere.
#pragma once

#include <cstdint>
#include <random>
#include <span>

namespace treering::parity {

/// The standard's engine, but not its distributions, whose results differ between libraries.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  int below(int limit) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(limit)); }
  /// True in `percent` of 100.
  bool chance(int percent) { return below(100) < percent; }
  int one_of(std::span<const int> values) {
    return values[static_cast<std::size_t>(below(static_cast<int>(values.size())))];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace treering::parity
