#include <algorithm>
#include <iterator>

#include "cli/clock.h"
#include "cli/commands.h"
#include "cli/names.h"
#include "cli/validate_report.h"
#include "tuner/calibration/twins.h"
#include "tuner/profiles.h"

namespace treering::cli {
namespace {

using tuner::Compared;

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

std::vector<tuner::Scored> by_cost(const std::vector<Compared>& rows) {
  std::vector<tuner::Scored> scored;
  for (const Compared& row : rows) scored.push_back(row.cost);
  return scored;
}

void compare(const core::Profile& profile, ValidateReport& report) {
  report.rows = tuner::compared(profile, tuner::pointers_to(report.runs.gathered.observations));
  std::ranges::partition_copy(report.rows, std::back_inserter(report.apart),
                              std::back_inserter(report.main),
                              [](const Compared& row) { return tuner::is_apart(row.seen()); });
  const auto seen = tuner::seen_in(report.main);
  report.twins = tuner::predicted_by_twins(seen);
  report.picks = {tuner::picks_of(by_cost(report.main)),
                  tuner::picks_of(tuner::scored_by_nccl(seen))};
}

/// From the priors: the shipped profile has seen published measurements.
void cross_validate(ValidateReport& report) {
  report.cross = tuner::cross_validate(tuner::prior_profile(), tuner::seen_in(report.main));
  report.cross_picks = tuner::picks_of(report.cross->unanchored);
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
  return answer;
}

}  // namespace treering::cli
