#include <algorithm>
#include <cmath>
#include <string>

#include "app/overview/measured.h"

namespace treering::app::overview {
namespace {

/// Where latency and bandwidth both count, and a size that most benchmarks have.
constexpr double kMiddling = 1U << 20U;

KeyFigure figure_of(const CurvePoint& point) {
  return {.bytes = point.bytes, .time = point.time, .busbw = point.busbw, .within = point.within};
}

KeyFigure figure_of(const MeasuredPoint& point) {
  return {.bytes = point.bytes,
          .time = point.time,
          .busbw = point.busbw,
          .within = point.expected_within,
          .expected = point.expected};
}

template <class Points>
std::vector<KeyFigure> figures_of(const Points& points) {
  std::vector<KeyFigure> figures;
  for (const auto& point : points) figures.push_back(figure_of(point));
  return figures;
}

std::optional<double> share_of_wires(const Curves& curves, const KeyFigure& figure) {
  const auto bound = std::ranges::find(curves.bound, figure.bytes, &BoundPoint::bytes);
  if (bound == curves.bound.end()) return std::nullopt;
  return figure.busbw / bound->busbw;
}

}  // namespace

const MeasuredSeries* key_series(const std::vector<MeasuredSeries>& measured) {
  if (measured.empty()) return nullptr;
  const auto own = std::ranges::find(measured, std::string(), &MeasuredSeries::name);
  return own == measured.end() ? &measured.front() : &*own;
}

std::vector<KeyFigure> key_figures(const Curves& curves,
                                   const std::vector<MeasuredSeries>& measured) {
  const MeasuredSeries* const series = key_series(measured);
  const std::vector<KeyFigure> all =
      series == nullptr ? figures_of(curves.usual) : figures_of(series->points);
  if (all.empty()) return {};
  const auto bytes_of = [](const KeyFigure& one) { return static_cast<double>(one.bytes.count()); };
  KeyFigure largest = *std::ranges::max_element(all, {}, &KeyFigure::bytes);
  const KeyFigure middling = *std::ranges::min_element(all, {}, [&](const KeyFigure& one) {
    return std::abs(std::log2(bytes_of(one) / kMiddling));
  });
  largest.is_rate = bytes_of(largest) > kMiddling && largest.busbw.in_gb_per_s() > 0;
  largest.share_of_wires = share_of_wires(curves, largest);
  if (middling.bytes == largest.bytes) return {largest};
  return {largest, middling};
}

}  // namespace treering::app::overview
