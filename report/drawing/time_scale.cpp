#include "report/drawing/time_scale.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace treering::report::drawing {
namespace {

constexpr double kMostMarks = 10;  // besides 0

/// The least of 1, 2, 5, 10, ... that is not below.
double round_up_to_mark(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    // Rounding may not make a tenth of 1,000 more than 100.
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

struct Unit {
  const char* name;
  double us;
};

// Numbers have up to four digits before the point.
Unit unit_for(double end_us) {
  if (end_us >= 1e7) return {"s", 1e6};
  if (end_us >= 1e4) return {"ms", 1e3};
  return {"us", 1};
}

}  // namespace

TimeScale time_scale(double end_us) {
  const Unit unit = unit_for(end_us);
  TimeScale scale{unit.name, {{0, "0"}}};
  if (!(end_us > 0)) return scale;
  const double step = round_up_to_mark(end_us / unit.us / kMostMarks);
  const int digits = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  const auto count = static_cast<int>(std::floor(end_us / unit.us / step * (1 + 1e-9)));
  for (int i = 1; i <= count; ++i) {
    scale.marks.push_back({i * step * unit.us, fmt::format("{:.{}f}", i * step, digits)});
  }
  return scale;
}

}  // namespace treering::report::drawing
