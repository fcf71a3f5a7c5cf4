#include "sim/cost/correction.h"

#include <algorithm>
#include <cmath>

namespace treering::sim::cost {
namespace {

using Point = core::Correction::Point;

// Calls up to here take latency and little else: what is smaller than one that was measured takes
// as long. A correction that faded there would let time fall with size.
constexpr std::uint64_t kLatencyBytes = 8192;

double log_bytes(const Point& point) {
  return std::log(static_cast<double>(point.bytes));
}

double faded(const Point& end, double log_size) {
  const double half_life = std::log(8.0);
  return end.log_ratio * std::exp2(-std::abs(log_size - log_bytes(end)) / half_life);
}

}  // namespace

double log_correction(const core::Correction& correction, double bytes) {
  const auto& points = correction.points;
  if (points.empty()) return 0;
  const double size = std::log(bytes);
  const auto above = std::ranges::lower_bound(points, size, {}, log_bytes);
  if (above == points.begin()) {
    return points.front().bytes <= kLatencyBytes ? points.front().log_ratio
                                                 : faded(points.front(), size);
  }
  if (above == points.end()) return faded(points.back(), size);
  const Point& left = *std::prev(above);
  const double share = (size - log_bytes(left)) / (log_bytes(*above) - log_bytes(left));
  return left.log_ratio + share * (above->log_ratio - left.log_ratio);
}

bool is_between_points(const core::Correction& correction, double bytes) {
  const auto& points = correction.points;
  return !points.empty() && static_cast<double>(points.front().bytes) <= bytes &&
         bytes <= static_cast<double>(points.back().bytes);
}

double spread_between_points(const core::Correction& correction, double bytes, double scatter) {
  const auto above = std::ranges::lower_bound(correction.points, std::log(bytes), {}, log_bytes);
  const double spread = above == correction.points.end() ? 0 : above->spread;
  return spread > 0 ? spread : scatter;
}

}  // namespace treering::sim::cost
