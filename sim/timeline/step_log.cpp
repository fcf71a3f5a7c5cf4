#include "sim/timeline/step_log.h"

#include <utility>

#include "core/assert.h"

namespace treering::sim::timeline {

using engine::Cause;
using engine::ConnectionId;
using schedule::StepIndex;
using schedule::StreamId;

namespace {

// Of Entry::what, from the lowest bit on: its kind, the kind of the cause, and the connection,
// counted from 1.
constexpr unsigned kCauseAt = 2;
constexpr unsigned kConnectionAt = 4;
constexpr std::uint32_t kTwoBits = 3;

std::uint32_t word_of(const Cause& cause) {
  const auto connection = static_cast<std::uint32_t>(cause.connection + 1);
  TREERING_ASSERT(connection >> (32 - kConnectionAt) == 0, "connections of a run fit into memory");
  return connection << kConnectionAt | static_cast<std::uint32_t>(cause.kind) << kCauseAt;
}

Cause cause_of(std::uint32_t word) {
  return {static_cast<Cause::Kind>(word >> kCauseAt & kTwoBits),
          static_cast<ConnectionId>(word >> kConnectionAt) - 1};
}

}  // namespace

StepLog::Kind StepLog::kind_of(const Entry& entry) {
  return static_cast<Kind>(entry.what & kTwoBits);
}

void StepLog::begin(StreamId id, StepIndex step, double at, const Cause& cause) {
  number(id, step);
  entries_.push_back({at, id, word_of(cause) | static_cast<std::uint32_t>(Kind::Begins)});
}

void StepLog::end(StreamId id, StepIndex step, double at) {
  number(id, step);
  entries_.push_back({at, id, static_cast<std::uint32_t>(Kind::Ends)});
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
  entries_.push_back({0, id, static_cast<std::uint32_t>(Kind::Numbers)});
  numbers_.push_back(step);
}

void StepLog::repeat(std::uint64_t times, double us) {
  skips_.push_back({times, us});
  entries_.push_back({0, 0, static_cast<std::uint32_t>(Kind::Repeats)});
}

/// Goes through a log once.
class StepLog::Sorter {
 public:
  explicit Sorter(const StepLog& log) : log_(log) {
    std::vector<std::uint32_t> counts;
    for (const Entry& entry : log.entries_) {
      if (kind_of(entry) != Kind::Begins) continue;
      const auto at = static_cast<std::size_t>(entry.stream);
      if (at >= counts.size()) counts.resize(at + 1);
      ++counts[at];
    }
    streams_.resize(counts.size());
    tracks_.resize(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) tracks_[i].entries.reserve(counts[i]);
  }

  std::vector<Track<RecordedStep>> sorted() {
    for (const Entry& entry : log_.entries_) take(entry);
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
      if (streams_[i].is_on) tracks_[i].entries.pop_back();
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
    const auto id = static_cast<std::size_t>(entry.stream);
    switch (kind_of(entry)) {
      case Kind::Numbers:
        return settle(id, log_.numbers_[numbers_++]);
      case Kind::Repeats:
        ++skips_;
        return;
      case Kind::Begins:
        tracks_[id].entries.push_back({streams_[id].next, entry.at, 0, cause_of(entry.what)});
        streams_[id].is_on = true;
        return;
      case Kind::Ends:
        tracks_[id].entries.back().end_us = entry.at;
        streams_[id].is_on = false;
        ++streams_[id].next;
        return;
    }
  }

  /// The number of the first step after repetitions says how many steps were repeated. A stream
  /// that takes part in a repetition is seen between it and the next one, so the steps are those of
  /// the first that it has not settled.
  void settle(std::size_t id, StepIndex step) {
    if (id >= streams_.size()) return;  // nothing of it is kept
    Stream& stream = streams_[id];
    const Skip& skip = log_.skips_[stream.skips];
    stream.skips = skips_;
    if (step == stream.next) return;
    Track<RecordedStep>& track = tracks_[id];
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
  std::vector<Stream> streams_;
  std::vector<Track<RecordedStep>> tracks_;
  std::size_t numbers_ = 0;  // that were taken
  std::size_t skips_ = 0;    // likewise
};

std::vector<Track<RecordedStep>> StepLog::tracks() const {
  return Sorter(*this).sorted();
}

}  // namespace treering::sim::timeline
