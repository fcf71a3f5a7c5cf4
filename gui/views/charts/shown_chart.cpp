#include "gui/views/charts/shown_chart.h"

#include <vector>

#include "core/units.h"
#include "report/charts/over_sizes.h"

namespace treering::gui::views::charts {

using report::charts::Chart;
using report::charts::Scale;
using report::charts::Series;

Chart shown_chart(Chart chart, const ShownWish& wish) {
  if (chart.stops.empty()) return chart;
  const bool is_time = chart.y.figures == report::charts::Figures::Time;
  chart.y.scale = is_time || wish.is_log ? Scale::Log : Scale::Linear;
  std::erase_if(chart.series, [&](const Series& one) { return wish.hidden.contains(one.name); });
  for (Series& one : chart.series) {
    const bool is_candidate = one.kind == report::charts::SeriesKind::Candidate;
    if (is_candidate && one.name == wish.looked_at) one.band = report::charts::Band::Beside;
  }
  if (!wish.has_changes) chart.marks.clear();
  if (wish.bytes > 0) {
    chart.marks.push_back(report::charts::asked_mark(core::Bytes::of(wish.bytes)));
  }
  return chart;
}

}  // namespace treering::gui::views::charts
