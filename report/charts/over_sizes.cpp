#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/advice/recommend.h"
#include "app/setup/plan.h"
#include "core/units.h"
#include "report/charts/calls.h"
#include "report/charts/chart.h"
#include "report/figures.h"
#include "report/findings/words.h"

namespace treering::report::charts {

namespace {

using app::overview::Curve;
using app::overview::CurvePoint;
using app::overview::Curves;

constexpr std::string_view kNoChoice = "sends and receives";
constexpr int kGrey = 7;  // of the palette

Point point_of_curve(const CurvePoint& point, Quantity quantity) {
  return point_of({point.bytes, point.time, point.busbw, point.within}, quantity);
}

/// Of a series that goes over several ways.
std::vector<Point> chosen_points(const std::vector<CurvePoint>& points, Quantity quantity) {
  std::vector<Point> result;
  for (const CurvePoint& point : points) {
    result.push_back(point_of_curve(point, quantity));
    result.back().way = point.way.algorithm.empty() ? std::string(kNoChoice) : text_of(point.way);
  }
  return result;
}

std::vector<Point> candidate_points(const Curve& curve, Quantity quantity) {
  std::vector<Point> result;
  for (const CurvePoint& point : curve.points) {
    result.push_back(point_of_curve(point, quantity));
    result.back().is_usual = point.is_usual;
    result.back().is_fastest = point.is_best;
  }
  return result;
}

}  // namespace

std::vector<Series> candidate_series(const Curves& curves, Quantity quantity) {
  std::vector<Series> all;
  for (std::size_t i = 0; i < curves.candidates.size(); ++i) {
    const Curve& curve = curves.candidates[i];
    const sim::Way& way = curve.points.front().way;
    all.push_back({curve.name.empty() ? std::string(kNoChoice) : curve.name, SeriesKind::Candidate,
                   colour_of(way.algorithm), dashes_of(curve.name, way),
                   fmt::format("curves/{}", i), candidate_points(curve, quantity)});
  }
  return all;
}

Series fastest_series(const Curves& curves, Quantity quantity) {
  return {
      "the fastest", SeriesKind::Fastest, kAccent, 0, "best", chosen_points(curves.best, quantity)};
}

Series usual_series(const Curves& curves, Quantity quantity) {
  return {
      "NCCL's choice", SeriesKind::Usual, kInk, 0, "usual", chosen_points(curves.usual, quantity)};
}

Series ceiling_series(const Curves& curves, Quantity quantity) {
  Series ceiling{"ceiling of the fastest", SeriesKind::Ceiling, kGrey, 0, "ceiling"};
  if (!curves.ceiling) return ceiling;
  for (const CurvePoint& point : curves.best) {
    const core::Duration time = point.time * (point.busbw / *curves.ceiling);
    ceiling.points.push_back(point_of({point.bytes, time, *curves.ceiling}, quantity));
  }
  return ceiling;
}

Series bound_series(const Curves& curves, Quantity quantity) {
  Series bound{"bound of the wires", SeriesKind::Bound, kInk, 0, "bound"};
  for (const auto& point : curves.bound) {
    bound.points.push_back(point_of({point.bytes, point.time, point.busbw}, quantity));
  }
  return bound;
}

namespace {

using app::CheckReport;
using app::PredictReport;
using tuner::check::CheckedRow;

bool is_same_job(const CheckReport& check, const PredictReport& times) {
  return check.shape.ranks() == times.ranks &&
         check.job.cluster.node_count == times.job.cluster.node_count;
}

/// Measured, predicted, and their ratio.
std::string note_on(const CheckedRow& row) {
  return fmt::format(
      "{}, {}\nmeasured {}, predicted {} by {}\n"
      "measured / predicted: {:.2f}; 4 of 5 runs {} to {}",
      measured_name(row.measurement.file),
      core::format_size(core::Bytes::of(row.measurement.bytes)),
      core::format_duration(row.measured), core::format_duration(row.expected),
      findings::choice_of(row), row.measured / row.expected, core::format_duration(row.low),
      core::format_duration(row.high));
}

Point point_of_row(const CheckedRow& row, int ranks, Quantity quantity) {
  const core::Bytes bytes = core::Bytes::of(row.measurement.bytes);
  const core::Bandwidth busbw =
      bytes / row.measured * core::bus_factor(row.measurement.collective, ranks);
  Point point = point_of({bytes, row.measured, busbw}, quantity);
  point.way = findings::choice_of(row);
  point.ratio = row.measured / row.expected;
  point.note = note_on(row);
  return point;
}

/// Files differ in colour.
Series series_of_file(const std::string& file, std::size_t number) {
  return {measured_name(file), SeriesKind::Measured, number == 0 ? kInk : static_cast<int>(number),
          point_variant(kDiamond, 0)};
}

}  // namespace

bool is_shown(const CheckedRow& row, const CheckReport& check, const PredictReport& times) {
  return is_same_job(check, times) && !times.calls.collectives.empty() &&
         row.measurement.collective == times.calls.collectives.front();
}

std::string measured_name(const std::string& file) {
  return fmt::format("measured ({})", file.substr(file.find_last_of('/') + 1));
}

std::vector<Series> measured_series(const CheckReport& check, const PredictReport& times,
                                    Quantity quantity) {
  std::vector<Series> all;
  std::map<std::string, std::size_t> by_file;  // by file
  for (const CheckedRow& row : check.check.rows) {
    if (!is_shown(row, check, times)) continue;
    const auto [found, is_new] = by_file.emplace(row.measurement.file, all.size());
    if (is_new) all.push_back(series_of_file(row.measurement.file, all.size()));
    all[found->second].points.push_back(point_of_row(row, times.ranks, quantity));
  }
  for (Series& series : all) std::ranges::stable_sort(series.points, {}, &Point::x);
  return all;
}

std::string remark_on(const CheckReport& check, const PredictReport& times) {
  if (times.calls.collectives.empty()) return {};
  if (!is_same_job(check, times)) {
    return fmt::format("The log is of {}: its points are shown where the chart is of these, too.",
                       app::setup::shape_text(check.shape, check.job.cluster.node_count));
  }
  const auto& rows = check.check.rows;
  const bool has_points =
      std::ranges::any_of(rows, [&](const CheckedRow& row) { return is_shown(row, check, times); });
  if (!has_points) {
    return fmt::format("The log is of {}: its points are shown with that collective.",
                       core::name_of(rows.front().measurement.collective));
  }
  if (check.job.job.nccl_version == times.job.job.nccl_version) return {};
  return fmt::format(
      "The log is of NCCL {}: what was measured is compared with that, the lines are those of {}.",
      check.job.job.nccl_version, times.job.job.nccl_version);
}

namespace {

using app::CheckReport;
using app::PredictReport;

/// The ceiling has the name of the way that it is of.
Series named(Series ceiling, const PredictReport& times) {
  if (ceiling.points.empty()) return ceiling;
  const sim::Way& way = times.ceilings.front()->way;
  ceiling.name = way.algorithm.empty() ? "ceiling" : fmt::format("ceiling of {}", text_of(way));
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
