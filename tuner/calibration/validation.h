// Predictions laid beside measurements, by system, collective, algorithm and size.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "tuner/calibration/score.h"

namespace treering::tuner::calibration {

/// One row by two models.
struct Compared {
  Scored cost;
  double nccl_us = 0;  // 0: NCCL chooses no algorithm for it

  const Observation& seen() const { return *cost.seen; }
};

Rows seen_in(std::span<const Compared> rows);

/// \pre the observations outlive the result
std::vector<Compared> compared(const core::Profile& profile,
                               std::span<const Observation* const> observations);

struct ModelScores {
  Score cost;
  Score nccl;  // of those rows for which NCCL chooses
};
ModelScores scores_of(std::span<const Compared> rows);

struct GroupScores {
  std::string system;
  std::string collective;
  std::string algorithm;  // empty: messages between pairs
  std::size_t size_class = 0;
  ModelScores scores;
};
/// In alphabetic order, sizes rising.
std::vector<GroupScores> by_group(std::span<const Compared> rows);

/// By id of the measurements.
std::map<std::string, ModelScores> by_id(std::span<const Compared> rows);

std::vector<Compared> of_size_class(std::span<const Compared> rows, std::size_t size_class);

}  // namespace treering::tuner::calibration
