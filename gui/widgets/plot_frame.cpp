#include "gui/widgets/plot_frame.h"

#include <algorithm>
#include <cmath>

namespace treering::gui::widgets {
namespace {

using report::charts::Chart;
using report::charts::Figures;
using report::charts::Mark;
using report::charts::Scale;

double y_unit(double y, Scale scale) {
  return scale == Scale::Log ? std::log10(y) : y;
}

PlotSpan x_span(const Chart& chart) {
  if (chart.stops.empty()) return {};
  constexpr double kHalfMarker = 0.015;  // of the axis: those at its ends are seen whole
  const double low = std::log2(chart.stops.front());
  const double high = std::log2(chart.stops.back());
  if (high <= low) return {low - 1, high + 1};
  const bool has_markers = std::ranges::any_of(chart.series, report::charts::has_points_alone);
  const double air = has_markers ? kHalfMarker * (high - low) : 0;
  return {low - air, high + air};
}

/// Rows for the texts of marks, above the lines; those that have no room beside each other stand
/// one below the other.
double room_for_marks(const Chart& chart, double row) {
  constexpr std::ptrdiff_t kMostRows = 3;
  const auto texts =
      std::ranges::count_if(chart.marks, [](const Mark& mark) { return !mark.text.empty(); });
  return row * static_cast<double>(std::min(texts, kMostRows));
}

PlotSpan y_span(const Chart& chart, double row) {
  const auto extent = report::charts::extent_of(chart);
  if (!extent) return {};
  if (chart.y.scale == Scale::Log) {
    constexpr double kAir = 0.05;  // decades
    const double low = std::log10(extent->low);
    const double high = std::log10(extent->high) + kAir;
    return {low - kAir, high + room_for_marks(chart, row) * (high - low)};
  }
  return {0, extent->high > 0 ? extent->high * (1.05 + room_for_marks(chart, row)) : 1};
}

QString label_of(double value, Figures figures) {
  return QString::fromStdString(report::charts::text_of(value, figures));
}

std::vector<PlotTick> doublings(const PlotSpan& span, Figures figures, int most) {
  int step = 1;
  while ((span.high - span.low) / step > most)
    step = step < 3 ? step + 1 : step == 3 ? 5 : step * 2;
  std::vector<PlotTick> ticks;
  // From the beginning on: without a number there nobody would see where the axis begins.
  for (int at = static_cast<int>(std::ceil(span.low)); at <= span.high; at += step) {
    ticks.push_back({static_cast<double>(at), label_of(std::exp2(at), figures)});
  }
  return ticks;
}

/// Multiples of 1, 2 or 5 times a power of ten.
std::vector<PlotTick> round_steps(const PlotSpan& span, Figures figures) {
  constexpr double kWanted = 8;
  const double rough = (span.high - span.low) / kWanted;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double digit = rough / power;
  const double step = power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
  std::vector<PlotTick> ticks;
  for (double i = std::ceil(span.low / step); i * step <= span.high; ++i) {
    ticks.push_back({i * step, label_of(i * step, figures)});
  }
  return ticks;
}

std::vector<PlotTick> decades(const PlotSpan& span, Figures figures) {
  const bool is_wide = span.high - span.low > 3;
  std::vector<PlotTick> ticks;
  for (int power = static_cast<int>(std::floor(span.low)); power <= span.high; ++power) {
    for (const int digit : {1, 2, 5}) {
      const double value = digit * std::pow(10.0, power);
      const double at = std::log10(value);
      const bool is_seen = at >= span.low && at <= span.high;
      if (is_seen && (digit == 1 || !is_wide)) ticks.push_back({at, label_of(value, figures)});
    }
  }
  return ticks;
}

/// On a logarithmic axis; of a short one that has few round numbers, those that are even apart.
std::vector<PlotTick> log_ticks(const PlotSpan& span, Figures figures) {
  constexpr std::size_t kFew = 3;
  std::vector<PlotTick> ticks = decades(span, figures);
  if (ticks.size() >= kFew) return ticks;
  ticks = round_steps({std::pow(10.0, span.low), std::pow(10.0, span.high)}, figures);
  for (PlotTick& tick : ticks) tick.at = std::log10(tick.at);
  return ticks;
}

/// At most so many: every second, third ... of them.
std::vector<PlotTick> thinned(const std::vector<PlotTick>& ticks, int most) {
  const auto wanted = static_cast<std::size_t>(std::max(most, 2));
  const std::size_t every = (ticks.size() + wanted - 1) / wanted;
  std::vector<PlotTick> left;
  for (std::size_t i = 0; i < ticks.size(); i += every) left.push_back(ticks[i]);
  return left;
}

}  // namespace

QPointF PlotFrame::of(QPointF value) const {
  return {std::log2(value.x()), y_unit(value.y(), y_scale)};
}

PlotFrame frame_of(const Chart& chart, const PlotRoom& room) {
  PlotFrame frame;
  frame.x = x_span(chart);
  frame.y = y_span(chart, room.row);
  frame.y_scale = chart.y.scale;
  frame.x_ticks = doublings(frame.x, chart.x.figures, std::max(room.most_ticks, 2));
  frame.y_ticks = chart.y.scale == Scale::Log ? log_ticks(frame.y, chart.y.figures)
                                              : round_steps(frame.y, chart.y.figures);
  frame.y_ticks = thinned(frame.y_ticks, room.most_y_ticks);
  return frame;
}

double nearest_stop(const Chart& chart, double x) {
  const auto distance = [&](double stop) { return std::abs(std::log2(stop) - std::log2(x)); };
  return *std::ranges::min_element(chart.stops, {}, distance);
}

}  // namespace treering::gui::widgets
