// A chart for tests.
#pragma once

#include <cmath>

#include "report/charts/chart.h"

namespace treering::gui::widgets {

/// y = x over 1 KiB, 2 KiB .. 1 GiB.
inline report::charts::Chart diagonal() {
  using report::charts::Figures;
  using report::charts::Scale;
  report::charts::Chart chart;
  chart.title = "a <b>";
  chart.x = {"size", Scale::Log, Figures::ShortSize};
  chart.y = {"figure", Scale::Log, Figures::Plain};
  chart.series = {{"line", report::charts::SeriesKind::Candidate, 1}};
  for (int bits = 10; bits <= 30; ++bits) {
    chart.stops.push_back(std::exp2(bits));
    chart.series.front().points.push_back({chart.stops.back(), chart.stops.back()});
  }
  chart.marks = {{chart.stops[3], "mark"}};
  chart.segments = {{1, chart.stops[4], "S", 2}};
  return chart;
}

}  // namespace treering::gui::widgets
