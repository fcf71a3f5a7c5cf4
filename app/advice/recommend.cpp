#include "app/advice/recommend.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/setup/guesses.h"
#include "tuner/advice/recommend.h"

namespace treering::app::advice {
namespace {

using sim::Prediction;

using Rows = std::vector<const Prediction*>;

std::string pair_of(const Prediction& row) {
  return text_of(row.way);
}

/// Rows with a time, of a choice that NCCL has. Those of a report are by collective, then size.
Rows rows_at(const PredictReport& report, core::Collective collective, core::Bytes asked) {
  const auto& all = report.calls.collectives;
  const auto place_of = [&](const Prediction& row) {
    return std::pair(std::ranges::find(all, row.collective) - all.begin(), row.asked);
  };
  const std::pair ours(std::ranges::find(all, collective) - all.begin(), asked);
  auto row = std::ranges::partition_point(
      report.rows, [&](const Prediction& one) { return place_of(one) < ours; });
  Rows rows;
  for (; row != report.rows.end() && place_of(*row) == ours; ++row) {
    const bool is_ours = row->collective == collective && !row->way.algorithm.empty();
    if (is_ours && row->estimate) rows.push_back(&*row);
  }
  return rows;
}

const Prediction* marked(const Rows& rows, bool Prediction::*mark) {
  const auto found = std::ranges::find_if(rows, [&](const Prediction* row) { return row->*mark; });
  return found == rows.end() ? nullptr : *found;
}

bool is_limited(const PredictReport& report, core::Collective collective) {
  const auto& all = report.calls.collectives;
  const auto index = static_cast<std::size_t>(std::ranges::find(all, collective) - all.begin());
  return index < report.restrictions.size() && report.restrictions[index].has_value();
}

/// The fastest that differs from `chosen` in `by`.
const Prediction* fastest_other(const Rows& rows, const Prediction& chosen,
                                std::string sim::Way::*by) {
  const Prediction* best = nullptr;
  for (const Prediction* row : rows) {
    if (row->way.*by == chosen.way.*by || row->has_failed_search) continue;
    if (best == nullptr || *row->time() < *best->time()) best = row;
  }
  return best;
}

std::optional<Confidence> confidence_of(const Prediction& usual, const Prediction& advised) {
  if (!usual.estimate->interval || !advised.estimate->interval) return {};
  const auto gain = sim::estimates::ratio_of(*usual.estimate, *advised.estimate);
  return Confidence{gain.low, gain.high, gain.chance};
}

Recommended recommended_among(const Rows& rows, const Prediction& usual, const Prediction& best) {
  const double gain = *usual.time() / *best.time();
  const bool is_worth_it = gain >= tuner::advice::kLeastGain || usual.has_failed_search;
  const Prediction& advised = is_worth_it ? best : usual;
  Recommended result{usual, advised, {}, *usual.time() / *advised.time(), {}};
  const Prediction* rival = fastest_other(rows, advised, &sim::Way::algorithm);
  if (rival == nullptr) rival = fastest_other(rows, advised, &sim::Way::protocol);
  if (rival != nullptr) result.rival = *rival;
  if (!result.is_usual()) result.confidence = confidence_of(usual, advised);
  return result;
}

std::vector<core::Bytes> sizes_asked(const PredictReport& report, core::Collective collective) {
  std::vector<core::Bytes> sizes;
  for (const Prediction& row : report.rows) {
    if (row.collective != collective || row.count == 0) continue;
    if (sizes.empty() || sizes.back() != row.asked) sizes.push_back(row.asked);
  }
  return sizes;
}

SharePair& pair_for(std::vector<SharePair>& pairs, const sim::estimates::PartName& what) {
  const std::string kind = what.kind();
  const auto found = std::ranges::find(pairs, kind, &SharePair::kind);
  if (found != pairs.end()) return *found;
  return pairs.emplace_back(SharePair{kind, {}, {}});
}

}  // namespace

std::optional<Recommended> recommended(const PredictReport& report, core::Collective collective,
                                       core::Bytes asked) {
  if (setup::is_guess(report.job) || is_limited(report, collective)) return {};
  const Rows rows = rows_at(report, collective, asked);
  const Prediction* const usual = marked(rows, &Prediction::is_nccl_default);
  const Prediction* const best = marked(rows, &Prediction::is_best);
  if (usual == nullptr || best == nullptr || report.ranks < 2) return {};
  return recommended_among(rows, *usual, *best);
}

std::vector<RecommendedRange> recommended_ranges(const PredictReport& report,
                                                 core::Collective collective) {
  std::vector<RecommendedRange> ranges;
  for (const core::Bytes asked : sizes_asked(report, collective)) {
    const auto one = recommended(report, collective, asked);
    if (!one) continue;
    const RecommendedRange here{asked,     asked,    pair_of(one->usual), pair_of(one->advised),
                                one->gain, one->gain};
    if (ranges.empty() || ranges.back().usual != here.usual ||
        ranges.back().advised != here.advised) {
      if (!ranges.empty()) ranges.back().below = asked;
      ranges.push_back(here);
      continue;
    }
    RecommendedRange& range = ranges.back();
    range.last = asked;
    range.least_gain = std::min(range.least_gain, one->gain);
    range.greatest_gain = std::max(range.greatest_gain, one->gain);
  }
  return ranges;
}

std::optional<RecommendedOverSizes> recommended_over_sizes(const PredictReport& report,
                                                           core::Collective collective,
                                                           std::optional<core::Bytes> asked) {
  std::optional<Recommended> at_asked;
  if (asked) {
    at_asked = recommended(report, collective, *asked);
    if (!at_asked) return {};
  }
  std::optional<Recommended> most;
  for (const core::Bytes size : sizes_asked(report, collective)) {
    auto one = recommended(report, collective, size);
    if (one && (!most || one->gain >= most->gain)) most = std::move(one);
  }
  if (!most) return {};
  return RecommendedOverSizes{std::move(at_asked), *std::move(most),
                              recommended_ranges(report, collective)};
}

std::vector<Crossover> crossovers(const PredictReport& report, core::Collective collective) {
  std::vector<Crossover> result;
  core::Bytes last;
  std::string before;
  for (const core::Bytes asked : sizes_asked(report, collective)) {
    const Prediction* best = marked(rows_at(report, collective, asked), &Prediction::is_best);
    if (best == nullptr) continue;
    const std::string now = pair_of(*best);
    if (!before.empty() && now != before) result.push_back({last, asked, before, now});
    before = now;
    last = asked;
  }
  return result;
}

std::vector<SharePair> compared_shares(const sim::Estimate& first, const sim::Estimate& second) {
  constexpr double kSmall = 0.04;
  std::vector<SharePair> pairs;
  for (const sim::TimeShare& share : first.shares) {
    pair_for(pairs, share.what).first += share.time;
  }
  for (const sim::TimeShare& share : second.shares) {
    pair_for(pairs, share.what).second += share.time;
  }
  const core::Duration least = std::max(first.time, second.time) * kSmall;
  SharePair rest{"all else", {}, {}};
  std::erase_if(pairs, [&](const SharePair& pair) {
    if (pair.first >= least || pair.second >= least) return false;
    rest.first += pair.first;
    rest.second += pair.second;
    return true;
  });
  if (rest.first + rest.second > core::Duration()) pairs.push_back(rest);
  return pairs;
}

std::optional<SlowerPart> slower_part(const sim::Estimate& slower, const sim::Estimate& faster) {
  std::optional<SlowerPart> found;
  core::Duration most;
  for (const sim::TimeShare& share : slower.shares) {
    const auto same = std::ranges::find(faster.shares, share.what.form,
                                        [](const sim::TimeShare& one) { return one.what.form; });
    const sim::TimeShare other = same == faster.shares.end() ? sim::TimeShare() : *same;
    if (share.time <= other.time || share.time - other.time <= most) continue;
    most = share.time - other.time;
    found = SlowerPart{share, other};
  }
  return found;
}

}  // namespace treering::app::advice
