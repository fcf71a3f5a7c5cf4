// An axis of a chart: which values it spans, where its marks stand, and what they say.
#pragma once

#include <string>
#include <vector>

namespace treering::report::document {

enum class Scale { Linear, Log };

struct Tick {
  double value = 0;
  std::string text;
  bool operator==(const Tick&) const = default;
};

struct Axis {
  Scale scale = Scale::Log;
  double low = 1;
  double high = 10;
  std::vector<Tick> ticks;  // rising, within the axis

  /// 0 at its low end, 1 at its high end.
  [[nodiscard]] double share_of(double value) const;
};

/// The most marks of an axis that has room for them.
inline constexpr int kMostTicks = 9;

/// With marks at powers of two. \pre 0 < low <= high
Axis power_axis(double low, double high, int most_ticks = kMostTicks);

/// The same of sizes in bytes; the marks have units: "8 B", "512 KiB".
Axis size_axis(double low, double high, int most_ticks = kMostTicks);

/// From 0 to above `high`, with marks at round figures. \pre high > 0
Axis linear_axis(double high, int most_ticks = kMostTicks);

/// Over whole decades, or over round figures where the values span less than one.
/// \pre 0 < low <= high
Axis log_axis(double low, double high);

/// The same of times in us; the marks have units: "100 us", "1 ms".
Axis time_axis(double low_us, double high_us);

}  // namespace treering::report::document
