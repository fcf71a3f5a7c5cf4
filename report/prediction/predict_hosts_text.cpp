#include <algorithm>

#include <fmt/format.h>

#include "core/units.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/prediction/predict_text.h"
#include "report/remarks.h"
#include "tuner/advice/recommend.h"

namespace treering::report::prediction {
namespace {

using app::hosts::HostPrediction;
using app::hosts::PredictHostsReport;
using core::Align;
using tuner::advice::HostChoices;
using tuner::advice::SizedChoice;

std::string busbw_figure(const HostPrediction& row, int ranks) {
  const core::Bandwidth algbw = core::Bytes::of(row.bytes) / row.expected.estimate.time;
  // Links of Ethernet are far below the bandwidths that nccl-tests' two decimals are for.
  return significant((algbw * core::bus_factor(row.collective, ranks)).in_gb_per_s());
}

std::string interval_of(const HostPrediction& row) {
  const auto& interval = *row.expected.estimate.interval;
  return interval_figure(interval.low, interval.high);
}

std::string measured_figure(const std::optional<double>& us) {
  return us ? time_figure(core::Duration::from_us(*us)) : "-";
}

/// What stands beside an algorithm: "own", "best".
std::string mark_of(const HostPrediction& row) {
  if (row.is_own) return row.is_best ? "own, best" : "own";
  return row.is_best ? "best" : "";
}

std::vector<FittedColumn> all_columns() {
  return {{{"  collective", Align::Left}},
          {{"size"}},
          {{"algorithm", Align::Left}},
          {{"time", Align::Right, 0, "(us)"}},
          {{"80 % interval", Align::Right, 0, "(us)"}},
          {{"busbw", Align::Right, 0, "(GB/s)"}, 1},
          {{"measured", Align::Right, 0, "(us)"}},
          {{"", Align::Left}}};
}

std::vector<std::string> all_cells(const HostPrediction& row, int ranks) {
  return {"  " + std::string(core::name_of(row.collective)),
          core::format_size(row.bytes),
          row.algorithm,
          time_figure(row.expected.estimate.time),
          interval_of(row),
          busbw_figure(row, ranks),
          measured_figure(row.measured_us),
          mark_of(row)};
}

std::vector<FittedColumn> best_columns() {
  return {{{"  collective", Align::Left}},
          {{"size"}},
          {{"own choice", Align::Left}},
          {{"time", Align::Right, 0, "(us)"}},
          {{"best", Align::Left}},
          {{"time", Align::Right, 0, "(us)"}},
          {{"80 % interval", Align::Right, 0, "(us)"}},
          {{"busbw", Align::Right, 0, "(GB/s)"}, 1},
          {{"measured", Align::Right, 0, "(us)"}}};
}

/// \pre the rows are those of one size
std::vector<std::string> best_cells(std::span<const HostPrediction> rows, int ranks) {
  const auto best = std::ranges::find_if(rows, &HostPrediction::is_best);
  const auto own = std::ranges::find_if(rows, &HostPrediction::is_own);
  return {"  " + std::string(core::name_of(best->collective)),
          core::format_size(best->bytes),
          own == rows.end() ? "-" : own->algorithm,
          own == rows.end() ? "-" : time_figure(own->expected.estimate.time),
          best->algorithm,
          time_figure(best->expected.estimate.time),
          interval_of(*best),
          busbw_figure(*best, ranks),
          measured_figure(best->measured_us)};
}

bool is_same_size(const HostPrediction& a, const HostPrediction& b) {
  return a.collective == b.collective && a.bytes == b.bytes;
}

TableRows best_rows(const PredictHostsReport& report) {
  TableRows rows;
  for (auto first = report.rows.begin(); first != report.rows.end();) {
    const auto last = std::find_if_not(first, report.rows.end(),
                                       [&](const auto& row) { return is_same_size(*first, row); });
    rows.push_back(best_cells({first, last}, report.job.ranks));
    first = last;
  }
  return rows;
}

std::string sizes_text(const SizedChoice& choice) {
  std::string first = core::format_size(choice.first);
  if (choice.first == choice.last) return first;
  return fmt::format("{} to {}", first, core::format_size(choice.last));
}

std::string choice_text(const SizedChoice& choice) {
  constexpr double kPercent = 100;
  if (choice.algorithm.empty()) return sizes_text(choice) + ": the library's own choice";
  return fmt::format("{}: {}, {:.2f} times as fast as the library's own choice, {:.0f} % sure",
                     sizes_text(choice), choice.algorithm, choice.gain,
                     kPercent * choice.confidence);
}

std::string host_advice_text(const PredictHostsReport& report, std::size_t width) {
  const auto& advice = report.recommendation;
  std::string text =
      "#\n" + remark(fmt::format("recommended, going by {}: another algorithm only where it is "
                                 "surely faster, by {} or more",
                                 advice.evidence, tuner::advice::least_gain_text()),
                     0, width);
  for (const HostChoices& one : advice.collectives) {
    text += remark(fmt::format("{}:", core::name_of(one.collective)), 0, width);
    if (!one.why_not.empty()) text += dashed_remark(one.why_not, width);
    for (const SizedChoice& choice : one.choices) text += dashed_remark(choice_text(choice), width);
  }
  return text;
}

}  // namespace

std::string predict_hosts_text(const PredictHostsReport& report, const HostTextOptions& options) {
  const bool is_all = options.rows == HostRows::All;
  TableRows rows;
  if (is_all) {
    for (const HostPrediction& row : report.rows) rows.push_back(all_cells(row, report.job.ranks));
  } else {
    rows = best_rows(report);
  }
  std::vector<FittedColumn> columns = is_all ? all_columns() : best_columns();
  if (options.is_quiet) return plain_rows(columns, rows);
  const std::size_t width = options.display.text_width();
  const std::string parameters = report.is_assumed ? "with assumed parameters, none of them fitted"
                                                   : "profile " + report.profile;
  return remark(fmt::format("treering: {}; the model of hosts, {}", report.job_text, parameters), 0,
                width) +
         "#\n" + grouped_table(std::move(columns), rows, options.display.width) +
         host_advice_text(report, width);
}

}  // namespace treering::report::prediction
