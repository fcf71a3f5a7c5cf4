// Compares predictions with measurements: by system, collective, algorithm and size; with
// replicates, which show how good a prediction can be; and by the algorithms that they pick.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tuner/calibration/score.h"

namespace treering::tuner::calibration {

/// One row by three models.
struct Compared {
  Scored cost;
  double nccl_us = 0;   // 0: NCCL chooses no algorithm for it
  double event_us = 0;  // 0: it was not simulated

  const Observation& seen() const { return *cost.seen; }
};

Rows seen_in(std::span<const Compared> rows);

/// \pre the observations outlive the result
std::vector<Compared> compared(const core::Profile& profile,
                               std::span<const Observation* const> observations);

struct ModelScores {
  Score cost;
  Score nccl;   // of those rows for which NCCL chooses
  Score event;  // of those that were simulated
};
ModelScores scores_of(std::span<const Compared> rows);
BySize<ModelScores> scores_by_size(std::span<const Compared> rows);

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

/// Each row that has replicates, predicted by their mean (of logarithms). A replicate has the same
/// cluster, collective, size, nodes, ranks and forced choice, but another id.
std::vector<Scored> predicted_by_replicates(std::span<const Observation* const> observations);

struct Picks {
  std::size_t questions = 0;  // sizes at which the two differ by more than 10 %
  std::size_t right = 0;
  double regret = 0;  // mean of (time of the pick / the lesser time - 1)

  double share_right() const;
};

/// The picks by the predictions, which keep NCCL's own choice unless the other is faster by
/// kLeastGain, as in treering's recommendations. A question is one cluster, job, collective, forced
/// protocol and size.
Picks picks_of(std::span<const Scored> rows);

}  // namespace treering::tuner::calibration
