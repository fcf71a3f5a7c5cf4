// Tracks with their repetitions, as if they were written out: only what is asked for is looked at.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "sim/timeline/track.h"

namespace treering::sim::timeline {

/// From `from_us` to before `to_us`.
struct Window {
  double from_us = 0;
  double to_us = std::numeric_limits<double>::infinity();
  bool operator==(const Window&) const = default;
};

inline double begin_of(const RecordedStep& step) {
  return step.begin_us;
}
inline double end_of(const RecordedStep& step) {
  return step.end_us;
}
inline double begin_of(const RateChange& change) {
  return change.at_us;
}
inline double end_of(const RateChange& change) {
  return change.at_us;
}

/// The entry in the repetition `round`: 1 for the first one, 0 for the entry itself.
inline RecordedStep in_round(RecordedStep step, const Repeat& repeat, std::uint64_t round) {
  const double later = static_cast<double>(round) * repeat.us;
  step.index += round * repeat.count();
  step.begin_us += later;
  step.end_us += later;
  return step;
}
inline RateChange in_round(RateChange change, const Repeat& repeat, std::uint64_t round) {
  change.at_us += static_cast<double>(round) * repeat.us;
  return change;
}

/// Visits pieces of a track in sequence: `take(repeat, first_round, last_round)`. Entries that
/// happen once are a piece with rounds 0 to 0; repetitions are one with 1 to `times`.
template <class Entry, class Take>
void visit_pieces(const Track<Entry>& track, const Take& take) {
  std::size_t at = 0;
  for (const Repeat& repeat : track.repeats) {
    take(Repeat{at, repeat.end, 0, 0}, std::uint64_t{0}, std::uint64_t{0});
    take(repeat, std::uint64_t{1}, repeat.times);
    at = repeat.end;
  }
  take(Repeat{at, track.entries.size(), 0, 0}, std::uint64_t{0}, std::uint64_t{0});
}

/// The entries of one round of a piece that are in the window, by number: [first, last).
template <class Entry>
std::pair<std::size_t, std::size_t> part_of(const Track<Entry>& track, const Repeat& repeat,
                                            std::uint64_t round, const Window& window) {
  const double later = static_cast<double>(round) * repeat.us;
  const auto begin = track.entries.begin() + static_cast<std::ptrdiff_t>(repeat.first);
  const auto end = track.entries.begin() + static_cast<std::ptrdiff_t>(repeat.end);
  const auto first = std::partition_point(begin, end, [&](const Entry& one) {
    return end_of(one) + later <= window.from_us && begin_of(one) + later < window.from_us;
  });
  const auto last = std::partition_point(
      first, end, [&](const Entry& one) { return begin_of(one) + later < window.to_us; });
  return {static_cast<std::size_t>(first - track.entries.begin()),
          static_cast<std::size_t>(last - track.entries.begin())};
}

/// The rounds of a piece that may reach into the window: those in between lie in it as a whole.
struct Rounds {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  bool is_none = false;
};

template <class Entry>
Rounds rounds_in(const Track<Entry>& track, const Repeat& repeat, const Rounds& all,
                 const Window& window) {
  if (repeat.count() == 0) return {0, 0, true};
  if (repeat.us <= 0) return all;
  const double ends = end_of(track.entries[repeat.end - 1]);
  const double begins = begin_of(track.entries[repeat.first]);
  const double first = std::floor((window.from_us - ends) / repeat.us);
  const double last = std::ceil((window.to_us - begins) / repeat.us);
  Rounds rounds = all;
  if (first > static_cast<double>(all.last) || last < static_cast<double>(all.first)) {
    return {0, 0, true};
  }
  if (first > static_cast<double>(all.first)) rounds.first = static_cast<std::uint64_t>(first);
  if (last < static_cast<double>(all.last)) rounds.last = static_cast<std::uint64_t>(last);
  return rounds;
}

/// Gives each entry in the window to `take`.
template <class Entry, class Take>
void visit(const Track<Entry>& track, const Window& window, const Take& take) {
  visit_pieces(track, [&](const Repeat& repeat, std::uint64_t from, std::uint64_t to) {
    const Rounds rounds = rounds_in(track, repeat, {from, to}, window);
    if (rounds.is_none) return;
    for (std::uint64_t round = rounds.first; round <= rounds.last; ++round) {
      const auto [first, last] = part_of(track, repeat, round, window);
      for (std::size_t i = first; i < last; ++i) take(in_round(track.entries[i], repeat, round));
    }
  });
}

/// What a stream does then; nothing: it waits, or has ended.
inline std::optional<RecordedStep> step_at(const Track<RecordedStep>& track, double us) {
  const double next = std::nextafter(us, std::numeric_limits<double>::infinity());
  std::optional<RecordedStep> last;
  visit(track, {us, next}, [&](const RecordedStep& step) { last = step; });
  return last && last->end_us > us ? last : std::nullopt;
}

/// How many visit() would give, without writing them out.
template <class Entry>
std::uint64_t count_in(const Track<Entry>& track, const Window& window) {
  constexpr std::uint64_t kEdges = 3;  // rounds at each end that are looked at
  std::uint64_t count = 0;
  visit_pieces(track, [&](const Repeat& repeat, std::uint64_t from, std::uint64_t to) {
    const Rounds rounds = rounds_in(track, repeat, {from, to}, window);
    if (rounds.is_none) return;
    for (std::uint64_t round = rounds.first; round <= rounds.last; ++round) {
      if (repeat.us > 0 && round == rounds.first + kEdges && rounds.last - round > kEdges) {
        const std::uint64_t whole = rounds.last - kEdges - round;
        count += whole * repeat.count();
        round += whole;
      }
      const auto [first, last] = part_of(track, repeat, round, window);
      count += last - first;
    }
  });
  return count;
}

}  // namespace treering::sim::timeline
