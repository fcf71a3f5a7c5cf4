// How good predictions are: scores, comparisons with measurements, and tests on unseen clusters.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "sim/cost/cost_model.h"
#include "tuner/calibration/fit.h"
#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {

// Scores of predictions against measurements.

struct Scored {
  const Observation* seen = nullptr;
  double predicted_us = 0;
  double low_us = 0;  // 80 % interval; 0: none was given
  double high_us = 0;
  double latest_us = 0;  // 98 % of rows take no more

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

/// An estimate of a row, which has an interval, beside its measurement, which must outlive the
/// result.
Scored scored(const Observation& seen, const sim::estimates::Estimate& estimate);

/// The predictions of a whole profile, with their intervals, in the order of the observations,
/// which must outlive them.
std::vector<Scored> scored(const core::Profile& profile,
                           std::span<const Observation* const> observations);

/// NCCL's own predictions, without rows for which NCCL chooses no algorithm.
std::vector<Scored> scored_by_nccl(std::span<const Observation* const> observations);

// Compares predictions with measurements: by system, collective, algorithm and size; with
// replicates, which show how good a prediction can be; and by the algorithms that they pick.

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

/// All of the same rows: a model that lacks an answer for some of them has no score.
struct ModelScores {
  Score cost;
  Score nccl;
  Score event;
};
ModelScores scores_of(std::span<const Compared> rows);
BySize<ModelScores> scores_by_size(std::span<const Compared> rows);

/// The models beside the cost model that have an answer for a row.
struct Answering {
  bool nccl = false;
  bool event = false;
  auto operator<=>(const Answering&) const = default;
};
Answering answering(const Compared& row);

/// The rows for which the same models have an answer, and how near each comes to these.
struct SameRows {
  Answering models;
  BySize<ModelScores> scores;
};
/// Those that most models answer first. One, where all rows have the same models.
std::vector<SameRows> by_models(std::span<const Compared> rows);

struct GroupScores {
  std::string system;
  std::string collective;
  std::string algorithm;  // empty: messages between pairs
  std::size_t size_class = 0;
  ModelScores scores;
};
/// In alphabetic order, sizes rising; rows of one name for which other models have an answer are
/// groups of their own.
std::vector<GroupScores> by_group(std::span<const Compared> rows);

/// By id of the measurements.
std::map<std::string, ModelScores> by_id(std::span<const Compared> rows);

/// Calls that a model is as good or as bad at, whatever the machine.
struct CallKind {
  core::Collective collective = core::Collective::AllReduce;
  std::string algorithm;  // empty: messages between pairs
  bool crosses_nodes = false;
  std::string link;  // what joins the GPUs of a node (sim/cost/machine.h): "nvswitch"
  std::size_t size_class = 0;
  auto operator<=>(const CallKind&) const = default;
};

struct KindScores {
  CallKind kind;
  std::size_t systems = 0;
  ModelScores scores;  // of the rows that were simulated
};
/// Of the rows that were simulated.
std::vector<KindScores> by_kind(std::span<const Compared> rows);

/// Whether the event model is nearer, on enough rows of more than one system.
bool is_event_nearer(const KindScores& one);

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

// Tests predictions for unseen clusters: leaves out whole clusters, never single rows.

/// Each row by a fit to the other systems. The fits start from `whole`, that to all rows: each ends
/// where it would without, but sooner. The observations must outlive the result.
std::vector<Scored> predicted_unseen(const core::Profile& prior,
                                     std::span<const Observation* const> observations,
                                     const Fitted& whole);

struct CrossValidation {
  std::vector<Scored> unanchored;    // a new cluster; intervals by what the others showed
  std::vector<Scored> anchored;      // the same with the smallest and largest row of each series
  std::vector<Scored> swept;         // with 20 rows of a series, its others
  std::vector<Scored> interpolated;  // the same without a model: the neighbouring sizes
  std::vector<Scored> larger;        // a cluster known by its smaller half of node counts
};

/// `observations` must outlive the result.
CrossValidation cross_validate(const core::Profile& prior,
                               std::span<const Observation* const> observations);

}  // namespace treering::tuner::calibration
