#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/options/names.h"
#include "cli/output/time_model.h"
#include "cli/validate/validate_report.h"
#include "core/text/quote.h"
#include "core/unit_text.h"
#include "tuner/calibration/fitted_rows.h"
#include "tuner/calibration/mixture.h"
#include "tuner/calibration/replicates.h"
#include "tuner/profiles.h"

namespace treering::cli {
namespace {

using tuner::calibration::Compared;

std::string render(const ValidateReport& report, Format format) {
  switch (format) {
    case Format::Text:
      return validate_text(report);
    case Format::Json:
      return validate_json(report);
    case Format::Csv:
      return validate_csv(report);
  }
  return "";
}

std::vector<tuner::calibration::Scored> by_cost(const std::vector<Compared>& rows) {
  std::vector<tuner::calibration::Scored> scored;
  for (const Compared& row : rows) scored.push_back(row.cost);
  return scored;
}

void compare(const core::Profile& profile, ValidateReport& report) {
  report.rows = tuner::calibration::compared(
      profile, tuner::calibration::pointers_to(report.runs.gathered.observations));
  std::ranges::partition_copy(
      report.rows, std::back_inserter(report.apart), std::back_inserter(report.main),
      [](const Compared& row) { return tuner::calibration::is_apart(row.seen()); });
  const auto seen = tuner::calibration::seen_in(report.main);
  report.fitted_rows =
      tuner::calibration::count_fitted(profile, tuner::calibration::seen_in(report.rows));
  report.twins = tuner::calibration::predicted_by_twins(seen);
  report.picks = {tuner::calibration::picks_of(by_cost(report.main)),
                  tuner::calibration::picks_of(tuner::calibration::scored_by_nccl(seen))};
}

/// From the priors: the shipped profile has seen published measurements.
void cross_validate(ValidateReport& report) {
  report.cross = tuner::calibration::cross_validate(tuner::prior_profile(),
                                                    tuner::calibration::seen_in(report.main));
  report.cross_picks = tuner::calibration::picks_of(report.cross->unanchored);
}

/// Where rows that are predicted have made the profile; empty where none has, as far as it says.
std::string note_on_seen(const core::Profile& profile, const ValidateReport& report) {
  if (report.fitted_rows > 0) {
    return fmt::format(
        "{} of {} have the call, the job and the time of rows that profile {} was fitted to: their "
        "errors say how well it fits, not how well it predicts",
        report.fitted_rows, core::counted(report.rows.size(), "row"), profile.name);
  }
  const std::size_t corrected =
      tuner::calibration::count_corrected(profile, tuner::calibration::seen_in(report.rows));
  // Those of the shipped profile, which any other lies over, say nothing of its corrections.
  const bool has_marks = profile.fitted_rows != tuner::shipped_profile().fitted_rows;
  if (corrected == 0 || has_marks) return "";
  return fmt::format(
      "profile {} has corrections for the job and the size of {} of {} and does not say what they "
      "were made from: if from these, the errors say how well it fits, not how well it predicts",
      profile.name, corrected, core::counted(report.rows.size(), "row"));
}

/// Of one job, whether its rows are of several machines; a table of systems says so itself.
std::string note_on_gpus(const Arguments& arguments, const Runs& runs) {
  if (arguments.has("systems")) return "";
  const auto& observations = runs.gathered.observations;
  return tuner::calibration::note_on_mixture(
      tuner::calibration::by_gpu(runs.set.rows, observations),
      {core::printable(arguments.positional(0)), observations.front().kind.gpu});
}

core::Result<void> check_cross_validation(const Arguments& arguments) {
  if (!arguments.has("cross-validate") || arguments.has("systems")) return {};
  return core::usage_error("--cross-validate", "given without --systems",
                           "expected the runs of several clusters");
}

}  // namespace

core::Result<Answer> run_validate(const Arguments& arguments, const Display& /*display*/) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  if (const auto checked = check_cross_validation(arguments); !checked) {
    return core::fail(checked.error());
  }
  const auto clock = read_clock(arguments, sim::Model::Cost);
  if (!clock) return core::fail(clock.error());
  const auto runs = read_runs(arguments, clock->profile, clock->network);
  if (!runs) return core::fail(runs.error());
  ValidateReport report{.runs = *runs, .profile = clock->profile.name};
  report.is_quiet = arguments.has("quiet");
  compare(clock->profile, report);
  if (arguments.has("cross-validate")) cross_validate(report);
  Answer answer{.text = render(report, *format)};
  answer.notes = runs->notes;
  for (std::string note : {note_on_gpus(arguments, *runs), note_on_seen(clock->profile, report)}) {
    if (!note.empty()) answer.notes.push_back(std::move(note));
  }
  return answer;
}

}  // namespace treering::cli
