#include "report/measurements/measure_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "report/display.h"
#include "report/figures.h"
#include "report/remarks.h"

namespace treering::report::measurements {

namespace {

/// "ring", "ring/ll/4 ch" with protocol and channels, "ring, in place, cold".
std::string carrier_text(const tuner::measure::Configuration& call, const std::string& algorithm) {
  sim::Way way = call.way;
  way.algorithm = algorithm;
  std::string text =
      call.pair || algorithm.empty() ? way_text(call) : tuner::measure::forced_text(way);
  if (text.empty()) text = "(own choice)";
  if (call.is_in_place) text += ", in place";
  if (call.cache == tuner::measure::Cache::Cold) text += ", cold";
  return text;
}

}  // namespace

core::Column number_column(const char* title, const char* unit) {
  return {title, core::Align::Right, 0, unit};
}

std::vector<FittedColumn> call_columns(const char* carrier) {
  return {{{"  collective", core::Align::Left}}, {{carrier, core::Align::Left}}, {{"size"}}};
}

std::vector<std::string> call_cells(const tuner::measure::Configuration& call,
                                    const std::string& algorithm) {
  return {"  " + std::string(name_of(call.call.collective)), carrier_text(call, algorithm),
          core::format_size(call.call.bytes)};
}

namespace {

using tuner::measure::Summary;

/// \param has_conditions whether some rows differ in nothing else
std::vector<FittedColumn> measure_columns(bool has_conditions) {
  std::vector<FittedColumn> columns = call_columns("algorithm");
  columns.insert(columns.end(), {{number_column("median", "(us)")},
                                 {number_column("95 % interval", "(us)")},
                                 {number_column("busbw", "(GB/s)"), 1},
                                 {number_column("average", "(us)"), 4, "nccl-tests' average"},
                                 {{"samples"}, 2},
                                 {{"launches"}, 5},
                                 {{"what ran", core::Align::Left}, 3},
                                 {{"wrong"}}});
  if (has_conditions) columns.push_back({{"measured under", core::Align::Left}});
  return columns;
}

core::Duration us(double value) {
  return core::Duration::from_us(value);
}

std::string interval_text(const Summary& row) {
  const auto& interval = row.precision->interval;
  std::string text = interval_figure(us(row.known.low), us(row.known.high));
  // Few launches, or samples that depend on each other, do not reach it.
  constexpr double kRounding = 0.001;
  if (interval.coverage < tuner::stats::kLevel - kRounding) {
    text += fmt::format(" ({:.0f} %)", std::floor(100 * interval.coverage));
  }
  return row.is_converged ? text : text + " open";
}

std::string busbw_text(const Summary& row) {
  const core::Bandwidth algbw =
      core::Bytes::of(row.configuration.call.bytes) / us(row.precision->median);
  const double factor = core::bus_factor(row.configuration.call.collective, row.ranks);
  const double gb_per_s = algbw.in_gb_per_s() * factor;
  // Small messages and slow links would all be 0.00.
  constexpr double kSlow = 0.1;
  if (gb_per_s < kSlow) return fmt::format("{:.2g}", gb_per_s);
  return bandwidth_figure(core::Bandwidth::from_gb_per_s(gb_per_s));
}

std::string seen_text(const Summary& row) {
  if (row.used.witness.empty()) return "-";
  return row.used.is_known() ? text_of(row.used) : "unknown messages";
}

std::vector<std::string> measure_cells(const Summary& row) {
  std::vector<std::string> cells = call_cells(row.configuration);
  if (!row.precision) {
    cells.insert(cells.end(), {"failed", "-", "-", "-", "0", "-", "-", "-"});
    return cells;
  }
  cells.insert(
      cells.end(),
      {time_figure(us(row.precision->median)), interval_text(row), busbw_text(row),
       row.average_us ? time_figure(us(*row.average_us)) : "-", fmt::format("{}", row.samples),
       fmt::format("{}", row.launches.size()), seen_text(row), fmt::format("{}", row.wrong)});
  return cells;
}

std::string title(const app::measuring::MeasureReport& report) {
  if (report.records.empty()) return "treering: nothing was measured";
  const auto& last = report.records.back();
  const auto library = last.environment.find("library");
  return fmt::format("treering: {} with {}{} on {} of {}{}",
                     report.is_emulated() ? "emulated, not measured," : "measured", report.runner,
                     library == last.environment.end() ? "" : " (" + library->second + ")",
                     core::counted(last.ranks, "rank"), core::counted(last.nodes, "node"),
                     report.is_stopped ? "; stopped before all was measured" : "");
}

}  // namespace

std::string measure_text(const app::measuring::MeasureReport& report, bool is_quiet,
                         const Display& display) {
  TableRows rows;
  for (const Summary& row : report.rows) rows.push_back(measure_cells(row));
  const std::vector<std::string> conditions = condition_texts(report.rows);
  const bool has_conditions =
      std::ranges::any_of(conditions, [](const std::string& one) { return !one.empty(); });
  for (std::size_t i = 0; has_conditions && i < rows.size(); ++i) {
    rows[i].push_back(conditions[i].empty() ? "-" : conditions[i]);
  }
  const std::vector<FittedColumn> columns = measure_columns(has_conditions);
  if (is_quiet) return plain_rows(columns, rows);
  const std::size_t width = display.text_width();
  std::string text = remark(title(report), 0, width);
  if (report.skipped > 0) {
    text += remark(fmt::format("{} taken from the file", core::counted(report.skipped, "result")),
                   0, width);
  }
  if (!rows.empty()) text += "#\n" + grouped_table(columns, rows, display.width);
  return text + remark_list("notes", report.notes, "", width);
}

/// "40 s", "3 min", "2.5 h": nobody waits by the millisecond.
std::string rough_time(core::Duration time) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  const double seconds = time.in_us() / 1e6;
  if (seconds < 2 * kMinute) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 2 * kHour) return fmt::format("{:.0f} min", seconds / kMinute);
  return fmt::format("{:.1f} h", seconds / kHour);
}

std::string progress_text(const tuner::measure::Progress& progress) {
  std::string text = fmt::format("{} of {}", progress.done, progress.all);
  if (const auto left = progress.left()) text += fmt::format(", {} left", rough_time(*left));
  if (progress.last == nullptr) return text;
  const auto& one = progress.last->trial.configuration;
  const std::string way = way_text(one);
  text += fmt::format(", {} {}{}{}", name_of(one.call.collective),
                      core::format_size(one.call.bytes), way.empty() ? "" : " ", way);
  if (!progress.last->error.empty()) return text + ": " + progress.last->error;
  if (!progress.last->median_us) return text;
  return text + ": " + core::format_duration(us(*progress.last->median_us));
}

}  // namespace treering::report::measurements
