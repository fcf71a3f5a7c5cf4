#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/table.h"
#include "core/units.h"
#include "report/display.h"
#include "report/drawing/sheet.h"
#include "report/drawing/timeline.h"
#include "report/figures.h"
#include "report/heading.h"
#include "report/prediction/predict_heading.h"
#include "report/simulation/simulate_text.h"
#include "report/simulation/trace.h"

namespace treering::report::simulation {
namespace {

using app::SimulateGroupsReport;
using app::groups::GroupReport;

std::string call_text(const GroupReport& group) {
  if (group.is_barrier) return "barrier";
  return fmt::format("{} {}", core::name_of(group.call.collective),
                     core::format_size(group.call.bytes));
}

std::string heading(const SimulateGroupsReport& report, std::size_t width) {
  std::string text = "# treering: simulated event by event, not measured\n" +
                     prediction::job_heading(report.job, report.shape, width) +
                     heading_line("model", model_text(report.time_model), width) +
                     heading_line("groups", report.groups, width);
  if (!report.faults.empty()) {
    text += heading_line("faults", fmt::format("{}", fmt::join(report.faults, ", ")), width);
  }
  return text + guess_lines(report.job, width) + "#\n";
}

std::string calls_table(const SimulateGroupsReport& report, const Page& page) {
  FittedTable table({{{"group", core::Align::Left}, 0},
                     {{"count x ranks", core::Align::Right}, 0},
                     {{"call", core::Align::Left}, 0},
                     {{"way", core::Align::Left}, 0},
                     {{"start", core::Align::Right, 0, "us"}, 1},
                     {{"time", core::Align::Right, 0, "us"}, 0},
                     {{"busbw", core::Align::Right, 0, "GB/s"}, 2},
                     {{"alone", core::Align::Right, 0, "us"}, 0},
                     {{"slower", core::Align::Right, 0, "times"}, 0},
                     {{"ports", core::Align::Left}, 0}});
  for (const GroupReport& one : report.calls) {
    table.add_row({one.name, fmt::format("{} x {}", one.communicators, one.ranks), call_text(one),
                   way_text(one), one.start.in_us() > 0 ? figure(one.start.in_us()) : "-",
                   figure(one.time.in_us()), figure(busbw(one).in_gb_per_s()),
                   figure(one.alone.in_us()), fmt::format("{:.2f}", one.time / one.alone),
                   ports_text(one.ports)});
  }
  return table_text(std::move(table), page);
}

/// A table for each group.
std::string parameters_text(const SimulateGroupsReport& report, const Page& page) {
  std::string text;
  for (const GroupReport& one : report.calls) {
    const std::string title = page.is_quiet ? one.name + ":"
                                            : fmt::format("Parameters of {}, {} by {}:", one.name,
                                                          call_text(one), text_of(one.way));
    text += "\n" + core::wrapped(title, page.width, 0) + "\n";
    text += parameters_table(one.factors, page);
  }
  return text;
}

std::string time_text(const SimulateGroupsReport& report) {
  std::string text = fmt::format(
      "All calls are done {} after the first begins. A time is that of a group's slowest "
      "communicator from its start; alone: what that one takes while no other runs.",
      us(report.time));
  if (!report.without_faults) return text;
  return text +
         fmt::format(" Without the faults all are done after {}: with them {:.2f} times as long.",
                     us(*report.without_faults), report.time / *report.without_faults);
}

}  // namespace

std::string way_text(const GroupReport& group) {
  std::string way = text_of(group.way);
  if (group.other_ways.empty()) return way;
  std::vector<std::string> others;
  for (const auto& one : group.other_ways) {
    others.push_back(text_of(one));
  }
  return fmt::format("{}, others {}", way, fmt::join(others, ", "));
}

std::string ports_text(const app::groups::PortUse& ports) {
  if (ports.per_port == 0) return "none";
  std::string text = ports.per_port == 1 && ports.others_per_port == 0
                         ? "own"
                         : fmt::format("{} share one", ports.per_port + ports.others_per_port);
  return text + (ports.is_rail_aligned ? ", on rails" : ", across rails");
}

std::string groups_text(const SimulateGroupsReport& report, const SimulateTextOptions& options) {
  const Page page = options.page();
  std::string text;
  if (!page.is_quiet) {
    text = heading(report, page.width) + core::wrapped(time_text(report), page.width, 0) + "\n\n";
  }
  text += calls_table(report, page) + (page.is_quiet ? "" : "\n");
  text += run_text(report, page);
  return options.shows_parameters ? text + parameters_text(report, page) : text;
}

std::string groups_svg(const SimulateGroupsReport& report) {
  const Gantt gantt = gantt_of(*report.recorded);
  std::vector<std::string> calls;
  for (const GroupReport& one : report.calls) {
    calls.push_back(fmt::format("{} {}", one.name, call_text(one)));
  }
  const drawing::Heading heading{
      fmt::format("{} over {} ranks: {}", fmt::join(calls, ", "), report.shape.ranks(),
                  us(report.time)),
      fmt::format("Simulated, not measured; from the first message on. {}", gantt.left_out)};
  return drawing::to_svg(drawing::timeline_picture(gantt.timeline, heading));
}

}  // namespace treering::report::simulation
