#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/setup.h"
#include "core/text/table.h"
#include "core/units.h"
#include "report/display.h"
#include "report/measurements/validate_text.h"
#include "report/remarks.h"
#include "sim/cost/terms/quantity.h"

namespace treering::report::measurements {
namespace {

// Sentences for errors and intervals that a user of a profile has to know about.

/// "the 90th percentile got worse: 31 % before, 40 % after", for the median likewise; empty where
/// both are as good as before, to a percent.
std::string worsening(std::string_view size, const tuner::calibration::Score& was,
                      const tuner::calibration::Score& is) {
  constexpr double kVisible = 0.005;
  std::vector<std::string> parts;
  const auto compare = [&](std::string_view what, double before, double after) {
    if (after > before + kVisible) {
      parts.push_back(fmt::format("the {} got worse: {} before, {} after", what,
                                  share_figure(before, was.rows), share_figure(after, is.rows)));
    }
  };
  compare("median", was.median, is.median);
  compare("90th percentile", was.p90, is.p90);
  return parts.empty() ? "" : fmt::format("{}: {}", size, fmt::join(parts, "; "));
}

/// Whether fewer rows are inside than 80 % intervals hold, by more than chance (two standard
/// deviations of a binomial distribution).
bool is_too_narrow(const tuner::calibration::Score& score) {
  constexpr double kExpected = 0.8;
  if (score.rows == 0) return false;
  const double deviation = std::sqrt(kExpected * (1 - kExpected) / static_cast<double>(score.rows));
  return score.covered < kExpected - 2 * deviation;
}

/// Where the profile is worse than the one before, all sizes first; what is better needs no words.
/// \pre both have the same sizes
std::string worsenings(const std::vector<NamedScores>& old, const std::vector<NamedScores>& now,
                       std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const std::string size = now[i].size == "all" ? "all sizes" : std::string(now[i].size);
    text += dashed_remark(worsening(size, old[i].scores.cost, now[i].scores.cost), width);
  }
  if (text.empty()) return "";
  return "#\n" + remark("Worse than before:", 0, width) + text +
         remark("Compare with the rows of treering validate before you use this profile there.", 0,
                width);
}

/// For which sizes the intervals hold less than they say.
std::string narrow_intervals(const std::vector<NamedScores>& now, std::size_t width) {
  std::vector<std::string> sizes;
  for (const NamedScores& one : now) {
    const tuner::calibration::Score& score = one.scores.cost;
    if (!is_too_narrow(score)) continue;
    const std::string share = share_figure(score.covered, score.rows);
    sizes.push_back(one.size == "all" ? fmt::format("{} of all {} rows", share, score.rows)
                                      : fmt::format("{} of {} ({})", share, score.rows, one.size));
  }
  if (sizes.empty()) return "";
  return "#\n" + remark(fmt::format("The 80 % intervals are too narrow here: they hold {}. Go by "
                                    "the errors above.",
                                    fmt::join(sizes, ", ")),
                        0, width);
}

using app::measurements::GatheredRuns;
using core::Align;
using core::TextTable;
using tuner::calibration::Compared;

std::string heading(const GatheredRuns& runs, std::size_t used, std::size_t width) {
  return remark(
      fmt::format("treering: calibrated to {} of {}", core::counted(used, "row"), runs.machines), 0,
      width);
}

std::string row_name(const GatheredRuns& runs, const tuner::calibration::Observation& seen) {
  const tuner::Measurement& row = runs.measurement(seen);
  return fmt::format("{}:{}: {} of {} in {:.4g} us", row.file, row.line, name_of(seen.collective),
                     core::format_size(row.bytes), seen.measured_us);
}

std::vector<std::string> rejected_items(
    const GatheredRuns& runs, const std::vector<const tuner::calibration::Observation*>& far) {
  std::vector<std::string> items = app::setup::all_texts_of(runs.set.rejected);
  for (const tuner::calibration::Skipped& one : runs.gathered.skipped) {
    items.push_back(fmt::format("{}, {}: {}", one.id.empty() ? "-" : one.id,
                                core::counted(one.rows, "row"), one.reason));
  }
  for (const tuner::calibration::Observation* seen : far) {
    items.push_back(row_name(runs, *seen) + ", far from all its neighbours in size");
  }
  return items;
}

std::string before_and_after(std::string_view of_what, const std::vector<Compared>& before,
                             const std::vector<Compared>& after, std::size_t width) {
  TextTable table({{"  error", Align::Left},
                   {"rows"},
                   {"before", Align::Right, 0, "median"},
                   {"", Align::Right, 0, "p90"},
                   {"after", Align::Right, 0, "median"},
                   {"", Align::Right, 0, "p90"},
                   {"", Align::Right, 0, "inside"}});
  const auto old = by_size(tuner::calibration::scores_by_size(before));
  const auto now = by_size(tuner::calibration::scores_by_size(after));
  for (std::size_t i = 0; i < now.size(); ++i) {
    const tuner::calibration::Score& was = old[i].scores.cost;
    const tuner::calibration::Score& is = now[i].scores.cost;
    table.add_row({fmt::format("  {}", now[i].size), fmt::format("{}", is.rows),
                   share_figure(was.median, was.rows), share_figure(was.p90, was.rows),
                   share_figure(is.median, is.rows), share_figure(is.p90, is.rows),
                   share_figure(is.covered, is.rows)});
  }
  return "#\n" +
         remark(
             "error: |predicted / measured - 1|; p90: nine rows in ten are nearer; inside: share "
             "of rows in the 80 % interval",
             0, width) +
         remark(of_what, 0, width) + "#\n" + table.heading("#") + table.body() +
         worsenings(old, now, width) + narrow_intervals(now, width);
}

/// Explains the column `learned`.
std::string learned_remark(std::size_t width) {
  return "#\n" +
         remark(
             "learned: the share of the uncertainty (variance) that these rows removed; -: they "
             "do not determine the parameter, which stays as it was",
             0, width) +
         "#\n";
}

std::string figure(double value) {
  return fmt::format("{:.4g}", value);
}

/// The meaning of a parameter, by its name in quantities.def, where "{gpu}" is any word.
std::string_view meaning_of(std::string_view name) {
  const std::string_view rest = name.substr(std::min(name.find('.'), name.size()));
  for (const sim::cost::terms::QuantityEntry& quantity : sim::cost::terms::kQuantities) {
    if (quantity.name == name) return quantity.meaning;
    constexpr std::string_view kAnyGpu = "{gpu}";
    if (quantity.name.starts_with(kAnyGpu) && quantity.name.substr(kAnyGpu.size()) == rest)
      return quantity.meaning;
  }
  return "";
}

enum class Names { WithMeaning, Bare };

TextTable parameter_table(const core::Profile& base,
                          const tuner::calibration::SystemCalibration& found, Names names) {
  TextTable table({{"  parameter", Align::Left}, {"before"}, {"after"}, {"error"}, {"learned"}});
  for (const auto& [name, evidence] : found.fitted) {
    const core::Parameter& after = found.profile.parameters.at(name);
    const bool is_unknown = std::ranges::count(found.unidentified, name) > 0;
    const std::string title =
        names == Names::Bare ? "  " + name : fmt::format("  {} ({})", meaning_of(name), name);
    table.add_row({title, figure(base.parameters.at(name).value), figure(after.value),
                   share_figure(after.spread, 1),
                   share_figure(evidence.variance_removed, is_unknown ? 0 : 1)});
  }
  return table;
}

std::string parameters_text(const core::Profile& base,
                            const tuner::calibration::SystemCalibration& found, std::size_t width) {
  const TextTable whole = parameter_table(base, found, Names::WithMeaning);
  const std::string heading = whole.heading("#");
  if (core::display_width(heading.substr(0, heading.find('\n'))) <= width)
    return learned_remark(width) + heading + whole.body();
  const TextTable bare = parameter_table(base, found, Names::Bare);
  std::string text = learned_remark(width) + bare.heading("#") + bare.body() + "#\n";
  for (const auto& [name, evidence] : found.fitted) {
    text += dashed_remark(fmt::format("{}: {}", name, meaning_of(name)), width);
  }
  return text;
}

/// Names the rows of the errors, and whether the fit has seen them.
std::string tried_on(const tuner::calibration::SystemCalibration& found) {
  const std::size_t rows = found.after.size();
  switch (found.trial) {
    case tuner::calibration::Trial::Rest:
      return fmt::format("of rows that the fit did not see: {} between the ends of series",
                         core::counted(rows, "row"));
    case tuner::calibration::Trial::LeftOut:
      return fmt::format("of rows that the fit did not see: {}, each by a fit to {}",
                         core::counted(rows, "row"),
                         rows > 5 ? "the other four fifths" : "the others");
    case tuner::calibration::Trial::Seen:
      return "of the only row, which the fit has seen: nothing is known of others";
  }
  return "";
}

std::string corrections_line(const core::Profile& profile) {
  std::size_t points = 0;
  for (const core::Correction& one : profile.corrections) points += one.points.size();
  if (points == 0) return "";
  return fmt::format("#\n# {} between measured sizes, for {}\n",
                     core::counted(points, "correction"),
                     core::counted(profile.corrections.size(), "sweep"));
}

std::string parameters_text(const tuner::calibration::JointCalibration& found, std::size_t width) {
  TextTable table({{"  parameter", Align::Left},
                   {"value"},
                   {"unit", Align::Left},
                   {"error"},
                   {"learned"},
                   {"rows"},
                   {"clusters"}});
  for (const auto& [name, evidence] : found.evidence) {
    const core::Parameter& one = found.profile.parameters.at(name);
    const bool is_unknown = std::ranges::count(found.unidentified, name) > 0;
    table.add_row({"  " + name, fmt::format("{:.4g}", one.value), one.unit,
                   share_figure(one.spread, 1),
                   share_figure(evidence.variance_removed, is_unknown ? 0 : 1),
                   fmt::format("{}", evidence.rows), fmt::format("{}", evidence.systems)});
  }
  return learned_remark(width) + table.heading("#") + table.body();
}

std::vector<std::string> names_of_scales() {
  std::vector<std::string> names;
  for (const sim::cost::terms::QuantityEntry& quantity : sim::cost::terms::kQuantities) {
    if (quantity.name.starts_with(tuner::calibration::kScalePrefix))
      names.emplace_back(quantity.name);
  }
  return names;
}

std::string systems_text(const tuner::calibration::JointCalibration& found, std::size_t width) {
  const std::vector<std::string> names = names_of_scales();
  std::vector<core::Column> columns{{"  cluster", Align::Left}};
  for (const std::string& name : names) {
    columns.push_back({name.substr(tuner::calibration::kScalePrefix.size())});
  }
  TextTable table(std::move(columns));
  for (const auto& [system, scales] : found.scales) {
    std::vector<std::string> cells{"  " + system};
    for (const std::string& name : names) {
      const auto scale = scales.find(name);
      cells.push_back(scale == scales.end() ? "-" : fmt::format("{:.2f}", scale->second));
    }
    table.add_row(std::move(cells));
  }
  std::string meanings;
  for (const std::string& name : names) {
    meanings += fmt::format("{}{} ({})", meanings.empty() ? "" : "; ", meaning_of(name), name);
  }
  return "#\n" +
         remark("how clusters differ from the parameters, as a factor for each scale: " + meanings,
                0, width) +
         "#\n" + table.heading("#") + table.body();
}

/// How many rows of each run.
std::vector<std::string> far_items(const std::vector<const tuner::calibration::Observation*>& far) {
  std::map<std::string, std::size_t> runs;
  for (const tuner::calibration::Observation* seen : far) ++runs[seen->series];
  std::vector<std::string> items;
  for (const auto& [name, rows] : runs) {
    items.push_back(fmt::format("{}: {}", name, core::counted(rows, "row")));
  }
  return items;
}

std::string text_of(const GatheredRuns& runs, const core::Profile& before,
                    const tuner::calibration::SystemCalibration& found, std::size_t width) {
  return heading(runs, found.used.size(), width) + parameters_text(before, found, width) +
         corrections_line(found.profile) +
         before_and_after(tried_on(found), found.before, found.after, width) +
         remark_list("rejected", rejected_items(runs, found.rejected), "", width) +
         remark_list(kNearestVersions, runs.nearest_versions, "", width);
}

std::string text_of(const GatheredRuns& runs, const tuner::calibration::JointCalibration& found,
                    std::size_t width) {
  return heading(runs, found.after.size(), width) + parameters_text(found, width) +
         systems_text(found, width) +
         before_and_after("without the clusters' own scales", found.before, found.after, width) +
         remark_list("rejected", rejected_items(runs, {}), "", width) +
         remark_list(kNearestVersions, runs.nearest_versions, "", width) +
         remark_list("far off even so, so that they count little", far_items(found.far), "", width);
}

}  // namespace

std::string calibrate_text(const app::CalibrateReport& report, const Display& display) {
  const std::size_t width = display.text_width();
  const auto* const of_one = std::get_if<tuner::calibration::SystemCalibration>(&report.found);
  if (of_one != nullptr) return text_of(*report.runs, report.before, *of_one, width);
  return text_of(*report.runs, std::get<tuner::calibration::JointCalibration>(report.found), width);
}

}  // namespace treering::report::measurements
