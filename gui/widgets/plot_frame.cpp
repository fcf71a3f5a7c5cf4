#include "gui/widgets/plot_frame.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/unit_text.h"

namespace treering::gui::widgets {
namespace {

double y_unit(double y, PlotScale scale) {
  return scale == PlotScale::Log ? std::log10(y) : y;
}

void widen(PlotSpan& span, double to) {
  span.low = std::min(span.low, to);
  span.high = std::max(span.high, to);
}

template <class Take>
void for_points(const Plot& plot, Take take) {
  for (const PlotBand& band : plot.bands) {
    for (const QPointF& point : band.low) take(point);
    for (const QPointF& point : band.high) take(point);
  }
  for (const PlotSeries& series : plot.series) {
    if (series.is_cut) continue;
    for (const QPointF& point : series.points) take(point);
  }
}

PlotSpan x_span(const Plot& plot) {
  if (plot.stops.empty()) return {};
  constexpr double kHalfMarker = 0.015;  // of the axis: those at its ends are seen whole
  const double low = std::log2(plot.stops.front());
  const double high = std::log2(plot.stops.back());
  if (high <= low) return {low - 1, high + 1};
  const bool has_markers = std::ranges::any_of(
      plot.series, [](const PlotSeries& one) { return one.style != PlotStyle::Line; });
  const double air = has_markers ? kHalfMarker * (high - low) : 0;
  return {low - air, high + air};
}

/// Rows for the texts of marks, above the lines; those that have no room beside each other stand
/// one below the other.
double room_for_marks(const Plot& plot, double row) {
  constexpr std::ptrdiff_t kMostRows = 3;
  const auto texts =
      std::ranges::count_if(plot.marks, [](const PlotMark& mark) { return !mark.text.isEmpty(); });
  return row * static_cast<double>(std::min(texts, kMostRows));
}

PlotSpan y_span(const Plot& plot, double row) {
  const bool is_log = plot.y.scale == PlotScale::Log;
  PlotSpan span{HUGE_VAL, -HUGE_VAL};
  for_points(plot, [&](QPointF point) {
    if (!is_log || point.y() > 0) widen(span, y_unit(point.y(), plot.y.scale));
  });
  if (span.low > span.high) return {};
  if (is_log) {
    constexpr double kAir = 0.05;  // decades
    const double high = std::max(span.high, span.low) + kAir;
    return {span.low - kAir, high + room_for_marks(plot, row) * (high - span.low)};
  }
  return {0, span.high > 0 ? span.high * (1.05 + room_for_marks(plot, row)) : 1};
}

QString text_of(double value, PlotText text) {
  if (text == PlotText::Size) {
    const auto bytes = static_cast<std::uint64_t>(std::llround(value));
    return QString::fromStdString(core::format_size_option(core::Bytes::of(bytes)));
  }
  if (text == PlotText::Time) {
    return QString::fromStdString(core::format_time_mark(core::Duration::from_us(value)));
  }
  return QString::number(value, 'g', 12);
}

std::vector<PlotTick> doublings(const PlotSpan& span, PlotText text, int most) {
  int step = 1;
  while ((span.high - span.low) / step > most)
    step = step < 3 ? step + 1 : step == 3 ? 5 : step * 2;
  std::vector<PlotTick> ticks;
  // From the beginning on: without a number there nobody would see where the axis begins.
  for (int at = static_cast<int>(std::ceil(span.low)); at <= span.high; at += step) {
    ticks.push_back({static_cast<double>(at), text_of(std::exp2(at), text)});
  }
  return ticks;
}

/// Multiples of 1, 2 or 5 times a power of ten.
std::vector<PlotTick> round_steps(const PlotSpan& span, PlotText text) {
  constexpr double kWanted = 8;
  const double rough = (span.high - span.low) / kWanted;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double digit = rough / power;
  const double step = power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
  std::vector<PlotTick> ticks;
  for (double i = std::ceil(span.low / step); i * step <= span.high; ++i) {
    ticks.push_back({i * step, text_of(i * step, text)});
  }
  return ticks;
}

std::vector<PlotTick> decades(const PlotSpan& span, PlotText text) {
  const bool is_wide = span.high - span.low > 3;
  std::vector<PlotTick> ticks;
  for (int power = static_cast<int>(std::floor(span.low)); power <= span.high; ++power) {
    for (const int digit : {1, 2, 5}) {
      const double value = digit * std::pow(10.0, power);
      const double at = std::log10(value);
      const bool is_seen = at >= span.low && at <= span.high;
      if (is_seen && (digit == 1 || !is_wide)) ticks.push_back({at, text_of(value, text)});
    }
  }
  return ticks;
}

/// On a logarithmic axis; of a short one that has few round numbers, those that are even apart.
std::vector<PlotTick> log_ticks(const PlotSpan& span, PlotText text) {
  constexpr std::size_t kFew = 3;
  std::vector<PlotTick> ticks = decades(span, text);
  if (ticks.size() >= kFew) return ticks;
  ticks = round_steps({std::pow(10.0, span.low), std::pow(10.0, span.high)}, text);
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

PlotFrame frame_of(const Plot& plot, const PlotRoom& room) {
  PlotFrame frame;
  frame.x = x_span(plot);
  frame.y = y_span(plot, room.row);
  frame.y_scale = plot.y.scale;
  frame.x_ticks = doublings(frame.x, plot.x.text, std::max(room.most_ticks, 2));
  frame.y_ticks = plot.y.scale == PlotScale::Log ? log_ticks(frame.y, plot.y.text)
                                                 : round_steps(frame.y, plot.y.text);
  frame.y_ticks = thinned(frame.y_ticks, room.most_y_ticks);
  return frame;
}

double nearest_stop(const Plot& plot, double x) {
  const auto distance = [&](double stop) { return std::abs(std::log2(stop) - std::log2(x)); };
  return *std::ranges::min_element(plot.stops, {}, distance);
}

}  // namespace treering::gui::widgets
