#include "app/validate.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "app/setup/time_model.h"
#include "core/text/field.h"
#include "core/units.h"
#include "tuner/profiles.h"

namespace treering::app {
namespace {

using tuner::calibration::Compared;
using tuner::calibration::Observation;

std::vector<tuner::calibration::Scored> by_cost(const std::vector<Compared>& rows) {
  std::vector<tuner::calibration::Scored> scored;
  for (const Compared& row : rows) scored.push_back(row.cost);
  return scored;
}

std::vector<Compared> rows_of(const std::vector<Compared>& rows,
                              const std::function<bool(const Observation&)>& counts) {
  std::vector<Compared> some;
  std::ranges::copy_if(rows, std::back_inserter(some),
                       [&](const Compared& row) { return counts(row.seen()); });
  return some;
}

/// The rows that count, where others stand apart.
std::vector<Compared> main_rows(const std::vector<Compared>& rows) {
  return rows_of(rows, std::not_fn(tuner::calibration::is_apart));
}

/// Rows that no parameter of the profile has seen.
std::vector<Compared> unfitted(const std::vector<Compared>& rows, const core::Profile& profile) {
  return rows_of(
      rows, [&](const Observation& seen) { return !tuner::calibration::is_fitted(profile, seen); });
}

ValidateScores scores_of(const std::vector<Compared>& rows, const core::Profile& profile) {
  const std::vector<Compared> main = main_rows(rows);
  ValidateScores scores;
  scores.by_id = tuner::calibration::by_id(rows);
  scores.groups = tuner::calibration::by_group(rows);
  scores.main = tuner::calibration::scores_by_size(main);
  scores.by_models = tuner::calibration::by_models(main);
  scores.unfitted = tuner::calibration::by_kind(unfitted(main, profile));
  scores.apart = tuner::calibration::scores_of(rows_of(rows, tuner::calibration::is_apart));
  for (const std::string_view stratum : tuner::calibration::kStrataApart) {
    const auto some =
        rows_of(rows, [&](const Observation& seen) { return seen.stratum == stratum; });
    scores.strata_apart.push_back({std::string(stratum), tuner::calibration::scores_by_size(some),
                                   tuner::calibration::by_models(some)});
  }
  scores.replicates = tuner::calibration::scores_by_size(
      tuner::calibration::predicted_by_replicates(tuner::calibration::seen_in(main)));
  return scores;
}

ModelPicks picks_of(const std::vector<Compared>& rows) {
  return {tuner::calibration::picks_of(by_cost(rows)),
          tuner::calibration::picks_of(
              tuner::calibration::scored_by_nccl(tuner::calibration::seen_in(rows)))};
}

/// From the priors: the shipped profile has seen published measurements.
CrossScores cross_validated(const std::vector<Compared>& rows) {
  auto cross =
      tuner::calibration::cross_validate(tuner::prior_profile(), tuner::calibration::seen_in(rows));
  using tuner::calibration::scores_by_size;
  using tuner::floors::Knowing;
  CrossScores scores{scores_by_size(cross.unanchored),
                     scores_by_size(cross.anchored),
                     scores_by_size(cross.swept),
                     scores_by_size(cross.interpolated),
                     scores_by_size(cross.larger),
                     tuner::calibration::picks_of(cross.unanchored),
                     tuner::floors::floor_groups(cross.unanchored, Knowing::Model),
                     tuner::floors::floor_groups(cross.unanchored, Knowing::Published)};
  scores.rows = std::move(cross);
  return scores;
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
std::string note_on_gpus(const ValidateRequest& request, const measurements::GatheredRuns& runs) {
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
  auto runs = measurements::gathered_runs(request.runs, options->profile, options->network);
  if (!runs) return core::fail(runs.error());
  ValidateReport report;
  report.runs = std::make_shared<const measurements::GatheredRuns>(*std::move(runs));
  report.profile = options->profile.name;
  report.rows = tuner::calibration::compared(
      options->profile, tuner::calibration::pointers_to(report.runs->gathered.observations));
  report.fitted_rows =
      tuner::calibration::count_fitted(options->profile, tuner::calibration::seen_in(report.rows));
  report.scores = scores_of(report.rows, options->profile);
  const std::vector<Compared> main = main_rows(report.rows);
  report.picks = picks_of(main);
  if (request.cross == CrossValidation::On) report.cross = cross_validated(main);
  report.notes = report.runs->notes;
  for (std::string note :
       {note_on_gpus(request, *report.runs), note_on_seen(options->profile, report)}) {
    if (!note.empty()) report.notes.push_back(std::move(note));
  }
  return report;
}

}  // namespace treering::app
