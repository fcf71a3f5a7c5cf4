// Compares predictions with measurements.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/measurements/runs.h"
#include "core/result.h"
#include "tuner/calibration/calibration.h"
#include "tuner/floors/scores.h"

namespace treering::app {

enum class CrossValidation { Off, On };

struct ValidateRequest {
  measurements::RunsRequest runs;
  CrossValidation cross = CrossValidation::Off;  // On: only for many machines
};

struct ModelPicks {
  tuner::calibration::Picks cost;
  tuner::calibration::Picks nccl;
};

/// The scores of one stratum of tuner::calibration::kStrataApart.
struct StratumScores {
  std::string stratum;
  tuner::calibration::BySize<tuner::calibration::ModelScores> scores;
  std::vector<tuner::calibration::SameRows> by_models;
};

struct ValidateScores {
  std::map<std::string, tuner::calibration::ModelScores> by_id;      // of all rows
  std::vector<tuner::calibration::GroupScores> groups;               // likewise
  tuner::calibration::BySize<tuner::calibration::ModelScores> main;  // of the rows that count
  std::vector<tuner::calibration::SameRows> by_models;               // of these
  tuner::calibration::ModelScores apart;                             // of the others
  std::vector<StratumScores> strata_apart;  // in the order of kStrataApart, those without rows too
  tuner::calibration::BySize<tuner::calibration::Score> replicates;  // rows that count, each
                                                                     // predicted by its replicates
  std::vector<tuner::calibration::KindScores> unfitted;  // rows that count and that the profile was
                                                         // not fitted to, by kind of call
};

/// Of tuner::calibration::CrossValidation.
struct CrossScores {
  tuner::calibration::BySize<tuner::calibration::Score> unanchored;
  tuner::calibration::BySize<tuner::calibration::Score> anchored;
  tuner::calibration::BySize<tuner::calibration::Score> swept;
  tuner::calibration::BySize<tuner::calibration::Score> interpolated;
  tuner::calibration::BySize<tuner::calibration::Score> larger;
  tuner::calibration::Picks picks;  // the cost model's, on clusters unknown to it
  // Floors of clusters unknown to the model: by it alone, and by published runs as well.
  std::vector<tuner::floors::FloorGroup> floors;
  std::vector<tuner::floors::FloorGroup> floors_beside_published;
  tuner::calibration::CrossValidation rows{};  // of which these are the scores
};

struct ValidateReport {
  std::shared_ptr<const measurements::GatheredRuns> runs;  // rows point to its observations
  std::string profile;                                     // its name
  std::size_t fitted_rows = 0;                     // among `rows`, those that it was fitted to
  std::vector<tuner::calibration::Compared> rows;  // in the order of the measurements
  ValidateScores scores;
  ModelPicks picks;  // of the rows that count
  std::optional<CrossScores> cross;
  std::vector<std::string> notes;
};

/// Fails where no row can be compared with a prediction.
core::Result<ValidateReport> answer(const ValidateRequest& request);

}  // namespace treering::app
