// Parameters from measurements: the most probable values under the prior, in the space of
// logarithms, robust against rows that no parameters explain.
//
// Minimises  sum of b_i (sqrt(1 + d_i^2) - 1)  with  d_i = (ln measured_i - ln predicted_i) / noise
//          + sum of (ln value_j - ln prior_j)^2 / (2 spread_j^2)
// by Levenberg and Marquardt's steps over the normal equations (docs/decisions says why these). d^2
// / 2 for rows close by, |d| for those far off (pseudo-Huber); where several systems are fitted
// together, b_i falls with the number of rows of a system. A parameter of spread 0 is fixed. If the
// rows remove nearly nothing of a parameter's prior variance it is not identifiable: it keeps its
// prior, and the others are fitted again without it.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {

/// Prefix of the parameters that differ from system to system.
inline constexpr std::string_view kScalePrefix = "scale.";

enum class Free {
  All,     // every parameter, and the scales of each system beside them
  Scales,  // "scale.*" and the kernel's launch: one system takes the rest of a profile as it is
};

/// The evidence for a value.
struct Evidence {
  std::size_t rows = 0;
  std::size_t systems = 0;
  double variance_removed = 0;  // the share of the prior's variance that the rows removed
};

struct Fitted {
  core::Profile profile;  // `prior` with new values and spreads
  /// By system: "scale.hop" and so on. Empty unless all were free.
  std::map<std::string, std::map<std::string, double>> scales;
  std::map<std::string, Evidence> evidence;  // of the parameters that rows depend on
  std::vector<double> log_residuals;         // ln(measured / predicted), by observation
  std::vector<std::string> unidentified;     // of these, those that kept their prior
  double cost = 0;  // the minimum that was found: of two fits to the same rows the lower is better
  int steps = 0;

  /// The value of a system's scale or of a parameter; nothing where it was not fitted.
  std::optional<double> value_of(const std::string& name, const std::string& system) const;
};

struct FitOptions {
  Free free = Free::All;
  double noise = 0.2;             // of ln(measured), beyond what rows of a system have in common
  double rows_per_system = 20;    // more rows of one system weigh no more than so many
  const Fitted* start = nullptr;  // where to look first; the priors otherwise
};

/// Observations by pointer, so that cross-validation can fit many selections of one list.
Fitted fit(const core::Profile& prior, std::span<const Observation* const> observations,
           const FitOptions& options);

}  // namespace treering::tuner::calibration
