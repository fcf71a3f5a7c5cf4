#include "report/charts/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "app/setup/names.h"
#include "core/units.h"
#include "report/drawing/colours.h"

namespace treering::report::charts {

namespace {

bool is_limit(const Series& series) {
  return series.kind == SeriesKind::Bound || series.kind == SeriesKind::Ceiling;
}

/// Of a point that the whole of it has to be seen: its band or bar too.
bool shows_within(const Series& series) {
  return series.band != Band::None || series.kind == SeriesKind::Measured;
}

core::Bytes bytes_of(double value) {
  return core::Bytes::of(static_cast<std::uint64_t>(std::llround(value)));
}

}  // namespace

Axis axis_of(Quantity quantity) {
  if (quantity == Quantity::Time) return {"time", Scale::Log, Figures::Time};
  return {"busbw (GB/s)", Scale::Linear, Figures::Plain};
}

std::string text_of(double value, Figures figures) {
  switch (figures) {
    case Figures::Size:
      return core::format_size(bytes_of(value));
    case Figures::ShortSize:
      return core::format_size_option(bytes_of(value));
    case Figures::Time:
      return core::format_time_mark(core::Duration::from_us(value));
    case Figures::Plain:
      break;
  }
  return fmt::format("{:.12g}", value);
}

bool has_points_alone(const Series& series) {
  return series.kind == SeriesKind::Measured || series.kind == SeriesKind::Usual;
}

std::string band_name(const Series& series) {
  return fmt::format("80 % of runs of {}", series.name);
}

void add(Series series, Chart& chart) {
  if (!series.points.empty()) chart.series.push_back(std::move(series));
}

const Point* point_at(const Series& series, double x) {
  const auto found = std::ranges::find(series.points, x, &Point::x);
  return found == series.points.end() ? nullptr : &*found;
}

std::optional<Extent> extent_of(const Chart& chart) {
  std::optional<Extent> extent;
  const auto add = [&](double value) {
    if (value <= 0 && chart.y.scale == Scale::Log) return;
    if (!extent) extent = {value, value};
    extent = {std::min(extent->low, value), std::max(extent->high, value)};
  };
  for (const Series& series : chart.series) {
    if (is_limit(series) && chart.y.figures == Figures::Time) continue;
    for (const Point& point : series.points) {
      if (series.band != Band::Alone) add(point.y);
      if (!shows_within(series) || !point.within) continue;
      add(point.within->first);
      add(point.within->second);
    }
  }
  return extent;
}

Point point_of(const TimedCall& call, Quantity quantity) {
  Point point{static_cast<double>(call.bytes.count()), call.time.in_us()};
  if (quantity == Quantity::Time) {
    if (call.within) point.within = {call.within->low.in_us(), call.within->high.in_us()};
    return point;
  }
  const double busbw = call.busbw.in_gb_per_s();
  point.y = busbw;
  if (call.within) {
    point.within = {busbw * (call.time / call.within->high),
                    busbw * (call.time / call.within->low)};
  }
  return point;
}

namespace {

using app::setup::NameKind;

int place_of(NameKind kind, const std::string& name) {
  const auto names = app::setup::names_of(kind);
  return static_cast<int>(std::ranges::find(names, name) - names.begin());
}

}  // namespace

int variant_of(int colour) {
  if (colour < 0) return 0;
  // Tree, Ring and NVLSTree, which stand together most, have three of them.
  constexpr std::array kVariants{1, 2, 0, 0, 1, 3, 3, 3};
  static_assert(kVariants.size() == drawing::kSeriesColours.size());
  return kVariants.at(static_cast<std::size_t>(colour) % kVariants.size());
}

int colour_of(const std::string& algorithm) {
  return algorithm.empty() ? 0 : place_of(NameKind::Algorithm, algorithm);
}

int dashes_of(const std::string& name, const sim::Way& way) {
  if (way.algorithm.empty()) return 0;
  if (name.find('/') == std::string::npos) return variant_of(colour_of(way.algorithm));
  constexpr std::array kDashes{2, 1, 0};  // LL, LL128, Simple
  const auto place = static_cast<std::size_t>(place_of(NameKind::Protocol, way.protocol));
  return kDashes.at(std::min(place, kDashes.size() - 1));
}

int shape_of(const std::string& protocol) {
  return protocol.empty() ? 0 : 1 + place_of(NameKind::Protocol, protocol);
}

}  // namespace treering::report::charts
