#include "report/overview/charts.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "app/setup/names.h"
#include "core/unit_text.h"
#include "report/overview/sentences.h"
#include "report/overview/words.h"

namespace treering::report::overview {
namespace {

using app::overview::CollectivePart;
using app::overview::CurvePoint;
using app::overview::MeasuredPoint;
using app::overview::OverviewReport;
using app::setup::NameKind;
using document::Chart;
using document::ChartPoint;
using document::ChartSeries;
using document::Quantity;
using document::SeriesKind;
using Interval = sim::estimates::Interval;

int place_of(NameKind kind, const std::string& name) {
  const auto names = app::setup::names_of(kind);
  return static_cast<int>(std::ranges::find(names, name) - names.begin());
}

/// A figure of either quantity; busbw falls as the time rises.
template <class Point>
ChartPoint chart_point(const Point& point, const std::optional<Interval>& within,
                       Quantity quantity) {
  ChartPoint result{point.bytes.count(), 0, {}};
  if (quantity == Quantity::Time) {
    result.value = point.time.in_us();
    if (within) result.within = {within->low.in_us(), within->high.in_us()};
    return result;
  }
  const double busbw = point.busbw.in_gb_per_s();
  result.value = busbw;
  if (within) {
    result.within = {busbw * (point.time / within->high), busbw * (point.time / within->low)};
  }
  return result;
}

std::vector<ChartPoint> chart_points(const std::vector<CurvePoint>& points, Quantity quantity) {
  std::vector<ChartPoint> result;
  for (const CurvePoint& point : points) {
    result.push_back(chart_point(point, point.within, quantity));
  }
  return result;
}

int colour_of(const std::string& algorithm) {
  return algorithm.empty() ? 0 : place_of(NameKind::Algorithm, algorithm);
}

/// Dashes tell the protocols apart, or algorithms where each has one line.
int variant_of(const app::overview::Curve& curve) {
  const app::overview::CurvePoint& first = curve.points.front();
  if (curve.name.find('/') == std::string::npos) {
    return document::variant_of(colour_of(first.way.algorithm));
  }
  constexpr std::array kDashes{2, 1, 0};  // LL, LL128, Simple
  const auto place = static_cast<std::size_t>(place_of(NameKind::Protocol, first.way.protocol));
  return kDashes.at(std::min(place, kDashes.size() - 1));
}

void add_candidates(const CollectivePart& part, Quantity quantity, Chart& chart) {
  const auto& curves = part.curves.candidates;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const std::string name = curves[i].name.empty() ? "sends and receives" : curves[i].name;
    chart.series.push_back({name, SeriesKind::Candidate,
                            colour_of(curves[i].points.front().way.algorithm),
                            variant_of(curves[i]), fmt::format("curves/{}", i),
                            chart_points(curves[i].points, quantity)});
  }
}

void add_bound(const CollectivePart& part, Quantity quantity, Chart& chart) {
  if (part.curves.bound.empty()) return;
  ChartSeries bound{"bound of the wires", SeriesKind::Bound, document::kInk, 0, "bound", {}};
  for (const auto& point : part.curves.bound) {
    bound.points.push_back(chart_point(point, {}, quantity));
  }
  chart.series.push_back(std::move(bound));
}

void add_limits(const CollectivePart& part, Quantity quantity, Chart& chart) {
  if (part.curves.ceiling) {
    ChartSeries ceiling{"ceiling of the fastest", SeriesKind::Ceiling, 7, 0, "ceiling", {}};
    for (const CurvePoint& point : part.curves.best) {
      const CurvePoint at{
          point.bytes, point.time * (point.busbw / *part.curves.ceiling), {}, *part.curves.ceiling};
      ceiling.points.push_back(chart_point(at, {}, quantity));
    }
    chart.series.push_back(std::move(ceiling));
  }
  add_bound(part, quantity, chart);
}

/// The first is for a protocol that is left to NCCL.
int shape_of(const std::string& protocol) {
  return protocol.empty() ? 0 : 1 + place_of(NameKind::Protocol, protocol);
}

int colour_of(const MeasuredPoint& point) {
  return point.way.algorithm.empty() ? document::kInk : colour_of(point.way.algorithm);
}

ChartSeries measured_series(const app::overview::MeasuredSeries& series, Quantity quantity) {
  const MeasuredPoint& first = series.points.front();
  ChartSeries one{measured_name(series),
                  SeriesKind::Measured,
                  colour_of(first),
                  document::point_variant(shape_of(first.way.protocol), 0),
                  "",
                  {}};
  for (const MeasuredPoint& point : series.points) {
    one.points.push_back(chart_point(point, point.within, quantity));
  }
  return one;
}

/// Colours tell algorithms apart, shapes protocols, and fillings what else differs: files, numbers
/// of channels, calls in place.
void add_measured(const CollectivePart& part, Quantity quantity, Chart& chart) {
  std::map<std::pair<int, int>, int> alike;  // series so far, by colour and shape
  for (std::size_t i = 0; i < part.measured.size(); ++i) {
    ChartSeries one = measured_series(part.measured[i], quantity);
    one.source = fmt::format("measured/{}", i);
    one.variant = document::point_variant(one.variant, alike[{one.colour, one.variant}]++);
    chart.series.push_back(std::move(one));
  }
}

/// Sizes at which another algorithm becomes the fastest.
void add_marks(const CollectivePart& part, Chart& chart) {
  std::string before;
  for (const CurvePoint& point : part.curves.best) {
    if (!before.empty() && point.way.algorithm != before) {
      chart.marks.push_back({point.bytes.count(), fmt::format("{} from {}", point.way.algorithm,
                                                              core::format_size(point.bytes))});
    }
    before = point.way.algorithm;
  }
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
  chart.quantity = quantity;
  chart.title = fmt::format("{} of {} over its size", is_time ? "Time" : "Bus bandwidth", name);
  chart.sentence = is_time ? time_sentence(part) : busbw_sentence(part);
  if (part.curves.candidates.size() > 1) {
    chart.series.push_back({"the fastest", SeriesKind::Fastest, document::kInk, 0, "best",
                            chart_points(part.curves.best, quantity)});
  }
  add_candidates(part, quantity, chart);
  add_limits(part, quantity, chart);
  if (!part.curves.usual.empty()) {
    chart.series.push_back({"NCCL's choice", SeriesKind::Usual, document::kInk, 0, "usual",
                            chart_points(part.curves.usual, quantity)});
  }
  add_measured(part, quantity, chart);
  add_marks(part, chart);
  return chart;
}

std::optional<Chart> small_chart_of(const OverviewReport& report, std::size_t index) {
  const CollectivePart& part = report.collectives[index];
  const auto& usual = part.curves.usual;
  if (usual.size() < 2 || usual.back().busbw.in_gb_per_s() <= 0) return std::nullopt;
  Chart chart;
  chart.id = fmt::format("{}-short", core::name_of(part.collective));
  chart.quantity = Quantity::Busbw;
  chart.title = fmt::format("Bus bandwidth of {} over its size", core::name_of(part.collective));
  chart.sentence = small_chart_sentence(part);
  chart.series.push_back({"NCCL's choice", SeriesKind::Candidate, document::kAccent, 0, "usual",
                          chart_points(usual, chart.quantity)});
  add_bound(part, chart.quantity, chart);
  if (const auto* const series = key_series(part.measured)) {
    chart.series.push_back(measured_series(*series, chart.quantity));
  }
  return chart;
}

}  // namespace treering::report::overview
