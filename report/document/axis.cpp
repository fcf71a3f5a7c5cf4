#include "report/document/axis.h"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "core/unit_text.h"

namespace treering::report::document {
namespace {

std::string figure(double value) {
  return fmt::format("{:.10g}", value);
}

/// 1, 2 or 5 times a power of ten, no less than `value`.
double round_up(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * decade >= value * (1 - 1e-9)) return step * decade;
  }
  return 10 * decade;
}

double round_down(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {5.0, 2.0}) {
    if (step * decade <= value * (1 + 1e-9)) return step * decade;
  }
  return decade;
}

}  // namespace

double Axis::share_of(double value) const {
  if (scale == Scale::Linear) return (value - low) / (high - low);
  return std::log(value / low) / std::log(high / low);
}

Axis power_axis(double low, double high, int most_ticks) {
  Axis axis{Scale::Log, low, high, {}};
  if (low == high) axis = {Scale::Log, low / 2, high * 2, {}};
  const int first = static_cast<int>(std::ceil(std::log2(axis.low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log2(axis.high) + 1e-9));
  int step = 1;
  while ((last - first) / step >= most_ticks) ++step;
  for (int power = first; power <= last; power += step) {
    if (power < 0) continue;
    const double value = std::exp2(power);
    axis.ticks.push_back({value, figure(value)});
  }
  return axis;
}

Axis size_axis(double low, double high, int most_ticks) {
  Axis axis = power_axis(low, high, most_ticks);
  for (Tick& tick : axis.ticks) {
    tick.text = core::format_size(core::Bytes::of(static_cast<std::uint64_t>(tick.value)));
  }
  return axis;
}

Axis linear_axis(double high, int most_ticks) {
  // A third of the marks may be lost to rounding, zero, and what is above the values.
  const double step = round_up(high * 1.5 / most_ticks);
  const double top = std::ceil(high / step * (1 - 1e-9)) * step;
  Axis axis{Scale::Linear, 0, top, {}};
  for (int i = 0; i * step <= top * (1 + 1e-9); ++i) {
    axis.ticks.push_back({i * step, figure(i * step)});
  }
  return axis;
}

Axis log_axis(double low, double high) {
  if (low == high) return log_axis(low / 2, high * 2);
  Axis axis{Scale::Log, round_down(low), round_up(high), {}};
  const int first = static_cast<int>(std::floor(std::log10(axis.low) + 1e-9));
  const int last = static_cast<int>(std::ceil(std::log10(axis.high) - 1e-9));
  const bool is_short = last - first <= 2;
  const int step = (last - first + kMostTicks - 1) / kMostTicks;
  for (int power = first; power <= last; power += std::max(1, step)) {
    for (const double part : {1.0, 2.0, 5.0}) {
      const double value = part * std::pow(10, power);
      if (part > 1 && !is_short) continue;
      if (value < axis.low * (1 - 1e-9) || value > axis.high * (1 + 1e-9)) continue;
      axis.ticks.push_back({value, figure(value)});
    }
  }
  return axis;
}

Axis time_axis(double low_us, double high_us) {
  Axis axis = log_axis(low_us, high_us);
  for (Tick& tick : axis.ticks) {
    tick.text = core::format_time_mark(core::Duration::from_us(tick.value));
  }
  return axis;
}

}  // namespace treering::report::document
