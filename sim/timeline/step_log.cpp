#include "sim/timeline/step_log.h"

#include <algorithm>
#include <utility>

#include "core/assert.h"
#include "sim/timeline/track.h"

namespace treering::sim::timeline {

using engine::Cause;
using engine::ConnectionId;
using schedule::StepIndex;
using schedule::StreamId;

namespace {

// Of Entry::what, from the lowest bit on: its kind, the kind of the cause, and the connection,
// counted from 1.
constexpr unsigned kCauseAt = 3;
constexpr unsigned kConnectionAt = 5;
constexpr std::uint32_t kKindBits = 7;
constexpr std::uint32_t kCauseBits = 3;

std::uint32_t word_of(const Cause& cause) {
  const auto connection = static_cast<std::uint32_t>(cause.connection + 1);
  TREERING_ASSERT(connection >> (32 - kConnectionAt) == 0, "connections of a run fit into memory");
  return connection << kConnectionAt | static_cast<std::uint32_t>(cause.kind) << kCauseAt;
}

Cause cause_of(std::uint32_t word) {
  return {static_cast<Cause::Kind>(word >> kCauseAt & kCauseBits),
          static_cast<ConnectionId>(word >> kConnectionAt) - 1};
}

}  // namespace

StepLog::Kind StepLog::kind_of(const Entry& entry) {
  return static_cast<Kind>(entry.what & kKindBits);
}

void StepLog::add(StreamId id, Kind kind, std::uint32_t cause) {
  entries_.push_back({id, cause | static_cast<std::uint32_t>(kind)});
}

void StepLog::add(double at) {
  if (!times_.empty() && times_.back() == at) return;
  times_.push_back(at);
  add(0, Kind::Time);
}

void StepLog::begin(StreamId id, StepIndex step, double at, const Cause& cause) {
  number(id, step);
  add(at);
  add(id, Kind::Begins, word_of(cause));
}

void StepLog::end(StreamId id, StepIndex step, double at) {
  number(id, step);
  add(at);
  add(id, Kind::Ends);
}

void StepLog::pass(StreamId id, StepIndex step) {
  number(id, step);
}

/// Until something is repeated, steps are in sequence.
void StepLog::number(StreamId id, StepIndex step) {
  if (skips_.empty()) return;
  const auto at = static_cast<std::size_t>(id);
  if (at >= numbered_.size()) numbered_.resize(at + 1);
  if (std::exchange(numbered_[at], skips_.size()) == skips_.size()) return;
  add(id, Kind::Numbers);
  numbers_.push_back(step);
}

void StepLog::repeat(std::uint64_t times, double us) {
  skips_.push_back({times, us});
  add(0, Kind::Repeats);
}

/// Goes through a log once.
class StepLog::Sorter {
 public:
  Sorter(const StepLog& log, std::size_t until)
      : log_(log), until_(std::min(until, log.entries_.size())) {
    std::vector<std::uint32_t> counts;  // by place
    for (std::size_t i = 0; i < until_; ++i) {
      const Entry& entry = log.entries_[i];
      if (kind_of(entry) != Kind::Begins) continue;
      const std::size_t at = tracks_.place(entry.stream);
      if (at >= counts.size()) counts.resize(at + 1);
      ++counts[at];
    }
    streams_.resize(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) tracks_.tracks()[i].entries.reserve(counts[i]);
  }

  /// In sequence. Whatever comes later than `until`, its number says how many steps were repeated
  /// before.
  void take_next(const Entry& entry) {
    if (next_++ < until_ || kind_of(entry) == Kind::Numbers) take(entry);
  }

  SparseTracks<RecordedStep> sorted() {
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      if (streams_[i].is_on) tracks_.tracks()[i].entries.pop_back();
    }
    return std::move(tracks_);
  }

 private:
  struct Stream {
    StepIndex next = 0;     // the present step, or the one that comes
    std::size_t skips = 0;  // that it has settled
    bool is_on = false;
  };

  void take(const Entry& entry) {
    switch (kind_of(entry)) {
      case Kind::Time:
        now_ = log_.times_[times_++];
        return;
      case Kind::Numbers:
        return settle(entry.stream, log_.numbers_[numbers_++]);
      case Kind::Repeats:
        ++skips_;
        return;
      case Kind::Begins:
        return begin(tracks_.place(entry.stream), entry);
      case Kind::Ends:
        return end(tracks_.place(entry.stream));
    }
  }

  void begin(std::size_t at, const Entry& entry) {
    tracks_.tracks()[at].entries.push_back({streams_[at].next, now_, 0, cause_of(entry.what)});
    streams_[at].is_on = true;
  }

  void end(std::size_t at) {
    tracks_.tracks()[at].entries.back().end_us = now_;
    streams_[at].is_on = false;
    ++streams_[at].next;
  }

  /// The number of the first step after repetitions says how many steps were repeated. A stream
  /// that takes part in a repetition is seen between it and the next one, so the steps are those of
  /// the first that it has not settled.
  void settle(StreamId id, StepIndex step) {
    const auto at = tracks_.find_place(id);
    if (!at) return;  // nothing of it is kept
    Stream& stream = streams_[*at];
    if (stream.skips == skips_) return;  // the number is after a later repetition
    const Skip& skip = log_.skips_[stream.skips];
    stream.skips = skips_;
    if (step == stream.next) return;
    Track<RecordedStep>& track = tracks_.tracks()[*at];
    const std::uint64_t count = (step - stream.next) / skip.times;
    const std::size_t end = track.entries.size() - (stream.is_on ? 1 : 0);
    TREERING_ASSERT(count * skip.times == step - stream.next && count <= end,
                    "repetitions are of whole steps");
    track.repeats.push_back({end - static_cast<std::size_t>(count), end, skip.times, skip.us});
    stream.next = step;
    if (!stream.is_on) return;
    RecordedStep& present = track.entries.back();
    present.index = step;
    present.begin_us += static_cast<double>(skip.times) * skip.us;
  }

  const StepLog& log_;
  std::size_t until_;
  std::size_t next_ = 0;  // entry
  SparseTracks<RecordedStep> tracks_;
  std::vector<Stream> streams_;  // by place
  double now_ = 0;
  std::size_t times_ = 0;    // that were taken
  std::size_t numbers_ = 0;  // likewise
  std::size_t skips_ = 0;    // likewise
};

SparseTracks<RecordedStep> StepLog::tracks(std::size_t until) const& {
  Sorter sorter(*this, until);
  for (const Entry& entry : entries_) sorter.take_next(entry);
  return sorter.sorted();
}

SparseTracks<RecordedStep> StepLog::tracks(std::size_t until) && {
  Sorter sorter(*this, until);
  for (; !entries_.empty(); entries_.pop_front()) sorter.take_next(entries_.front());
  return sorter.sorted();
}

}  // namespace treering::sim::timeline
