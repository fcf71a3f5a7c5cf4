#include <span>
#include <vector>

#include <fmt/format.h>

#include "app/simulation/carried.h"
#include "core/text/table.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/heading.h"
#include "report/prediction/predict_heading.h"
#include "report/remarks.h"
#include "report/simulation/simulate_text.h"

namespace treering::report::simulation {
namespace {

using app::groups::GroupReport;
using Rows = std::span<const GroupReport>;

std::string heading(const app::PredictGroupsReport& report, std::size_t width) {
  return "# treering: predicted event by event, not measured\n" +
         prediction::job_heading(report.job, report.shape, width) +
         heading_line("model", model_text(report.time_model), width) +
         heading_line("groups", report.groups, width) + guess_lines(report.job, width);
}

/// "all_reduce", "barrier".
std::string name_in(const GroupReport& row) {
  return app::simulation::name_of(row.call.collective, row.is_barrier);
}

std::string title(const GroupReport& row) {
  return fmt::format("{} in each of {} {} groups of {} ranks at once; ports to other nodes: {}",
                     name_in(row), row.communicators, row.name, row.ranks, ports_text(row.ports));
}

/// Of one group and collective.
std::string size_table(Rows rows, const prediction::TextOptions& options) {
  const std::size_t width = options.display.width;
  using core::Align;
  FittedTable table({{{"size", Align::Right, 12, "(B)"}, 0},
                     {{"time", Align::Right, 7, "(us)"}, 0},
                     {{"algbw", Align::Right, 6, "(GB/s)"}, 2},
                     {{"busbw", Align::Right, 6, "(GB/s)"}, 1},
                     {{"choice", Align::Left, 14}, 0},
                     {{"alone", Align::Right, 7, "(us)"}, 0},
                     {{"slower", Align::Right, 6, "(times)"}, 0}});
  for (const GroupReport& row : rows) {
    table.add_row({fmt::format("{}", row.call.bytes), time_figure(row.time),
                   bandwidth_figure(algbw(row)), bandwidth_figure(busbw(row)), way_text(row),
                   time_figure(row.alone), fmt::format("{:.2f}", row.time / row.alone)});
  }
  const std::string left_out = table.fit(width);
  if (options.is_quiet) return table.body();
  return table.heading() + table.body() + left_out_line(left_out, width);
}

bool are_together(const GroupReport& a, const GroupReport& b) {
  return a.name == b.name && name_in(a) == name_in(b);
}

}  // namespace

std::string predict_groups_text(const app::PredictGroupsReport& report,
                                const prediction::TextOptions& options) {
  const std::size_t width = options.display.width;
  std::string text;
  if (!options.is_quiet) {
    text = heading(report, width) +
           remark(
               "time: of the slowest communicator while all of its group run; alone: what that "
               "one takes while no other runs",
               0, width);
  }
  const Rows rows(report.rows);
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t end = first;
    while (end < rows.size() && are_together(rows[first], rows[end])) ++end;
    const GroupReport& row = rows[first];
    text += options.is_quiet ? fmt::format("# {}, {}\n", row.name, name_in(row))
                             : "#\n" + remark(title(row), 0, width);
    text += size_table(rows.subspan(first, end - first), options);
    first = end;
  }
  return text;
}

}  // namespace treering::report::simulation
