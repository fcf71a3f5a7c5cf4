// A chart for tests.
#pragma once

#include <cmath>

#include "gui/widgets/plot.h"

namespace treering::gui::widgets {

/// y = x over 1 KiB, 2 KiB .. 1 GiB.
inline Plot diagonal() {
  Plot plot;
  plot.title = QStringLiteral("a <b>");
  plot.x = {QStringLiteral("size"), PlotScale::Log, PlotText::Size};
  plot.y = {QStringLiteral("time"), PlotScale::Log, PlotText::Plain};
  plot.series = {{QStringLiteral("line"), QPen(Qt::red, 2), {}, {}}};
  for (int bits = 10; bits <= 30; ++bits) {
    plot.stops.push_back(std::exp2(bits));
    plot.series.front().points.emplace_back(plot.stops.back(), plot.stops.back());
  }
  plot.marks = {{plot.stops[3], QStringLiteral("mark"), QPen(Qt::blue, 1)}};
  plot.segments = {{1, plot.stops[4], QStringLiteral("S"), Qt::green}};
  return plot;
}

}  // namespace treering::gui::widgets
