// An axis of a chart as it is drawn: which values it spans, where its marks stand, and what they
// say.
#pragma once

#include <string>
#include <vector>

#include "report/charts/chart.h"

namespace treering::report::document {

struct Tick {
  double value = 0;
  std::string text;
  bool operator==(const Tick&) const = default;
};

struct Ruler {
  charts::Scale scale = charts::Scale::Log;
  double low = 1;
  double high = 10;
  std::vector<Tick> ticks;  // rising, within the ruler

  /// 0 at its low end, 1 at its high end.
  [[nodiscard]] double share_of(double value) const;
};

/// The most marks of a ruler that has room for them.
inline constexpr int kMostTicks = 9;

/// The marks of a ruler, and how many it has room for.
struct Ticks {
  charts::Figures figures = charts::Figures::Plain;
  int most = kMostTicks;
};

/// With marks at powers of two. \pre 0 < low <= high
Ruler power_ruler(double low, double high, const Ticks& ticks = {});

/// From 0 to above `high`, with marks at round figures. \pre high > 0
Ruler linear_ruler(double high, const Ticks& ticks = {});

/// Over whole decades, or over round figures where the values span less than one.
/// \pre 0 < low <= high
Ruler log_ruler(double low, double high, charts::Figures figures = charts::Figures::Plain);

}  // namespace treering::report::document
