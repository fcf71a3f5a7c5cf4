#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/units.h"
#include "report/prediction/reach_text.h"
#include "report/prediction/recommend_text.h"

namespace treering::report::prediction {
namespace {

using app::advice::Recommended;
using app::advice::RecommendedOverSizes;
using app::advice::RecommendedRange;

/// Neighbouring ranges that advise the same, whatever NCCL takes there by itself.
struct Stretch {
  RecommendedRange range;
  bool is_first = false;  // nothing is below it
};

bool continues(const RecommendedRange& before, const RecommendedRange& next) {
  return !before.is_usual() && !next.is_usual() && before.advised == next.advised;
}

std::vector<Stretch> stretches_of(const std::vector<RecommendedRange>& ranges) {
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const RecommendedRange& next = ranges[i];
    if (next.is_usual()) continue;
    if (i == 0 || !continues(ranges[i - 1], next)) {
      stretches.push_back({next, i == 0});
      continue;
    }
    RecommendedRange& whole = stretches.back().range;
    whole.last = next.last;
    whole.below = next.below;
    whole.least_gain = std::min(whole.least_gain, next.least_gain);
    whole.greatest_gain = std::max(whole.greatest_gain, next.greatest_gain);
    if (whole.usual != next.usual) whole.usual = "choices";
  }
  return stretches;
}

/// \pre it is advised in one of them
const Stretch& stretch_of(const std::vector<Stretch>& stretches, const Recommended& one) {
  const auto found = std::ranges::find_if(
      stretches, [&](const Stretch& stretch) { return stretch.range.has(one.advised.asked); });
  return found == stretches.end() ? stretches.front() : *found;
}

/// "from 512 MiB on", "below 8 KiB", "from 1 KiB to below 8 KiB"; "at all sizes".
std::string where_text(const Stretch& stretch) {
  const RecommendedRange& range = stretch.range;
  if (!range.below) {
    return stretch.is_first ? "at all sizes"
                            : fmt::format("from {} on", core::format_size(range.first));
  }
  const std::string below = core::format_size(*range.below);
  return stretch.is_first
             ? fmt::format("below {}", below)
             : fmt::format("from {} to below {}", core::format_size(range.first), below);
}

/// "up to 2.64 times as fast", "1.27 times as fast".
std::string gain_text(const RecommendedRange& range) {
  const std::string greatest = fmt::format("{:.2f}", range.greatest_gain);
  const bool is_one = greatest == fmt::format("{:.2f}", range.least_gain);
  return fmt::format("{}{} times as fast", is_one ? "" : "up to ", greatest);
}

/// A headline for the sizes where the gain is greatest, alone.
std::string most_headline(const Stretch& stretch, bool is_doubtful) {
  const RecommendedRange& range = stretch.range;
  if (is_doubtful) {
    return fmt::format("Worth measuring: {} {} is perhaps {} as NCCL's own {}", range.advised,
                       where_text(stretch), gain_text(range), range.usual);
  }
  return fmt::format("Make NCCL take {} {}: {} as its own {}", range.advised, where_text(stretch),
                     gain_text(range), range.usual);
}

/// After what is said of the size that is asked for.
std::string also_text(const Stretch& stretch, const Recommended& most) {
  return fmt::format("; {} {}: {}{}", where_text(stretch), stretch.range.advised,
                     most.is_doubtful() ? "perhaps " : "", gain_text(stretch.range));
}

std::string usual_headline(const Recommended& one, bool is_one_size) {
  const std::string own = pair_text(one.usual);
  if (!is_one_size) {
    return fmt::format("Leave NCCL alone: nothing is clearly faster than its own choices, {} at {}",
                       own, core::format_size(one.usual.bytes));
  }
  if (!near_sentence(one).empty()) {
    return fmt::format("Leave NCCL alone: nothing is clearly faster than its own {}", own);
  }
  return fmt::format("Leave NCCL alone: it takes {} by itself, which is right", own);
}

}  // namespace

std::string headline(const RecommendedOverSizes& advice) {
  const auto& ranges = advice.ranges;
  const bool is_one_size = ranges.size() == 1 && ranges.front().first == ranges.front().last;
  const std::vector<Stretch> stretches = stretches_of(ranges);
  if (is_one_size && !advice.is_usual()) return gain_headline(advice.most, "");
  if (advice.is_usual() || stretches.empty()) {
    return advice.asked ? usual_headline(*advice.asked, is_one_size)
                        : "Leave NCCL alone: nothing clearly beats its own choices";
  }
  const Stretch& best = stretch_of(stretches, advice.most);
  if (!advice.asked) return most_headline(best, advice.most.is_doubtful());
  const std::string size = core::format_size(advice.asked->advised.bytes);
  if (advice.asked->is_usual()) {
    return fmt::format("At {} leave NCCL alone", size) + also_text(best, advice.most);
  }
  if (&stretch_of(stretches, *advice.asked) == &best) {
    return most_headline(best, advice.most.is_doubtful() || advice.asked->is_doubtful());
  }
  return gain_headline(*advice.asked, " at " + size) + also_text(best, advice.most);
}

}  // namespace treering::report::prediction
