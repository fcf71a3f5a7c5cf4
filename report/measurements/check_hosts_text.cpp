#include <fmt/format.h>

#include "core/units.h"
#include "report/display.h"
#include "report/figures.h"
#include "report/measurements/measure_text.h"
#include "report/remarks.h"

namespace treering::report::measurements {
namespace {

using tuner::hosts::Row;

std::vector<FittedColumn> host_columns(bool is_explained) {
  std::vector<FittedColumn> columns = call_columns("what ran");
  columns.insert(columns.end(), {{number_column("measured", "(us)")},
                                 {number_column("expected", "(us)")},
                                 {{"measured / expected"}}});
  if (is_explained) {
    columns.push_back({number_column("if the link is slow", "(us)")});
    columns.push_back({{"measured / that"}});
  }
  return columns;
}

std::vector<std::string> host_cells(const Row& row, bool is_explained) {
  const auto us = [](double value) { return time_figure(core::Duration::from_us(value)); };
  std::vector<std::string> cells = call_cells(row.configuration, row.algorithm);
  cells.insert(cells.end(), {us(row.measured_us),
                             interval_figure(core::Duration::from_us(row.expected.low_us),
                                             core::Duration::from_us(row.expected.high_us)),
                             row.is_judged ? fmt::format("{:.2f}", row.factor()) : "small"});
  if (is_explained) {
    cells.push_back(interval_figure(core::Duration::from_us(row.explained.low_us),
                                    core::Duration::from_us(row.explained.high_us)));
    cells.push_back(row.is_judged ? fmt::format("{:.2f}", row.measured_us / row.explained.us)
                                  : "small");
  }
  return cells;
}

}  // namespace

std::string check_hosts_text(const app::measuring::CheckHostsReport& report, bool is_quiet,
                             const Display& display) {
  const auto& check = report.check;
  const bool is_explained = !check.links.empty();
  TableRows rows;
  for (const Row& row : check.rows) rows.push_back(host_cells(row, is_explained));
  if (is_quiet) return plain_rows(host_columns(is_explained), rows);
  const std::size_t width = display.text_width();
  std::string text =
      remark(fmt::format("treering: {}{} on {}: {}", report.runner,
                         report.library.empty() ? "" : " (" + report.library + ")",
                         core::counted(report.ranks, "rank"), app::measuring::verdict_of(report)),
             0, width);
  if (rows.empty()) return text + remark_list("notes", report.notes, "", width);
  text += remark(fmt::format("expected: the messages of each algorithm over these links, {} for "
                             "each message (from the smallest calls)",
                             core::format_duration(core::Duration::from_us(check.latency_us))),
                 0, width);
  text += "#\n" + grouped_table(host_columns(is_explained), rows, display.width);
  return text + remark_list("notes", report.notes, "", width);
}

}  // namespace treering::report::measurements
