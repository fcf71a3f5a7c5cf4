// Parameters from measurements: the most probable values under the prior, in the space of
// logarithms, robust against rows that no parameters explain.
//
// Minimises  sum of w_i (ln measured_i - ln predicted_i)^2 / noise^2
//          + sum of (ln value_j - ln prior_j)^2 / spread_j^2,
// where w_i falls with the residual (pseudo-Huber), and, where several systems are fitted together,
// with the number of rows that a system has. A parameter of spread 0 is fixed.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/profile.h"
#include "tuner/calibration/observation.h"

namespace treering::tuner {

enum class Free {
  All,     // every parameter, and the scales of each system beside them
  Scales,  // "scale.*" alone: one system takes the shipped profile as it is
};

struct FitOptions {
  Free free = Free::All;
  double noise = 0.15;          // of ln(measured), beyond what rows of a system have in common
  double rows_per_system = 60;  // more rows of one system weigh as the root of their number
};

struct Fitted {
  core::Profile profile;  // `prior` with new values and spreads
  /// By system: "scale.hop" and so on. Empty unless all were free.
  std::map<std::string, std::map<std::string, double>> scales;
  std::vector<double> log_residuals;      // ln(measured / predicted), by observation
  std::vector<std::string> unidentified;  // parameters that the rows say nothing about
  int rounds = 0;
};

/// Observations by pointer, so that cross-validation fits many selections of one list.
Fitted fit(const core::Profile& prior, std::span<const Observation* const> observations,
           const FitOptions& options);

/// ln(predicted) of one observation under a profile. \pre the profile is whole
double log_prediction(const core::Profile& profile, const Observation& observation);

}  // namespace treering::tuner
