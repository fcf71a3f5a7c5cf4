#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/overview/measured.h"
#include "core/units.h"

namespace treering::app::overview {
namespace {

std::set<core::Bytes> measured_sizes(const std::vector<MeasuredSeries>& measured) {
  std::set<core::Bytes> sizes;
  for (const MeasuredSeries& series : measured) {
    for (const MeasuredPoint& point : series.points) sizes.insert(point.bytes);
  }
  return sizes;
}

std::string range_text(const std::vector<core::Bytes>& sizes) {
  if (sizes.size() == 1) return core::format_size(sizes.front());
  return fmt::format("{} to {}", core::format_size(sizes.front()), core::format_size(sizes.back()));
}

/// "8 B to 512 B, 8 GiB": neighbours that are missing are one range.
std::string missing_sizes(const Curves& curves, const std::set<core::Bytes>& have) {
  std::vector<std::string> ranges;
  std::vector<core::Bytes> range;
  for (const CurvePoint& point : curves.best) {
    if (!have.contains(point.bytes)) {
      range.push_back(point.bytes);
      continue;
    }
    if (!range.empty()) ranges.push_back(range_text(range));
    range.clear();
  }
  if (!range.empty()) ranges.push_back(range_text(range));
  return fmt::format("{}", fmt::join(ranges, ", "));
}

/// Whether a series is of runs for which the algorithm was forced, or is known.
bool is_measured(const std::string& algorithm, const std::vector<MeasuredSeries>& measured) {
  for (const MeasuredSeries& series : measured) {
    for (const MeasuredPoint& point : series.points) {
      if (point.way.algorithm == algorithm) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<Unmeasured> unmeasured_of(core::Collective collective, const Curves& curves,
                                      const std::vector<MeasuredSeries>& measured) {
  const std::string name(core::name_of(collective));
  if (curves.best.empty()) return {};
  if (measured.empty()) return {{name, "no file has a run of it on this job"}};
  std::vector<Unmeasured> result;
  const std::string sizes = missing_sizes(curves, measured_sizes(measured));
  if (!sizes.empty()) result.push_back({fmt::format("{} of {}", name, sizes), "no file has them"});
  std::vector<std::string> algorithms;
  std::set<std::string> seen;
  for (const Curve& curve : curves.candidates) {
    const std::string& algorithm = curve.points.front().way.algorithm;
    if (algorithm.empty() || !seen.insert(algorithm).second) continue;
    if (!is_measured(algorithm, measured)) algorithms.push_back(algorithm);
  }
  if (!algorithms.empty()) {
    result.push_back(
        {fmt::format("{} by {}", name, fmt::join(algorithms, ", ")),
         "no run was forced to take that; a run of NCCL's own choice does not say what it took"});
  }
  return result;
}

}  // namespace treering::app::overview
