#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/table.h"
#include "core/units.h"
#include "report/display.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/measurements/validate_text.h"
#include "report/remarks.h"
#include "sim/hosts/host_profile.h"

namespace treering::report::measurements {
namespace {

using app::hosts::HostGroup;
using core::Align;
using core::TextTable;
using tuner::hosts::FittedParameter;
using tuner::hosts::HostScore;
using tuner::hosts::ScoredCall;

std::string_view meaning_of_host_parameter(std::string_view name) {
  for (const auto& entry : sim::hosts::kQuantities) {
    const bool is_it =
        name.ends_with(entry.name) && name[name.size() - entry.name.size() - 1] == '.';
    if (is_it) return entry.meaning;
  }
  return "";
}

std::string parameters_text(const app::hosts::CalibrateHostsReport& report, std::size_t width) {
  TextTable table({{"  parameter", Align::Left}, {"before"}, {"after"}, {"error"}, {"learned"}});
  for (const FittedParameter& one : report.parameters) {
    const bool has_error = one.after.spread > 0;
    table.add_row({"  " + one.name, fmt::format("{:.4g}", one.before.value),
                   fmt::format("{:.4g}", one.after.value),
                   share_figure(one.after.spread, has_error ? 1 : 0),
                   share_figure(one.variance_removed, has_error && one.is_identified ? 1 : 0)});
  }
  std::string text =
      "#\n" +
      remark(
          "learned: the share of the uncertainty (variance) that these calls removed; -: they do "
          "not determine the parameter, which stays as it was",
          0, width) +
      "#\n" + table.heading("#") + table.body() + "#\n";
  for (const FittedParameter& one : report.parameters) {
    text +=
        dashed_remark(fmt::format("{}: {}", one.name, meaning_of_host_parameter(one.name)), width);
  }
  return text;
}

void add_score(std::string_view name, const HostScore& score, TextTable& table) {
  table.add_row({fmt::format("  {}", name), fmt::format("{}", score.calls),
                 share_figure(score.median, score.calls), share_figure(score.p90, score.calls),
                 share_figure(score.covered, score.calls)});
}

TextTable score_table(const char* title) {
  return TextTable({{title, Align::Left}, {"calls"}, {"median"}, {"p90"}, {"inside"}});
}

constexpr std::string_view kErrorMeans =
    "error: |expected / measured - 1|; p90: nine calls in ten are nearer; inside: share of calls "
    "in the 80 % interval";
constexpr std::string_view kUnseen =
    "each call by a fit to the half of the algorithms in which neither its own is nor one that "
    "sends the same messages";

std::string groups_text(const char* title, const std::vector<HostGroup>& groups) {
  TextTable table = score_table(title);
  for (const HostGroup& group : groups) add_score(group.name, group.score, table);
  return "#\n" + table.heading("#") + table.body();
}

std::vector<FittedColumn> row_columns() {
  return {{{"  collective", Align::Left}},
          {{"what ran", Align::Left}},
          {{"ranks"}},
          {{"size"}},
          {{"measured", Align::Right, 0, "(us)"}},
          {{"expected", Align::Right, 0, "(us)"}},
          {{"80 % interval", Align::Right, 0, "(us)"}},
          {{"error"}}};
}

std::vector<std::string> row_cells(const ScoredCall& row) {
  const auto& one = row.call.configuration();
  const auto& estimate = row.expected.estimate;
  constexpr double kPercent = 100;
  return {"  " + std::string(core::name_of(one.call.collective)),
          one.pair ? way_text(one) : row.call.algorithm,
          fmt::format("{}", row.call.job.ranks),
          core::format_size(one.call.bytes),
          time_figure(core::Duration::from_us(row.call.measured_us)),
          time_figure(estimate.time),
          interval_figure(estimate.interval->low, estimate.interval->high),
          fmt::format("{:+.1f} %", kPercent * row.relative_error())};
}

/// A profile is named where it has something for the calls.
std::string judged_by(const app::hosts::ValidateHostsReport& report) {
  if (report.profile.empty()) return std::string(kUnseen);
  if (report.assumed_jobs.size() < report.jobs.size()) return "by profile " + report.profile;
  return fmt::format("by assumed parameters: profile {} has none for these calls", report.profile);
}

}  // namespace

std::string calibrate_hosts_text(const app::hosts::CalibrateHostsReport& report,
                                 const Display& display) {
  const std::size_t width = display.text_width();
  TextTable scores = score_table("  error");
  add_score("before", report.before, scores);
  add_score("after, unseen", report.after, scores);
  return remark(fmt::format("treering: calibrated to {}: {}", core::counted(report.calls, "call"),
                            fmt::join(report.jobs, "; ")),
                0, width) +
         parameters_text(report, width) + "#\n" + remark(kErrorMeans, 0, width) +
         remark(fmt::format("unseen: {}", kUnseen), 0, width) + "#\n" + scores.heading("#") +
         scores.body() + remark_list("left out", report.left_out, "", width);
}

std::string validate_hosts_text(const app::hosts::ValidateHostsReport& report, bool is_quiet,
                                const Display& display) {
  TableRows rows;
  for (const ScoredCall& row : report.rows) rows.push_back(row_cells(row));
  if (is_quiet) return plain_rows(row_columns(), rows);
  const std::size_t width = display.text_width();
  TextTable all = score_table("  all");
  add_score("all", report.all, all);
  const std::string judged = judged_by(report);
  return remark(
             fmt::format("treering: the model of hosts beside {}: {}",
                         core::counted(report.rows.size(), "call"), fmt::join(report.jobs, "; ")),
             0, width) +
         remark(judged, 0, width) + remark(kErrorMeans, 0, width) +
         groups_text("  algorithm", report.by_algorithm) + groups_text("  size", report.by_size) +
         "#\n" + all.heading("#") + all.body() + "#\n" +
         grouped_table(row_columns(), rows, display.width) +
         remark_list("left out", report.left_out, "", width);
}

}  // namespace treering::report::measurements
