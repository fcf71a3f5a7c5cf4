#include "report/simulation/simulate_text.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/fault_costs.h"
#include "core/text/table.h"
#include "core/units.h"
#include "report/display.h"
#include "report/drawing/sheet.h"
#include "report/drawing/timeline.h"
#include "report/figures.h"
#include "report/heading.h"
#include "report/prediction/predict_heading.h"
#include "report/prediction/variants_text.h"
#include "report/simulation/trace.h"

namespace treering::report::simulation {
namespace {

using app::SimulateReport;

std::string call_text(const SimulateReport& report) {
  if (report.is_barrier) return "barrier";
  const auto& call = report.call;
  const std::string asked = call.bytes == report.asked_bytes
                                ? ""
                                : fmt::format(", rounded down from {} B", report.asked_bytes);
  const std::string op = sim::nccl::rules::is_reduction(call.collective)
                             ? fmt::format(", {}", core::name_of(call.op))
                             : "";
  return fmt::format("{} of {} B ({}){}, {}{}", core::name_of(call.collective), call.bytes,
                     core::format_size(call.bytes), asked, core::name_of(call.type), op);
}

/// ", chunks of 4096 B (4 KiB)"; empty where data are sent whole.
std::string cut_text(const SimulateReport& report) {
  const auto text = [](std::string_view what, std::uint64_t bytes) {
    return fmt::format(", {} {} B ({})", what, bytes, core::format_size(bytes));
  };
  if (report.chunk_bytes > 0) return text("chunks of", report.chunk_bytes);
  if (report.message_bytes > 0) return text("messages of up to", report.message_bytes);
  return {};
}

std::string way_text(const SimulateReport& report) {
  const bool is_by_peer = report.is_in_nccl && !sim::nccl::rules::is_tuned(report.call.collective);
  std::string text = fmt::format("{}, {} channel{}{}{}", text_of(report.way), report.way.channels,
                                 report.way.channels == 1 ? "" : "s", is_by_peer ? " a peer" : "",
                                 cut_text(report));
  if (report.is_nccl_choice) text += "; NCCL's own choice";
  if (!report.is_in_nccl) text += "; not in NCCL";
  return text;
}

std::string heading(const SimulateReport& report, std::size_t width) {
  return "# treering: simulated event by event, not measured\n" +
         prediction::job_heading(report.job, report.shape, width) +
         heading_line("model", model_text(report.time_model), width) +
         heading_line("call", call_text(report), width) +
         heading_line("way", way_text(report), width) +
         (report.faults.empty()
              ? ""
              : heading_line("faults", fmt::format("{}", fmt::join(report.faults, ", ")), width)) +
         guess_lines(report.job, width) + "#\n" +
         prediction::deciding_lines(report.deciding, {report.call.collective, report.shape.ranks()},
                                    width) +
         (report.deciding.empty() ? "" : "#\n");
}

/// The bound is that of links at their full rate, and of the best node.
std::string bound_condition(const SimulateReport& report) {
  if (!report.job.cluster.others.empty()) return ", were all nodes like the best of them";
  return report.has_slow_links ? " at their full rate" : "";
}

std::string time_text(const SimulateReport& report) {
  if (report.is_barrier) {
    return fmt::format("The barrier takes {}. Of it {} pass before the first message.",
                       us(report.time), us(report.before_messages));
  }
  const bool is_in_a_row = report.single > report.time;
  std::string text =
      fmt::format("The call takes {}{}: {} GB/s algbw, {} GB/s busbw.", us(report.time),
                  is_in_a_row ? " as one of many in a row" : "",
                  figure(algbw(report).in_gb_per_s()), figure(busbw(report).in_gb_per_s()));
  if (is_in_a_row) text += fmt::format(" A single one takes {}.", us(report.single));
  text += fmt::format(" Of it {} pass before the first message.", us(report.before_messages));
  if (report.cost) {
    text += fmt::format(" The cost model says {}.", us(*report.cost));
  }
  return text + fmt::format(" No algorithm is faster than {} on these wires{}.", us(report.bound),
                            bound_condition(report));
}

/// " by Ring/Simple", where that is not what carries the call with the faults.
std::string other_way(const SimulateReport& report, const sim::Way& way) {
  const bool is_same = way.algorithm == report.way.algorithm && way.protocol == report.way.protocol;
  return is_same ? "" : fmt::format(" by {}", text_of(way));
}

std::string cut_out_text(const SimulateReport& report, const app::CutOut& one) {
  if (!one.time) return fmt::format("{} cannot be left out: {}.", one.what, one.why_not);
  const std::string how = one.how.empty() ? "" : fmt::format(" ({})", one.how);
  const std::string job = one.ranks == report.shape.ranks()
                              ? ""
                              : fmt::format(" on {} x {}", core::counted(one.nodes, "node"),
                                            core::counted(one.ranks / one.nodes, "GPU"));
  return fmt::format("Without {}{} it takes {}{}{}: {:.2f} times as long as without the fault{}.",
                     one.what, how, us(*one.time), job, other_way(report, one.way),
                     *one.time / report.fault_costs->without,
                     report.fault_costs->faults == 1 ? "" : "s");
}

/// The same call without the faults, and without what they slow.
std::string fault_text(const SimulateReport& report) {
  const app::FaultCosts& costs = *report.fault_costs;
  const bool is_one = costs.faults == 1;
  std::string text = fmt::format("Without the fault{} it takes {}{}: with {} {:.2f} times as long.",
                                 is_one ? "" : "s", us(costs.without), other_way(report, costs.way),
                                 is_one ? "it" : "them", report.time / costs.without);
  for (const app::CutOut& one : costs.cut_outs) text += " " + cut_out_text(report, one);
  return text;
}

/// The same as figures: each run beside the one without faults.
std::string fault_table(const SimulateReport& report, const Page& page) {
  FittedTable table({{{"run", core::Align::Left}, 0},
                     {{"time", core::Align::Right, 0, "us"}, 0},
                     {{"as long", core::Align::Right, 0, "times"}, 0}});
  const auto add = [&](const std::string& what, core::Duration time) {
    table.add_row(
        {what, figure(time.in_us()), fmt::format("{:.2f}", time / report.fault_costs->without)});
  };
  add("with the faults", report.time);
  add("without faults", report.fault_costs->without);
  for (const app::CutOut& one : report.fault_costs->cut_outs) {
    if (one.time) add("without " + one.what, *one.time);
  }
  return table_text(std::move(table), page);
}

/// The same as figures.
std::string figures_table(const SimulateReport& report, const Page& page) {
  using core::Align;
  FittedTable table({{{"time", Align::Right, 0, "us"}, 0},
                     {{"algbw", Align::Right, 0, "GB/s"}, 0},
                     {{"busbw", Align::Right, 0, "GB/s"}, 0},
                     {{"before messages", Align::Right, 0, "us"}, 0},
                     {{"cost", Align::Right, 0, "us"}, 1},
                     {{"bound", Align::Right, 0, "us"}, 0}});
  table.add_row({figure(report.time.in_us()), figure(algbw(report).in_gb_per_s()),
                 figure(busbw(report).in_gb_per_s()), figure(report.before_messages.in_us()),
                 report.cost ? figure(report.cost->in_us()) : "-", figure(report.bound.in_us())});
  return table_text(std::move(table), page);
}

}  // namespace

std::string simulate_text(const SimulateReport& report, const SimulateTextOptions& options) {
  const Page page = options.page();
  std::string text = page.is_quiet ? figures_table(report, page)
                                   : heading(report, page.width) +
                                         core::wrapped(time_text(report), page.width, 0) + "\n";
  if (report.fault_costs) {
    text += page.is_quiet ? "\n" + fault_table(report, page)
                          : core::wrapped(fault_text(report), page.width, 0) + "\n";
  }
  text += run_text(report, page);
  if (options.shows_parameters) text += "\n" + parameters_table(report.factors, page);
  return text;
}

std::string simulate_svg(const SimulateReport& report) {
  const Gantt gantt = gantt_of(*report.recorded);
  const int ranks = report.shape.ranks();
  const drawing::Heading heading{
      fmt::format("{} over {}, {} ranks: {}", call_text(report), text_of(report.way), ranks,
                  us(report.single)),
      fmt::format("Simulated, not measured; from the first message on, {} after the call. {}",
                  us(report.before_messages), gantt.left_out)};
  return drawing::to_svg(drawing::timeline_picture(gantt.timeline, heading));
}

}  // namespace treering::report::simulation
