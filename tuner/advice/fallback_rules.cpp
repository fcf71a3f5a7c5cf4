#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "core/assert.h"
#include "sim/pieces.h"
#include "tuner/advice/recommend.h"

namespace treering::tuner::advice {
namespace {

using sim::Alternative;
using sim::AlternativesOf;

/// Ways this close are as good: the one of the octave before stays, which saves a row.
constexpr double kAsGood = 1.01;

double times_as_long(const Alternative& one, const Alternative& usual) {
  if (one.nccl_cost == usual.nccl_cost) return 1;  // also when both are zero
  return one.nccl_cost / usual.nccl_cost;
}

/// The worst that each way comes to over the calls that it has been tried on.
class Contest {
 public:
  void add(const std::vector<Alternative>& alternatives) {
    const Alternative* const usual = sim::nccl_choice(alternatives);
    if (usual == nullptr) return;
    ++calls_;
    const bool has_other = !sim::is_every_search_failed(alternatives);
    for (const Alternative& one : alternatives) {
      if (one.has_failed_search && has_other) continue;
      Entry& entry = entry_of(one.way.names());
      entry.worst = std::max(entry.worst, times_as_long(one, *usual));
      ++entry.calls;
    }
  }

  /// The best of those that carry every call; `before` where it is as good. Nothing without calls.
  std::optional<sim::Way> winner(const std::optional<sim::Way>& before) const {
    const Entry* best = nullptr;
    for (const Entry& entry : entries_) {
      if (entry.calls != calls_) continue;
      if (best == nullptr || entry.worst < best->worst) best = &entry;
    }
    if (best == nullptr) return std::nullopt;
    for (const Entry& entry : entries_) {
      const bool stays = entry.calls == calls_ && entry.worst <= best->worst * kAsGood;
      if (entry.names == before && stays) return before;
    }
    return best->names;
  }

 private:
  struct Entry {
    sim::Way names;
    double worst = 1;
    int calls = 0;
  };

  Entry& entry_of(const sim::Way& names) {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.names == names; });
    if (found != entries_.end()) return *found;
    return entries_.emplace_back(Entry{names});
  }

  std::vector<Entry> entries_;  // in NCCL's order, so that the first of equals wins as in NCCL
  int calls_ = 0;
};

/// The sizes from a power of two to below the next.
std::array<std::uint64_t, 3> samples_of_octave(std::uint64_t power) {
  return {power, power + power / 2, 2 * power - 1};
}

std::vector<RangeAdvice> ranges_of(std::span<const AlternativesOf> communicators,
                                   core::Collective collective) {
  std::vector<RangeAdvice> ranges;
  std::optional<sim::Way> before;
  for (std::uint64_t power = 1; power <= kLargestBuffer / 2; power *= 2) {
    Contest contest;
    for (const std::uint64_t bytes : samples_of_octave(power)) {
      for (const AlternativesOf& alternatives : communicators) {
        contest.add(alternatives(collective, bytes));
      }
    }
    const auto names = contest.winner(before);
    if (!names) return {};
    if (names != before) {
      if (!ranges.empty()) ranges.back().last = power - 1;
      ranges.push_back({.first = ranges.empty() ? 0 : power, .way = *names});
    }
    before = names;
  }
  return ranges;
}

/// Sizes among which the worst ratio to NCCL's own choice is: costs are straight lines over the
/// size from one power of two to the next, so that a ratio of two of them is greatest at an end.
std::set<std::uint64_t> turning_points(const AlternativesOf& alternatives,
                                       core::Collective collective) {
  std::set<std::uint64_t> points = octave_samples(1, kLargestBuffer);
  const auto usual_at = [&](std::uint64_t bytes) {
    const auto all = alternatives(collective, bytes);
    const Alternative* const usual = sim::nccl_choice(all);
    return usual == nullptr ? sim::Way() : usual->way.names();
  };
  const std::vector<std::uint64_t> samples(points.begin(), points.end());
  for (const auto& piece : sim::pieces(usual_at, samples)) points.insert({piece.first, piece.last});
  return points;
}

const RangeAdvice& range_with(const std::vector<RangeAdvice>& ranges, std::uint64_t bytes) {
  return *std::find_if(ranges.begin(), ranges.end(),
                       [&](const RangeAdvice& range) { return bytes <= range.last; });
}

double worst_of(const AlternativesOf& alternatives, core::Collective collective,
                const std::vector<RangeAdvice>& ranges) {
  double worst = 1;
  for (const std::uint64_t bytes : turning_points(alternatives, collective)) {
    const RangeAdvice& range = range_with(ranges, bytes);
    const auto all = alternatives(collective, bytes);
    const Alternative* const usual = sim::nccl_choice(all);
    for (const Alternative& one : all) {
      if (!one.way.has_names_of(range.way)) continue;
      worst = std::max(worst, times_as_long(one, *usual));
    }
  }
  return worst;
}

}  // namespace

FallbackRules fallback(std::span<const AlternativesOf> communicators, core::Collective collective) {
  TREERING_ASSERT(!communicators.empty(), "fallback rules serve some communicator");
  FallbackRules result;
  result.ranges = ranges_of(communicators, collective);
  if (result.ranges.empty()) return result;
  for (const AlternativesOf& alternatives : communicators) {
    result.worst.push_back(worst_of(alternatives, collective, result.ranges));
  }
  return result;
}

}  // namespace treering::tuner::advice
