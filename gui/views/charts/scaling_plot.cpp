#include "gui/views/charts/scaling_plot.h"

#include <algorithm>

#include "core/unit_text.h"
#include "gui/paint/theme.h"
#include "gui/views/charts/words.h"
#include "report/figures.h"

namespace treering::gui::views::charts {
namespace {

using app::advice::ScaledChoice;
using app::advice::ScalingPoint;

QString choice_text(const ScaledChoice& choice) {
  const std::string time = core::format_duration(choice.estimate.time);
  const std::string busbw = core::format_bandwidth(choice.busbw);
  if (choice.way.algorithm.empty()) {
    return word("%1, busbw %2").arg(QString::fromStdString(time), QString::fromStdString(busbw));
  }
  return word("%1 in %2, busbw %3")
      .arg(QString::fromStdString(report::choice_name(choice.way.algorithm, choice.way.protocol)),
           QString::fromStdString(time), QString::fromStdString(busbw));
}

void add(widgets::PlotSeries& series, int nodes, const std::optional<ScaledChoice>& choice) {
  if (choice) series.points.emplace_back(nodes, choice->busbw.in_gb_per_s());
}

}  // namespace

bool has_times(const app::advice::ScalingReport& report) {
  return std::ranges::any_of(report.points,
                             [](const ScalingPoint& one) { return one.best || one.usual; });
}

widgets::Plot scaling_plot(const app::advice::ScalingReport& report, const ScaledCall& call) {
  const paint::Theme& theme = paint::theme();
  const std::string_view name = core::name_of(call.collective);
  widgets::Plot plot;
  plot.title = word("Busbw of %1 of %2 over the nodes, by the cost model")
                   .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
                        QString::fromStdString(core::format_size(call.bytes)));
  plot.x.title = word("nodes");
  plot.y = {word("busbw (GB/s)"), widgets::PlotScale::Log, widgets::PlotText::Plain};
  widgets::PlotSeries bound{word("bound of the wires"), QPen(theme.ink(), 2), {}, {}, false, true};
  widgets::PlotSeries best{
      word("fastest; ○ NCCL's choice"), QPen(theme.accent(), 3), {}, {}, false, true};
  widgets::PlotSeries usual{
      word("NCCL's choice"), QPen(theme.ink(), 1.4), {}, widgets::PlotStyle::Dots};
  for (const ScalingPoint& point : report.points) {
    plot.stops.push_back(point.nodes);
    if (point.bound.in_gb_per_s() > 0) {
      bound.points.emplace_back(point.nodes, point.bound.in_gb_per_s());
    }
    add(best, point.nodes, point.best);
    add(usual, point.nodes, point.usual);
  }
  if (usual.points.empty()) best.name = word("predicted");
  plot.series = {bound, best, usual};
  plot.marks = {
      {static_cast<double>(report.nodes),
       word("the job: %1").arg(QString::fromStdString(core::counted(report.nodes, "node"))),
       QPen(theme.accent(), 2)}};
  return plot;
}

QString scaling_words(const app::advice::ScalingReport& report, double nodes) {
  const auto point = std::ranges::find(report.points, nodes,
                                       [](const ScalingPoint& one) { return double(one.nodes); });
  if (point == report.points.end()) return {};
  QStringList parts;
  if (point->best && point->best == point->usual) {
    parts << word("NCCL's choice is the fastest, %1").arg(choice_text(*point->best));
  } else {
    if (point->best) parts << word("fastest %1").arg(choice_text(*point->best));
    if (point->usual) parts << word("NCCL's choice %1").arg(choice_text(*point->usual));
  }
  if (point->bound.in_gb_per_s() > 0) {
    parts << word("bound %1").arg(QString::fromStdString(core::format_bandwidth(point->bound)));
  }
  return word("%1, %2: %3")
      .arg(QString::fromStdString(core::counted(point->nodes, "node")),
           QString::fromStdString(core::counted(point->ranks, "rank")),
           parts.join(QStringLiteral("; ")));
}

}  // namespace treering::gui::views::charts
