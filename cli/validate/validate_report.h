// What `treering validate` says: predictions beside measurements.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/validate/runs.h"
#include "tuner/calibration/cross_validation.h"
#include "tuner/calibration/validation.h"

namespace treering::cli {

struct ModelPicks {
  tuner::calibration::Picks cost;
  tuner::calibration::Picks nccl;
};

struct ValidateReport {
  const Runs& runs;
  std::string profile;                                 // its name
  std::size_t fitted_rows = 0;                         // of `rows`, those that it was fitted to
  std::vector<tuner::calibration::Compared> rows;      // in the order of the measurements
  std::vector<tuner::calibration::Compared> main;      // of them, those that count
  std::vector<tuner::calibration::Compared> apart;     // of tuner::kStrataApart
  std::vector<tuner::calibration::Scored> replicates;  // those that count, by their twins
  ModelPicks picks;                                    // of those that count
  std::optional<tuner::calibration::CrossValidation> cross;
  tuner::calibration::Picks cross_picks;  // the cost model's, of clusters that it did not know
  bool is_quiet = false;
};

std::string validate_text(const ValidateReport& report);
std::string validate_json(const ValidateReport& report);
std::string validate_csv(const ValidateReport& report);

}  // namespace treering::cli
