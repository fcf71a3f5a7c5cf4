// The streams of a schedule that have steps: by agent, then channel, then number. Large schedules
// have millions of them, so that of parts that are alike (sim/schedule/schedule.h) one is listed.
#pragma once

#include <vector>

#include "sim/schedule/schedule.h"

namespace treering::sim::timeline {

/// A stream of the list.
struct ListedStream {
  schedule::StreamId stream = 0;
  int agent = 0;
  int channel = 0;
  int number = 0;  // among several of the agent's with the same channel
  bool operator==(const ListedStream&) const = default;
};

class StreamList {
 public:
  /// Refers to the schedule. Looks at each stream once but for those of copies.
  explicit StreamList(const schedule::Schedule& schedule);

  int count() const { return first_.back(); }
  int agents() const { return static_cast<int>(first_.size()) - 1; }
  /// Those of an agent are [first_of(agent), first_of(agent + 1)).
  int first_of(int agent) const { return first_[schedule::index_of(agent)]; }
  /// By place in the list.
  ListedStream at(int place) const;
  schedule::StreamId stream_at(int place) const;

 private:
  /// What parts that are alike have in common: streams, counted from the begin of the part.
  struct Pattern {
    std::vector<int> first;  // of an agent's streams, and one more
    std::vector<schedule::StreamId> streams;

    int count(int agent) const {
      return first[schedule::index_of(agent) + 1] - first[schedule::index_of(agent)];
    }
  };
  /// A stream by part and by place among the agent's of it.
  struct Found {
    int agent = 0;
    std::size_t part = 0;  // of order_
    int place = 0;
  };

  Pattern pattern_of(int part) const;
  std::size_t find_period() const;
  void add_patterns();
  const Pattern& pattern(int part) const { return patterns_[pattern_[schedule::index_of(part)]]; }
  int channel_of(int part, schedule::StreamId stream) const;
  Found find(int place) const;
  schedule::StreamId stream_of(const Found& found) const;
  int number_of(const Found& found, int channel) const;

  const schedule::Schedule* schedule_;
  schedule::Copies copies_;
  std::vector<Pattern> patterns_;
  std::vector<std::size_t> pattern_;  // by part
  std::vector<int> order_;            // parts, by channel
  // After so many parts of order_ patterns are the same again: channels often have equal ones.
  std::size_t period_ = 0;
  std::vector<int> in_period_;  // by agent: streams
  std::vector<int> first_;      // by agent, and one more
};

}  // namespace treering::sim::timeline
