#include "report/document/ruler.h"

#include <algorithm>
#include <cmath>

namespace treering::report::document {
namespace {

using charts::Figures;
using charts::Scale;

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

double Ruler::share_of(double value) const {
  if (scale == Scale::Linear) return (value - low) / (high - low);
  return std::log(value / low) / std::log(high / low);
}

Ruler power_ruler(double low, double high, const Ticks& ticks) {
  Ruler ruler{Scale::Log, low, high, {}};
  if (low == high) ruler = {Scale::Log, low / 2, high * 2, {}};
  const int first = static_cast<int>(std::ceil(std::log2(ruler.low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log2(ruler.high) + 1e-9));
  int step = 1;
  while ((last - first) / step >= ticks.most) ++step;
  for (int power = first; power <= last; power += step) {
    if (power < 0) continue;
    const double value = std::exp2(power);
    ruler.ticks.push_back({value, charts::text_of(value, ticks.figures)});
  }
  return ruler;
}

Ruler linear_ruler(double high, const Ticks& ticks) {
  // A third of the marks may be lost to rounding, zero, and what is above the values.
  const double step = round_up(high * 1.5 / ticks.most);
  const double top = std::ceil(high / step * (1 - 1e-9)) * step;
  Ruler ruler{Scale::Linear, 0, top, {}};
  for (int i = 0; i * step <= top * (1 + 1e-9); ++i) {
    ruler.ticks.push_back({i * step, charts::text_of(i * step, ticks.figures)});
  }
  return ruler;
}

Ruler log_ruler(double low, double high, Figures figures) {
  if (low == high) return log_ruler(low / 2, high * 2, figures);
  Ruler ruler{Scale::Log, round_down(low), round_up(high), {}};
  const int first = static_cast<int>(std::floor(std::log10(ruler.low) + 1e-9));
  const int last = static_cast<int>(std::ceil(std::log10(ruler.high) - 1e-9));
  const bool is_short = last - first <= 2;
  const int step = (last - first + kMostTicks - 1) / kMostTicks;
  for (int power = first; power <= last; power += std::max(1, step)) {
    for (const double part : {1.0, 2.0, 5.0}) {
      const double value = part * std::pow(10, power);
      if (part > 1 && !is_short) continue;
      if (value < ruler.low * (1 - 1e-9) || value > ruler.high * (1 + 1e-9)) continue;
      ruler.ticks.push_back({value, charts::text_of(value, figures)});
    }
  }
  return ruler;
}

}  // namespace treering::report::document
