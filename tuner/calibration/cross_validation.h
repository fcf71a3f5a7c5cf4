// Tests predictions for unseen clusters: leaves out whole clusters, never single rows.
#pragma once

#include <span>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/calibration/score.h"

namespace treering::tuner::calibration {

struct CrossValidation {
  std::vector<Scored> unanchored;    // a new cluster
  std::vector<Scored> anchored;      // the same with the smallest and largest row of each series
  std::vector<Scored> swept;         // with 20 rows of a series, its others
  std::vector<Scored> interpolated;  // the same without a model: the neighbouring sizes
  std::vector<Scored> larger;        // a cluster known by its smaller half of node counts
};

/// `observations` must outlive the result.
CrossValidation cross_validate(const core::Profile& prior,
                               std::span<const Observation* const> observations);

}  // namespace treering::tuner::calibration
