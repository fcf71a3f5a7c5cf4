#include "report/charts/over_sizes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "app/advice/recommend.h"
#include "core/unit_text.h"
#include "report/charts/curves.h"
#include "report/charts/look.h"
#include "report/charts/measured.h"
#include "report/figures.h"

namespace treering::report::charts {
namespace {

using app::CheckReport;
using app::PredictReport;

/// The ceiling has the name of the way that it is of.
Series named(Series ceiling, const PredictReport& times) {
  if (ceiling.points.empty()) return ceiling;
  const sim::Way& way = times.ceilings.front()->way;
  ceiling.name = way.algorithm.empty()
                     ? "ceiling"
                     : fmt::format("ceiling of {}", choice_name(way.algorithm, way.protocol));
  return ceiling;
}

void add_predicted(const PredictReport& times, Quantity quantity, Chart& chart) {
  const auto curves = app::overview::curves_of(times, times.calls.collectives.front(),
                                               app::overview::CurveKind::Pairs);
  chart.series = candidate_series(curves, quantity);
  Series fastest = fastest_series(curves, quantity);
  fastest.band = Band::Alone;
  add(std::move(fastest), chart);
  add(usual_series(curves, quantity), chart);
  add(named(ceiling_series(curves, quantity), times), chart);
  add(bound_series(curves, quantity), chart);
}

std::vector<double> stops_of(const std::vector<Series>& all) {
  std::vector<double> stops;
  for (const Series& series : all) {
    std::ranges::transform(series.points, std::back_inserter(stops), &Point::x);
  }
  std::ranges::sort(stops);
  const auto again = std::ranges::unique(stops);
  stops.erase(again.begin(), again.end());
  return stops;
}

void add_choices(const PredictReport& times, Chart& chart) {
  const bool has_choices = std::ranges::any_of(times.rows, &sim::Prediction::is_nccl_default);
  if (times.summaries.empty() || !has_choices) return;
  const auto& pieces = times.summaries.front().choices;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string& way = pieces[i].value;
    const auto from = static_cast<double>(pieces[i].first);
    const double to =
        i + 1 < pieces.size() ? static_cast<double>(pieces[i + 1].first) : chart.stops.back();
    chart.segments.push_back(
        {std::max(from, 1.0), to, way, colour_of(way.substr(0, way.find('/')))});
  }
  chart.segments_title = "NCCL takes";
}

/// In the middle between the two sizes, as the axis has them.
void add_changes(const PredictReport& times, Chart& chart) {
  for (const auto& one : app::advice::crossovers(times, times.calls.collectives.front())) {
    chart.marks.push_back(
        {std::sqrt(static_cast<double>(one.before.count()) *
                   static_cast<double>(one.after.count())),
         fmt::format("{} → {} from {} to {}", one.from, one.to, core::format_size(one.before),
                     core::format_size(one.after))});
  }
}

}  // namespace

Chart over_sizes(const PredictReport& times, const CheckReport* check, Quantity quantity) {
  Chart chart;
  if (times.calls.collectives.empty()) return chart;
  chart.title = fmt::format("{} of {} over its size, by the cost model",
                            quantity == Quantity::Time ? "Time" : "Busbw",
                            core::name_of(times.calls.collectives.front()));
  chart.x = {"size (bytes)", Scale::Log, Figures::ShortSize};
  chart.y = axis_of(quantity);
  add_predicted(times, quantity, chart);
  if (check != nullptr) {
    std::ranges::move(measured_series(*check, times, quantity), std::back_inserter(chart.series));
  }
  chart.stops = stops_of(chart.series);
  if (chart.stops.empty()) return chart;
  add_choices(times, chart);
  add_changes(times, chart);
  return chart;
}

Mark asked_mark(core::Bytes size) {
  return {static_cast<double>(size.count()), "asked: " + core::format_size(size), MarkKind::Asked};
}

}  // namespace treering::report::charts
