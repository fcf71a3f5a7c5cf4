#include "tuner/calibration/joint_calibration.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "tuner/calibration/fitted_rows.h"

namespace treering::tuner::calibration {
namespace {

constexpr double kFarInNoise = 3;  // times the noise that the fit allows a row

void name_sources(const core::Profile& prior, const Fitted& fitted, core::Profile& profile) {
  for (const auto& [name, evidence] : fitted.evidence) {
    if (std::ranges::count(fitted.unidentified, name) > 0) continue;
    const core::Parameter& from = prior.parameters.at(name);
    profile.parameters.at(name).source = fmt::format(
        "fitted by treering calibrate to {} of {} from {:.4g} with spread {:.2g}, {}",
        core::counted(evidence.rows, "published row"), core::counted(evidence.systems, "cluster"),
        from.value, from.spread, from.source);
  }
}

}  // namespace

JointCalibration calibrate_jointly(const core::Profile& prior,
                                   const std::vector<Observation>& observations) {
  const auto rows = pointers_to(observations);
  const FitOptions options;
  Fitted fitted = fit(prior, rows, options);
  JointCalibration result;
  for (std::size_t i = 0; i < fitted.log_residuals.size(); ++i) {
    if (std::abs(fitted.log_residuals[i]) > kFarInNoise * options.noise)
      result.far.push_back(rows[i]);
  }
  result.profile = fitted.profile;
  name_sources(prior, fitted, result.profile);
  result.profile.fitted_rows = marks_of(rows);
  result.before = compared(prior, rows);
  result.after = compared(result.profile, rows);
  result.scales = std::move(fitted.scales);
  result.evidence = std::move(fitted.evidence);
  result.unidentified = std::move(fitted.unidentified);
  return result;
}

}  // namespace treering::tuner::calibration
