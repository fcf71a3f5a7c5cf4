#include <algorithm>
#include <array>
#include <cstdint>

#include "app/simulation/recorded.h"

namespace treering::app::simulation {
namespace {

using sim::schedule::Goal;
using sim::schedule::Schedule;
using sim::schedule::Step;
using sim::schedule::StreamId;
using sim::timeline::RecordedStep;
using sim::timeline::Repeat;

/// What a step begins.
enum class Begin : std::uint8_t { Own, Combined, Nothing };
constexpr std::size_t kKinds = 2;  // of beginnings

bool sends_own(const Step& step) {
  return step.receive.count == 0 && step.send.count > 0;
}

/// The beginnings of one stream by kind.
class OfStream {
 public:
  OfStream(const Recorded& run, StreamId id, std::size_t most)
      : track_(run.timeline->track(id)), most_(most) {
    const Schedule& schedule = run.timeline->schedule();
    const Goal goal = schedule.contract().goal;
    const bool turns = goal == Goal::AllReduce || goal == Goal::Barrier;
    begins_.reserve(track_.entries.size());
    bool has_own = false;
    for (const RecordedStep& entry : track_.entries) {
      const Step step = schedule.step(id, entry.index);
      has_own = has_own || sends_own(step);
      begins_.push_back(begin_of(step, turns, has_own));
    }
    is_even_ = std::ranges::adjacent_find(begins_, std::ranges::not_equal_to()) == begins_.end();
  }

  /// The earlier of these and those that are known, by number.
  void add_to(std::array<std::vector<double>, kKinds>& first) {
    visit_pieces(track_, [&](const Repeat& piece, std::uint64_t from, std::uint64_t to) {
      if (is_all_of_last(piece)) return;
      for (std::uint64_t round = from; round <= to && !is_full(); ++round) {
        for (std::size_t i = piece.first; i < piece.end; ++i) take(i, piece, round, first);
      }
    });
  }

 private:
  /// Where ranks keep what they combine and send it in a later step, as in exchanges, they keep
  /// much that is not combined for good.
  static Begin begin_of(const Step& step, bool turns, bool has_own) {
    if (sends_own(step)) return Begin::Own;
    const bool is_final = step.keeps && (step.send.count > 0 || !has_own);
    return turns && is_final ? Begin::Combined : Begin::Nothing;
  }

  bool is_full() const { return std::ranges::max(counts_) >= most_; }

  /// Such a piece begins nothing, however often it is repeated.
  bool is_all_of_last(const Repeat& piece) const {
    const auto first = begins_.begin() + static_cast<std::ptrdiff_t>(piece.first);
    const auto end = begins_.begin() + static_cast<std::ptrdiff_t>(piece.end);
    const bool is_new_each = is_even_ && last_ != Begin::Nothing;
    return !is_new_each && std::all_of(first, end, [&](Begin one) { return one == last_; });
  }

  /// A stream that does the same in each step works on another chunk in each; in others steps in a
  /// row are slices of one chunk, or its way through many ranks.
  void take(std::size_t entry, const Repeat& piece, std::uint64_t round,
            std::array<std::vector<double>, kKinds>& first) {
    const Begin begin = begins_[entry];
    const bool is_same = begin == last_ && !is_even_;
    last_ = begin;
    if (is_same || begin == Begin::Nothing) return;
    const auto kind = static_cast<std::size_t>(begin);
    const double us = in_round(track_.entries[entry], piece, round).begin_us;
    const std::size_t number = counts_[kind]++;
    if (number >= most_) return;
    if (number == first[kind].size()) first[kind].push_back(us);
    first[kind][number] = std::min(first[kind][number], us);
  }

  const sim::timeline::Track<RecordedStep>& track_;
  std::size_t most_;
  std::vector<Begin> begins_;  // by entry
  bool is_even_ = false;       // all of them are the same
  Begin last_ = Begin::Nothing;
  std::array<std::size_t, kKinds> counts_{};
};

}  // namespace

std::vector<double> phases_of(const Recorded& run, std::size_t most) {
  const auto& timeline = *run.timeline;
  std::array<std::vector<double>, kKinds> first;
  for (StreamId id = 0; id < timeline.schedule().streams(); ++id) {
    if (timeline.representative(id) == id) OfStream(run, id, most).add_to(first);
  }
  std::vector<double> times{0};
  for (const std::vector<double>& kind : first) times.insert(times.end(), kind.begin(), kind.end());
  std::ranges::sort(times);
  const auto rest = std::ranges::unique(times);
  times.erase(rest.begin(), rest.end());
  return times;
}

}  // namespace treering::app::simulation
