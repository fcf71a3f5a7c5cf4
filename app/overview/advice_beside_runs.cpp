#include "app/overview/advice_beside_runs.h"

#include "core/named_values.h"
#include "sim/predict.h"
#include "tuner/advice/recommend.h"

namespace treering::app::overview {
namespace {

bool is_way(const MeasuredPoint& point, const std::string& algorithm, const std::string& protocol) {
  return core::is_same_name(point.algorithm, algorithm) &&
         core::is_same_name(point.protocol, protocol);
}

/// The least of the points that are wanted; nothing without any.
template <class Wanted>
std::optional<core::Duration> least(const std::vector<MeasuredSeries>& measured, Wanted wanted) {
  std::optional<core::Duration> time;
  for (const MeasuredSeries& series : measured) {
    for (const MeasuredPoint& point : series.points) {
      if (wanted(series, point) && (!time || point.time < *time)) time = point.time;
    }
  }
  return time;
}

std::optional<core::Duration> own_choice(const std::vector<MeasuredSeries>& measured,
                                         core::Bytes bytes) {
  return least(measured, [&](const MeasuredSeries& series, const MeasuredPoint& point) {
    return series.name.empty() && point.bytes == bytes;
  });
}

std::optional<double> gain_of(const advice::Recommended& advice,
                              const std::vector<MeasuredSeries>& measured) {
  const core::Bytes bytes = advice.advised.bytes;
  const auto own = own_choice(measured, bytes);
  const auto advised = least(measured, [&](const MeasuredSeries& series, const auto& point) {
    return !series.name.empty() && point.bytes == bytes &&
           is_way(point, advice.advised.algorithm, advice.advised.protocol);
  });
  if (!own || !advised) return std::nullopt;
  return *own / *advised;
}

}  // namespace

AdviceBesideRuns beside_runs(const std::optional<advice::Recommended>& advice,
                             const std::vector<MeasuredSeries>& measured) {
  AdviceBesideRuns result;
  if (advice && !advice->is_usual()) result.gain = gain_of(*advice, measured);
  for (const MeasuredSeries& series : measured) {
    if (series.name.empty()) continue;
    for (const MeasuredPoint& point : series.points) {
      const auto own = own_choice(measured, point.bytes);
      const double gain = own ? *own / point.time : 1;
      if (gain < tuner::advice::kLeastGain) continue;
      if (result.fastest && gain <= result.fastest->gain) continue;
      result.fastest = FasterInRuns{series.name, point.bytes, gain};
    }
  }
  return result;
}

}  // namespace treering::app::overview
