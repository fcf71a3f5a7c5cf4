#include "gui/views/charts/scaling_csv.h"

#include <fmt/format.h>

namespace treering::gui::views::charts {
namespace {

using app::advice::ScaledChoice;
using app::advice::ScalingPoint;

std::string row_text(const ScalingPoint& point, std::string_view what, const ScaledChoice& choice) {
  return fmt::format("{},{},{},{},{},{:.5g},{:.5g},{:.5g}\n", point.nodes, point.ranks, what,
                     choice.way.algorithm, choice.way.protocol, choice.estimate.time.in_us(),
                     choice.busbw.in_gb_per_s(), point.bound.in_gb_per_s());
}

}  // namespace

std::string csv_of(const app::advice::ScalingReport& report) {
  std::string text = "nodes,ranks,choice,algorithm,protocol,time_us,busbw_GBps,bound_GBps\n";
  for (const ScalingPoint& point : report.points) {
    if (point.usual) text += row_text(point, "nccl_default", *point.usual);
    if (point.best) text += row_text(point, "best", *point.best);
  }
  return text;
}

}  // namespace treering::gui::views::charts
