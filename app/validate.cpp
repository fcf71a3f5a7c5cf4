#include "app/validate.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "app/setup/time_model.h"
#include "core/text/field.h"
#include "core/unit_text.h"
#include "tuner/profiles.h"

namespace treering::app {
namespace {

using tuner::calibration::Compared;

std::vector<tuner::calibration::Scored> by_cost(const std::vector<Compared>& rows) {
  std::vector<tuner::calibration::Scored> scored;
  for (const Compared& row : rows) scored.push_back(row.cost);
  return scored;
}

void compare(const core::Profile& profile, ValidateReport& report) {
  report.rows = tuner::calibration::compared(
      profile, tuner::calibration::pointers_to(report.runs->gathered.observations));
  std::ranges::partition_copy(
      report.rows, std::back_inserter(report.apart), std::back_inserter(report.main),
      [](const Compared& row) { return tuner::calibration::is_apart(row.seen()); });
  const auto seen = tuner::calibration::seen_in(report.main);
  report.fitted_rows =
      tuner::calibration::count_fitted(profile, tuner::calibration::seen_in(report.rows));
  report.replicates = tuner::calibration::predicted_by_replicates(seen);
  report.picks = {tuner::calibration::picks_of(by_cost(report.main)),
                  tuner::calibration::picks_of(tuner::calibration::scored_by_nccl(seen))};
}

/// From the priors: the shipped profile has seen published measurements.
void cross_validate(ValidateReport& report) {
  report.cross = tuner::calibration::cross_validate(tuner::prior_profile(),
                                                    tuner::calibration::seen_in(report.main));
  report.cross_picks = tuner::calibration::picks_of(report.cross->unanchored);
}

/// A note where the profile was fitted to predicted rows; empty where it shows no such fit.
std::string note_on_seen(const core::Profile& profile, const ValidateReport& report) {
  if (report.fitted_rows > 0) {
    return fmt::format(
        "{} of {} have the call, the job and the time of rows that profile {} was fitted to: their "
        "errors show how well it fits, not how well it predicts",
        report.fitted_rows, core::counted(report.rows.size(), "row"), profile.name);
  }
  const std::size_t corrected =
      tuner::calibration::count_corrected(profile, tuner::calibration::seen_in(report.rows));
  // Other profiles inherit the shipped profile's marks, which do not cover their own corrections.
  const bool has_marks = profile.fitted_rows != tuner::shipped_profile().fitted_rows;
  if (corrected == 0 || has_marks) return "";
  return fmt::format(
      "profile {} has corrections for the job and the size of {} of {} and does not say which "
      "rows they come from: if from these, the errors show how well it fits, not how well it "
      "predicts",
      profile.name, corrected, core::counted(report.rows.size(), "row"));
}

/// A note where the rows of one job come from several machines; a table of systems names them.
std::string note_on_gpus(const ValidateRequest& request, const measurements::Runs& runs) {
  if (request.runs.is_about_many()) return "";
  const auto& observations = runs.gathered.observations;
  return tuner::calibration::note_on_mixture(
      tuner::calibration::by_gpu(runs.set.rows, observations),
      {runs.topology, observations.front().kind.gpu});
}

core::Result<void> check_cross_validation(const ValidateRequest& request) {
  if (request.cross == CrossValidation::Off || request.runs.is_about_many()) return {};
  return core::usage_error(core::field("cross-validate"), "given without ⟨systems⟩",
                           "expected the runs of several clusters");
}

}  // namespace

core::Result<ValidateReport> answer(const ValidateRequest& request) {
  const auto checked = check_cross_validation(request);
  if (!checked) return core::fail(checked.error());
  const auto options = setup::time_model_options(request.runs.time_model);
  if (!options) return core::fail(options.error());
  const auto possible = measurements::check_runs(request.runs);
  if (!possible) return core::fail(possible.error());
  auto runs = measurements::read_runs(request.runs, options->profile, options->network);
  if (!runs) return core::fail(runs.error());
  ValidateReport report;
  report.runs = std::make_shared<const measurements::Runs>(*std::move(runs));
  report.profile = options->profile.name;
  compare(options->profile, report);
  if (request.cross == CrossValidation::On) cross_validate(report);
  report.notes = report.runs->notes;
  for (std::string note :
       {note_on_gpus(request, *report.runs), note_on_seen(options->profile, report)}) {
    if (!note.empty()) report.notes.push_back(std::move(note));
  }
  return report;
}

}  // namespace treering::app
