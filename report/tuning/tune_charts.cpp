#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/charts/chart.h"
#include "report/tuning/tune_document.h"
#include "report/tuning/tune_text.h"

namespace treering::report::tuning {
namespace {

using app::tuning::Curves;
using app::tuning::Reason;
using app::tuning::Times;
using app::tuning::TuneReport;
using app::tuning::WayCurve;
using app::tuning::WayPoint;
using charts::Chart;
using charts::Quantity;
using charts::Series;
using charts::SeriesKind;

/// What turns times into a quantity.
struct PointMaker {
  Quantity quantity = Quantity::Time;
  double bus_factor = 1;

  [[nodiscard]] charts::Point point(std::uint64_t count, const Times& times) const {
    const auto bytes = core::Bytes::of(count);
    const auto time = core::Duration::from_us(times.us);
    return charts::point_of({bytes, time, bytes / time * bus_factor,
                             sim::estimates::Interval{core::Duration::from_us(times.low_us),
                                                      core::Duration::from_us(times.high_us)}},
                            quantity);
  }
};

/// The colour of a way and, beside it, its dashes and points, so that colour alone tells none.
struct Look {
  int colour = charts::kInk;
  int variant = 0;
};

/// By the ways' order. No two of 33 ways look alike.
std::vector<Look> looks_of(const Curves& curves) {
  // Colours of the palette that are farthest apart come first, light and dark.
  constexpr std::array kColours{0, 1, 2, 3, 5, 4, 7, 6};
  constexpr int kVariants = 4;
  std::vector<Look> looks;
  std::size_t forced = 0;
  for (const WayCurve& curve : curves.ways) {
    if (curve.way.is_default()) {
      looks.emplace_back();
      continue;
    }
    const int colour = kColours.at(forced % kColours.size());
    const int round = static_cast<int>(forced / kColours.size());
    looks.push_back({colour, (charts::variant_of(colour) + round) % kVariants});
    ++forced;
  }
  return looks;
}

/// A way's curve with its place among the ways.
struct Drawn {
  const WayCurve& curve;
  std::size_t index = 0;
  Look look;
};

Series line_of(const Drawn& way, const PointMaker& maker) {
  const WayCurve& curve = way.curve;
  Series line{curve.way.is_default() ? "the library's own choice" : way_text(curve.way),
              SeriesKind::Candidate, way.look.colour, way.look.variant,
              fmt::format("ways/{}", way.index)};
  line.band = charts::Band::Beside;
  for (const WayPoint& one : curve.points) {
    line.points.push_back(maker.point(one.bytes, one.believed));
  }
  return line;
}

Series points_of(const Drawn& way, const PointMaker& maker) {
  const WayCurve& curve = way.curve;
  Series points{way_text(curve.way) + ", measured", SeriesKind::Measured, way.look.colour,
                way.look.variant, fmt::format("measured/{}", way.index)};
  for (const WayPoint& one : curve.points) {
    if (!one.measured_us.empty()) points.points.push_back(maker.point(one.bytes, one.measured()));
  }
  return points;
}

/// Sizes at which another way is chosen.
void add_marks(const TuneReport& report, core::Collective collective, Chart& chart) {
  const app::tuning::Choice* before = nullptr;
  for (const auto& one : report.choices) {
    if (one.collective != collective) continue;
    if (before != nullptr && before->way != one.way) {
      chart.marks.push_back({static_cast<double>(one.from_bytes),
                             fmt::format("{} from {}", way_text(one.way),
                                         sizes_text(one.from_bytes, one.from_bytes))});
    }
    before = &one;
  }
}

std::string sentence(const TuneReport& report, const Curves& curves) {
  std::string text = fmt::format(
      "{} of {} cells, a way at a size each, were measured: points, the median of the launches, "
      "with bars from the fastest to the slowest. Lines are what all of them, and the model where "
      "there is one, say of a way; the band holds its time with a chance of 80 %.",
      curves.measured, curves.cells);
  for (const auto& one : report.choices) {
    if (one.collective != curves.collective || one.reason != Reason::Faster) continue;
    text += fmt::format(
        " Confirmed: {} from {} to {}, {:.2f} times as fast as the library's own "
        "choice.",
        way_text(one.way), sizes_text(one.from_bytes, one.from_bytes),
        sizes_text(one.to_bytes, one.to_bytes), one.gain->mean);
  }
  return text;
}

}  // namespace

Chart chart_of(const TuneReport& report, std::size_t index, Quantity quantity) {
  const Curves& curves = report.curves[index];
  const std::string_view name = core::name_of(curves.collective);
  const bool is_time = quantity == Quantity::Time;
  const PointMaker maker{quantity, core::bus_factor(curves.collective, report.ranks)};
  Chart chart;
  chart.id = fmt::format("{}-{}-{}", name, index, is_time ? "time" : "busbw");
  chart.part = fmt::format("curves/{}", index);
  chart.y = charts::axis_of(quantity);
  chart.title = fmt::format("{} of {} over its size", is_time ? "Time" : "Bus bandwidth", name);
  chart.sentence = is_time ? sentence(report, curves)
                           : "The same as bus bandwidth, as nccl-tests defines it: the higher the "
                             "better.";
  const std::vector<Look> looks = looks_of(curves);
  for (std::size_t i = 0; i < curves.ways.size(); ++i) {
    // Without points: each of its calls is that of another way.
    if (curves.ways[i].points.empty()) continue;
    chart.series.push_back(line_of({curves.ways[i], i, looks[i]}, maker));
  }
  for (std::size_t i = 0; i < curves.ways.size(); ++i) {
    Series points = points_of({curves.ways[i], i, looks[i]}, maker);
    if (!points.points.empty()) chart.series.push_back(std::move(points));
  }
  add_marks(report, curves.collective, chart);
  return chart;
}

}  // namespace treering::report::tuning
