// Which algorithm for which sizes, from times at single sizes: for libraries that are told an
// algorithm by size.
//
// The library's own choice is kept where nothing takes less than 1/1.1 of its time (kLeastGain), or
// where that is not sure: a difference inside the noise is a tie. Of those that are better the
// range before is continued where its algorithm is as good within 10 %, so that there are few
// ranges.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace treering::tuner::advice {

/// An algorithm beside the library's own choice, at one size.
struct Rival {
  std::string algorithm;
  double us = 0;
  double confidence = 0;  // that it is faster, 0 to 1
  bool is_sure = false;   // as sure as the evidence asks
  bool operator==(const Rival&) const = default;
};

struct SizedCall {
  std::uint64_t bytes = 0;
  double own_us = 0;  // of the library's own choice; 0: not known
  std::vector<Rival> rivals;
};

/// Sizes from `first` to `last` with one algorithm.
struct SizedChoice {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::string algorithm;  // empty: the library's own choice
  double gain = 1;        // geometric mean over the sizes; 1 for the own choice
  double confidence = 1;  // the least over the sizes
  bool operator==(const SizedChoice&) const = default;
};

/// From the first size to the last, without gaps: a range reaches to below the first size of the
/// next. \pre sizes ascend
std::vector<SizedChoice> sized_choices(const std::vector<SizedCall>& calls);

/// Whether some range has another choice than the library's own.
bool has_gain(const std::vector<SizedChoice>& choices);

/// The probability that a call which the model has at `us` is faster than one at `own_us`, where
/// ln of both times scatters by `spread`.
double confidence_of(double us, double own_us, double spread);

}  // namespace treering::tuner::advice
