// Scores of predictions against measurements.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sim/cost/cost_model.h"
#include "tuner/calibration/rows.h"

namespace treering::tuner::calibration {

struct Scored {
  const Observation* seen = nullptr;
  double predicted_us = 0;
  double low_us = 0;  // 80 % interval; 0: none was given
  double high_us = 0;

  double relative_error() const { return predicted_us / seen->measured_us - 1; }
  bool is_covered() const { return low_us <= seen->measured_us && seen->measured_us <= high_us; }
};

struct Score {
  std::size_t rows = 0;
  double median = 0;  // of |predicted / measured - 1|
  double p90 = 0;
  double covered = 0;  // share of rows inside the interval; 0 without intervals
};

Score score_of(std::span<const Scored> rows);

/// Of rows of all sizes, and of those of each size class (sim/cost/parameters.h).
template <class Scores>
struct BySize {
  Scores all;
  std::array<Scores, sim::cost::kSizeClasses> by_size_class;
};
BySize<Score> scores_by_size(std::span<const Scored> rows);

/// The predictions of a whole profile, with their intervals, in the order of the observations,
/// which must outlive them.
std::vector<Scored> scored(const core::Profile& profile,
                           std::span<const Observation* const> observations);

/// NCCL's own predictions, without rows for which NCCL chooses no algorithm.
std::vector<Scored> scored_by_nccl(std::span<const Observation* const> observations);

}  // namespace treering::tuner::calibration
