#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "report/charts/calls.h"
#include "report/figures.h"

namespace treering::report::charts {
namespace {

using app::advice::ScaledChoice;
using app::advice::ScalingPoint;
using app::advice::ScalingReport;

std::string choice_text(const ScaledChoice& choice) {
  const std::string time = core::format_duration(choice.estimate.time);
  const std::string busbw = core::format_bandwidth(choice.busbw);
  if (choice.way.algorithm.empty()) return fmt::format("{}, busbw {}", time, busbw);
  return fmt::format("{} in {}, busbw {}", text_of(choice.way), time, busbw);
}

void add_point(int nodes, core::Bandwidth busbw, Series& series) {
  series.points.push_back({static_cast<double>(nodes), busbw.in_gb_per_s()});
}

/// The bound, the fastest, and NCCL's choice; the first two are named beside their lines.
std::vector<Series> series_of(const ScalingReport& report) {
  Series bound{.name = "bound of the wires", .kind = SeriesKind::Bound, .is_named = true};
  Series best{.name = "fastest; ○ NCCL's choice",
              .kind = SeriesKind::Fastest,
              .colour = kAccent,
              .is_named = true};
  Series usual{"NCCL's choice", SeriesKind::Usual};
  for (const ScalingPoint& point : report.points) {
    if (point.bound.in_gb_per_s() > 0) add_point(point.nodes, point.bound, bound);
    if (point.best) add_point(point.nodes, point.best->busbw, best);
    if (point.usual) add_point(point.nodes, point.usual->busbw, usual);
  }
  if (usual.points.empty()) best.name = "predicted";
  return {std::move(bound), std::move(best), std::move(usual)};
}

}  // namespace

bool has_times(const ScalingReport& report) {
  return std::ranges::any_of(report.points,
                             [](const ScalingPoint& one) { return one.best || one.usual; });
}

Chart over_nodes(const ScalingReport& report, const ScaledCall& call) {
  Chart chart;
  chart.title = fmt::format("Busbw of {} of {} over the nodes, by the cost model",
                            core::name_of(call.collective), core::format_size(call.bytes));
  chart.x = {"nodes", Scale::Log, Figures::Plain};
  chart.y = axis_of(Quantity::Busbw);
  chart.y.scale = Scale::Log;
  chart.series = series_of(report);
  for (const ScalingPoint& point : report.points) chart.stops.push_back(point.nodes);
  chart.marks = {{static_cast<double>(report.nodes),
                  "the job: " + core::counted(report.nodes, "node"), MarkKind::Asked}};
  return chart;
}

std::string words_at(const ScalingReport& report, int nodes) {
  const auto point = std::ranges::find(report.points, nodes, &ScalingPoint::nodes);
  if (point == report.points.end()) return {};
  std::vector<std::string> parts;
  if (point->best && point->best == point->usual) {
    parts.push_back("NCCL's choice is the fastest, " + choice_text(*point->best));
  } else {
    if (point->best) parts.push_back("fastest " + choice_text(*point->best));
    if (point->usual) parts.push_back("NCCL's choice " + choice_text(*point->usual));
  }
  if (point->bound.in_gb_per_s() > 0) {
    parts.push_back("bound " + core::format_bandwidth(point->bound));
  }
  return fmt::format("{}, {}: {}", core::counted(point->nodes, "node"),
                     core::counted(point->ranks, "rank"), fmt::join(parts, "; "));
}

}  // namespace treering::report::charts
