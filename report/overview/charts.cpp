#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/units.h"
#include "report/charts/calls.h"
#include "report/charts/chart.h"
#include "report/overview/document_of.h"
#include "report/overview/sentences.h"
#include "report/overview/words.h"

namespace treering::report::overview {
namespace {

using app::overview::CollectivePart;
using app::overview::CurvePoint;
using app::overview::MeasuredPoint;
using app::overview::OverviewReport;
using charts::Chart;
using charts::Quantity;
using charts::Series;
using charts::SeriesKind;

void add_candidates(const CollectivePart& part, Quantity quantity, Chart& chart) {
  for (Series& series : charts::candidate_series(part.curves, quantity)) {
    series.band = charts::Band::Beside;
    add(std::move(series), chart);
  }
}

int colour_of(const MeasuredPoint& point) {
  return point.way.algorithm.empty() ? charts::kInk : charts::colour_of(point.way.algorithm);
}

Series series_of(const app::overview::MeasuredSeries& series, Quantity quantity) {
  const MeasuredPoint& first = series.points.front();
  Series one{measured_name(series), SeriesKind::Measured, colour_of(first),
             charts::point_variant(charts::shape_of(first.way.protocol), 0)};
  for (const MeasuredPoint& point : series.points) {
    one.points.push_back(
        charts::point_of({point.bytes, point.time, point.busbw, point.within}, quantity));
  }
  return one;
}

/// Colours tell algorithms apart, shapes protocols, and fillings what else differs: files, numbers
/// of channels, calls in place.
void add_measured(const CollectivePart& part, Quantity quantity, Chart& chart) {
  std::map<std::pair<int, int>, int> alike;  // series so far, by colour and shape
  for (std::size_t i = 0; i < part.measured.size(); ++i) {
    Series one = series_of(part.measured[i], quantity);
    one.source = fmt::format("measured/{}", i);
    one.variant = charts::point_variant(one.variant, alike[{one.colour, one.variant}]++);
    chart.series.push_back(std::move(one));
  }
}

/// Sizes at which another algorithm becomes the fastest.
void add_marks(const CollectivePart& part, Chart& chart) {
  std::string before;
  for (const CurvePoint& point : part.curves.best) {
    if (!before.empty() && point.way.algorithm != before) {
      chart.marks.push_back(
          {static_cast<double>(point.bytes.count()),
           fmt::format("{} from {}", point.way.algorithm, core::format_size(point.bytes))});
    }
    before = point.way.algorithm;
  }
}

/// NCCL's own choice where no candidates stand beside it.
Series as_line(Series usual) {
  usual.kind = SeriesKind::Candidate;
  usual.colour = charts::kAccent;
  usual.band = charts::Band::Beside;
  return usual;
}

std::string small_chart_sentence(const CollectivePart& part) {
  return fmt::format("NCCL's own choice with its 80 % band{}{}.",
                     part.curves.bound.empty() ? "" : ", the bound of the wires",
                     part.measured.empty() ? "" : ", and measured points");
}

}  // namespace

Chart chart_of(const OverviewReport& report, std::size_t index, Quantity quantity) {
  const CollectivePart& part = report.collectives[index];
  const std::string_view name = core::name_of(part.collective);
  const bool is_time = quantity == Quantity::Time;
  Chart chart;
  chart.id = fmt::format("{}-{}", name, is_time ? "time" : "busbw");
  chart.part = fmt::format("collectives/{}", index);
  chart.y = charts::axis_of(quantity);
  chart.title = fmt::format("{} of {} over its size", is_time ? "Time" : "Bus bandwidth", name);
  chart.sentence = is_time ? time_sentence(part) : busbw_sentence(part);
  const auto& curves = part.curves;
  if (curves.candidates.size() > 1) add(charts::fastest_series(curves, quantity), chart);
  add_candidates(part, quantity, chart);
  add(charts::ceiling_series(curves, quantity), chart);
  add(charts::bound_series(curves, quantity), chart);
  add(charts::usual_series(curves, quantity), chart);
  add_measured(part, quantity, chart);
  add_marks(part, chart);
  return chart;
}

std::optional<Chart> small_chart_of(const OverviewReport& report, std::size_t index) {
  const CollectivePart& part = report.collectives[index];
  const auto& usual = part.curves.usual;
  if (usual.size() < 2 || usual.back().busbw.in_gb_per_s() <= 0) return std::nullopt;
  constexpr Quantity kBusbw = Quantity::Busbw;
  Chart chart;
  chart.id = fmt::format("{}-short", core::name_of(part.collective));
  chart.y = charts::axis_of(kBusbw);
  chart.title = fmt::format("Bus bandwidth of {} over its size", core::name_of(part.collective));
  chart.sentence = small_chart_sentence(part);
  chart.series.push_back(as_line(charts::usual_series(part.curves, kBusbw)));
  add(charts::bound_series(part.curves, kBusbw), chart);
  if (const auto* const series = key_series(part.measured)) {
    chart.series.push_back(series_of(*series, kBusbw));
  }
  return chart;
}

}  // namespace treering::report::overview
