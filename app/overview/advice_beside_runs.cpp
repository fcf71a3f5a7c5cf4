#include "app/overview/advice_beside_runs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/named_values.h"
#include "tuner/advice/recommend.h"

namespace treering::app::overview {

namespace {

/// Null where nothing is advised at this size.
const advice::RecommendedRange* advised_at(const std::vector<advice::RecommendedRange>& ranges,
                                           core::Bytes bytes) {
  const auto found = std::ranges::find_if(ranges, [&](const advice::RecommendedRange& range) {
    return range.advised != range.usual && range.first <= bytes && bytes <= range.last;
  });
  return found == ranges.end() ? nullptr : &*found;
}

/// \param next size of the report; nothing: there is none
void extend(std::vector<SizeRange>& ranges, core::Bytes bytes, std::optional<core::Bytes> next) {
  if (!ranges.empty() && ranges.back().below == bytes) {
    ranges.back().last = bytes;
    ranges.back().below = next;
  } else {
    ranges.push_back({bytes, bytes, next});
  }
}

}  // namespace

FormReach form_reach(core::Collective collective,
                     const std::vector<advice::RecommendedRange>& ranges,
                     const std::vector<std::uint64_t>& sizes,
                     const std::vector<exporting::TakenChoice>& taken) {
  FormReach reach{collective, {}, {}};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const core::Bytes bytes = core::Bytes::of(sizes[i]);
    const auto next =
        i + 1 < sizes.size() ? std::optional(core::Bytes::of(sizes[i + 1])) : std::nullopt;
    if (const advice::RecommendedRange* const range = advised_at(ranges, bytes)) {
      const bool is_taken =
          std::ranges::find(taken, exporting::TakenChoice{collective, bytes, range->advised}) !=
          taken.end();
      extend(is_taken ? reach.reached : reach.left, bytes, next);
    }
  }
  return reach;
}

namespace {

void keep_less(core::Duration time, std::optional<core::Duration>& least) {
  if (!least || time < *least) least = time;
}

/// The least times of the runs at each size.
class LeastTimes {
 public:
  explicit LeastTimes(const std::vector<MeasuredSeries>& measured) {
    for (const MeasuredSeries& series : measured) {
      for (const MeasuredPoint& point : series.points) {
        AtSize& here = by_size_[point.bytes];
        keep_less(point.time, series.name.empty()
                                  ? here.own
                                  : here.of(point.way.algorithm + "/" + point.way.protocol));
      }
    }
  }

  /// The time of NCCL's own choice; nothing where that was not measured.
  [[nodiscard]] std::optional<core::Duration> own(core::Bytes bytes) const {
    const auto here = by_size_.find(bytes);
    return here == by_size_.end() ? std::nullopt : here->second.own;
  }

  /// Time of NCCL's own choice over that of a way, "Ring/LL"; nothing where either was not
  /// measured.
  [[nodiscard]] std::optional<double> gain_of(const std::string& way, core::Bytes bytes) const {
    const auto here = by_size_.find(bytes);
    if (here == by_size_.end() || !here->second.own) return std::nullopt;
    for (const auto& [name, time] : here->second.ways) {
      if (core::is_same_name(name, way)) return *here->second.own / *time;
    }
    return std::nullopt;
  }

  /// Sizes within first..last at which NCCL's own choice was measured, rising.
  [[nodiscard]] std::vector<core::Bytes> sizes_within(core::Bytes first, core::Bytes last) const {
    std::vector<core::Bytes> sizes;
    for (auto here = by_size_.lower_bound(first); here != by_size_.end() && here->first <= last;
         ++here) {
      if (here->second.own) sizes.push_back(here->first);
    }
    return sizes;
  }

 private:
  struct AtSize {
    std::optional<core::Duration> own;
    std::vector<std::pair<std::string, std::optional<core::Duration>>> ways;  // a few

    std::optional<core::Duration>& of(const std::string& way) {
      const auto found = std::ranges::find_if(
          ways, [&](const auto& one) { return core::is_same_name(one.first, way); });
      return found == ways.end() ? ways.emplace_back(way, std::nullopt).second : found->second;
    }
  };

  std::map<core::Bytes, AtSize> by_size_;
};

/// Takes `found` where that took longer.
void take_longer(const std::optional<Refuted>& found, std::optional<Refuted>& worst) {
  if (found && (!worst || found->longer > worst->longer)) worst = found;
}

/// A loss below a tie nobody would see.
constexpr double kTie = 1.02;

/// \param best_at where most should be gained, so that a tie refutes the advice, too
RangeBesideRuns range_beside_runs(const advice::RecommendedRange& range,
                                  std::optional<core::Bytes> best_at, const LeastTimes& least) {
  RangeBesideRuns result;
  if (range.advised == range.usual) return result;
  for (const core::Bytes bytes : least.sizes_within(range.first, range.last)) {
    const auto gain = least.gain_of(range.advised, bytes);
    if (!gain) continue;
    result.is_measured = true;
    const double tie = bytes == best_at ? 1 : kTie;
    if (*gain * tie < 1) take_longer(Refuted{range.advised, bytes, 1 / *gain}, result.refuted);
  }
  return result;
}

void look_for_gains(const std::vector<MeasuredSeries>& measured, const LeastTimes& least,
                    AdviceBesideRuns& result) {
  for (const MeasuredSeries& series : measured) {
    if (series.name.empty()) continue;
    for (const MeasuredPoint& point : series.points) {
      const auto own = least.own(point.bytes);
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
  const LeastTimes least(measured);
  AdviceBesideRuns result;
  std::optional<core::Bytes> best_at;
  if (advice && !advice->is_usual()) {
    const std::string way = advice->advised.way.algorithm + "/" + advice->advised.way.protocol;
    best_at = advice->advised.bytes;
    result.gain = least.gain_of(way, *best_at);
    if (result.gain && *result.gain < 1) result.refuted = Refuted{way, *best_at, 1 / *result.gain};
  }
  for (const advice::RecommendedRange& range : ranges) {
    result.ranges.push_back(range_beside_runs(range, best_at, least));
    take_longer(result.ranges.back().refuted, result.refuted);
  }
  look_for_gains(measured, least, result);
  return result;
}

}  // namespace treering::app::overview
