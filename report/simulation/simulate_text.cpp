#include "report/simulation/simulate_text.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/table.h"
#include "core/unit_text.h"
#include "report/drawing/svg.h"
#include "report/drawing/timeline.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/heading.h"
#include "report/prediction/predict_heading.h"
#include "report/remarks.h"
#include "report/simulation/gantt.h"

namespace treering::report::simulation {
namespace {

using app::SimulateReport;

// A screen's worth; JSON has all.
constexpr std::size_t kMostLinks = 12;
constexpr std::size_t kMostPathParts = 10;

std::string call_text(const SimulateReport& report) {
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

std::string way_text(const SimulateReport& report) {
  std::string text = fmt::format("{}, {} channel{}, chunks of {} B ({})",
                                 choice_name(report.algorithm, report.protocol), report.channels,
                                 report.channels == 1 ? "" : "s", report.chunk_bytes,
                                 core::format_size(report.chunk_bytes));
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
         guess_lines(report.job, width) + "#\n";
}

/// Four digits are what a model knows.
std::string figure(double value) {
  return fmt::format("{:.4g}", value);
}

std::string us(core::Duration time) {
  const double value = time.in_us();
  return value < 1e4 ? fmt::format("{:.4g} us", value) : fmt::format("{:.0f} us", value);
}

std::string time_text(const SimulateReport& report) {
  std::string text = fmt::format(
      "The call takes {}: {} GB/s algbw, {} GB/s busbw. Of it {} pass before the first message.",
      us(report.time), figure(algbw(report).in_gb_per_s()), figure(busbw(report).in_gb_per_s()),
      us(report.before_messages));
  if (report.cost) {
    text += fmt::format(" The cost model says {}.", us(*report.cost));
  }
  text += fmt::format(" No algorithm is faster than {} on these wires.", us(report.bound));
  return text;
}

std::string transfers_text(const SimulateReport& report) {
  const auto count = [](std::uint64_t number) { return fmt::format("{}", number); };
  std::string text = fmt::format("Messages: {}", count(report.transfers));
  std::vector<std::string> skipped;
  if (report.symmetric > 0) {
    skipped.push_back(fmt::format("{} go as others at the same time", count(report.symmetric)));
  }
  if (report.periodic > 0) {
    skipped.push_back(fmt::format("{} repeat a steady state", count(report.periodic)));
  }
  if (!skipped.empty()) {
    text += fmt::format(", of which {} were simulated one by one; {}", count(report.simulated),
                        fmt::join(skipped, ", "));
  }
  return text + ".";
}

std::string links_table(const SimulateReport& report, std::size_t width) {
  if (report.links.empty()) return "";
  FittedTable table({{{"busiest links", core::Align::Left}, 0},
                     {{"links", core::Align::Right}, 0},
                     {{"bytes", core::Align::Right}, 1},
                     {{"rate", core::Align::Right, 0, "GB/s"}, 0},
                     {{"busy", core::Align::Right, 0, "%"}, 0}});
  for (std::size_t i = 0; i < report.links.size() && i < kMostLinks; ++i) {
    const auto& link = report.links[i];
    table.add_row({link.name, fmt::format("{}", link.links), fmt::format("{:.0f}", link.bytes),
                   figure(link.gb_per_s), fmt::format("{:.1f}", 100 * link.busy_share)});
  }
  std::string text = fitted_text(std::move(table), width);
  if (report.links.size() > kMostLinks) {
    text +=
        fmt::format("and {} more kinds of links; JSON has all\n", report.links.size() - kMostLinks);
  }
  return text;
}

std::string path_text(const SimulateReport& report) {
  const auto& path = report.critical_path;
  if (!path.why_not.empty()) {
    return fmt::format("The critical path is not known: {}.", path.why_not);
  }
  if (path.parts.empty()) return "";
  const double all = path.parts.back().to_us;
  std::vector<std::string> shares;
  for (const auto& sum : path.sums) {
    shares.push_back(fmt::format("{:.0f} % {}", 100 * sum.us / all, sum.what));
  }
  return fmt::format("Critical path from the first message on: {}.", fmt::join(shares, ", "));
}

std::string path_table(const SimulateReport& report, std::size_t width) {
  const auto& path = report.critical_path;
  if (path.parts.empty()) return "";
  FittedTable table({{{"critical path", core::Align::Left}, 0},
                     {{"channel", core::Align::Right}, 1},
                     {{"from", core::Align::Right, 0, "us"}, 0},
                     {{"to", core::Align::Right, 0, "us"}, 0},
                     {{"what", core::Align::Left}, 0}});
  for (std::size_t i = 0; i < path.parts.size() && i < kMostPathParts; ++i) {
    const auto& part = path.parts[i];
    table.add_row({part.who, fmt::format("{}", part.channel), fmt::format("{:.2f}", part.from_us),
                   fmt::format("{:.2f}", part.to_us), part.what});
  }
  std::string text = "\n" + fitted_text(std::move(table), width);
  if (path.parts.size() > kMostPathParts) {
    text += fmt::format("and {} more parts; JSON has {}\n",
                        path.parts.size() + path.left_out - kMostPathParts,
                        path.left_out == 0 ? "all" : "the first and the last");
  }
  return text;
}

std::string parameters_table(const SimulateReport& report, std::size_t width) {
  FittedTable table({{{"parameter", core::Align::Left}, 0},
                     {{"value", core::Align::Right}, 0},
                     {{"unit", core::Align::Left}, 0},
                     {{"meaning", core::Align::Left}, 1}});
  for (const auto& factor : report.factors) {
    const std::string value = std::isinf(factor.value) ? "no limit" : figure(factor.value);
    table.add_row({factor.name, value, factor.unit, factor.meaning});
  }
  return fitted_text(std::move(table), width);
}

}  // namespace

std::string simulate_text(const SimulateReport& report, const SimulateTextOptions& options) {
  const std::size_t width = options.text.display.width;
  std::string text = options.text.is_quiet ? "" : heading(report, width);
  text += core::wrapped(time_text(report), width, 0) + "\n";
  text += core::wrapped(transfers_text(report), width, 0) + "\n";
  const std::string path = path_text(report);
  if (!path.empty()) text += core::wrapped(path, width, 0) + "\n";
  text += "\n" + links_table(report, width) + path_table(report, width);
  if (options.shows_parameters) text += "\n" + parameters_table(report, width);
  return text;
}

std::string simulate_svg(const SimulateReport& report) {
  const Gantt gantt = gantt_of(*report.recorded);
  const int ranks = report.shape.ranks();
  const drawing::Heading heading{
      fmt::format("{} over {}, {} ranks: {}", call_text(report),
                  choice_name(report.algorithm, report.protocol), ranks, us(report.time)),
      fmt::format("Simulated, not measured; from the first message on, {} after the call. {}",
                  us(report.before_messages), gantt.left_out)};
  return drawing::to_svg(drawing::timeline_picture(gantt.timeline, heading));
}

}  // namespace treering::report::simulation
