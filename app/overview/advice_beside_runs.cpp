#include "app/overview/advice_beside_runs.h"

#include <set>

#include "core/named_values.h"
#include "tuner/advice/recommend.h"

namespace treering::app::overview {
namespace {

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

/// Time of NCCL's own choice over that of a way, "Ring/LL"; nothing where either was not measured.
std::optional<double> gain_of(const std::string& way, core::Bytes bytes,
                              const std::vector<MeasuredSeries>& measured) {
  const auto own = own_choice(measured, bytes);
  const auto advised =
      least(measured, [&](const MeasuredSeries& series, const MeasuredPoint& point) {
        return !series.name.empty() && point.bytes == bytes &&
               core::is_same_name(point.algorithm + "/" + point.protocol, way);
      });
  if (!own || !advised) return std::nullopt;
  return *own / *advised;
}

/// Sizes at which NCCL's own choice was measured.
std::set<core::Bytes> sizes_of(const std::vector<MeasuredSeries>& measured) {
  std::set<core::Bytes> sizes;
  for (const MeasuredSeries& series : measured) {
    if (!series.name.empty()) continue;
    for (const MeasuredPoint& point : series.points) sizes.insert(point.bytes);
  }
  return sizes;
}

/// Takes `found` where that took longer.
void take_longer(const std::optional<Refuted>& found, std::optional<Refuted>& worst) {
  if (found && (!worst || found->longer > worst->longer)) worst = found;
}

/// A loss below a tie nobody would see.
constexpr double kTie = 1.02;

/// \param best_at where most should be gained, so that a tie refutes the advice, too
RangeBesideRuns range_beside_runs(const advice::RecommendedRange& range,
                                  std::optional<core::Bytes> best_at,
                                  const std::vector<MeasuredSeries>& measured) {
  RangeBesideRuns result;
  if (range.advised == range.usual) return result;
  for (const core::Bytes bytes : sizes_of(measured)) {
    if (bytes < range.first || range.last < bytes) continue;
    const auto gain = gain_of(range.advised, bytes, measured);
    if (!gain) continue;
    result.is_measured = true;
    const double tie = bytes == best_at ? 1 : kTie;
    if (*gain * tie < 1) take_longer(Refuted{range.advised, bytes, 1 / *gain}, result.refuted);
  }
  return result;
}

void look_for_gains(const std::vector<MeasuredSeries>& measured, AdviceBesideRuns& result) {
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
}

}  // namespace

std::optional<RepairFirst> repair_first(const CheckReport& check) {
  const tuner::check::Check& found = check.check;
  const std::size_t slow = found.count(tuner::check::Place::Slow);
  if (!check.is_odd || (!found.other && 2 * slow <= found.rows.size())) return {};
  return RepairFirst{slow, found.rows.size(), found.causes.empty() ? "" : found.causes.front().what,
                     found.other.has_value()};
}

AdviceBesideRuns beside_runs(const std::optional<advice::Recommended>& advice,
                             const std::vector<advice::RecommendedRange>& ranges,
                             const std::vector<MeasuredSeries>& measured) {
  AdviceBesideRuns result;
  std::optional<core::Bytes> best_at;
  if (advice && !advice->is_usual()) {
    const std::string way = advice->advised.algorithm + "/" + advice->advised.protocol;
    best_at = advice->advised.bytes;
    result.gain = gain_of(way, *best_at, measured);
    if (result.gain && *result.gain < 1) result.refuted = Refuted{way, *best_at, 1 / *result.gain};
  }
  for (const advice::RecommendedRange& range : ranges) {
    result.ranges.push_back(range_beside_runs(range, best_at, measured));
    take_longer(result.ranges.back().refuted, result.refuted);
  }
  look_for_gains(measured, result);
  return result;
}

}  // namespace treering::app::overview
