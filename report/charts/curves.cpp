#include "report/charts/curves.h"

#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "report/charts/look.h"
#include "report/figures.h"

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
    result.back().way = point.way.algorithm.empty()
                            ? std::string(kNoChoice)
                            : choice_name(point.way.algorithm, point.way.protocol);
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

}  // namespace treering::report::charts
