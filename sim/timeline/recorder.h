// The record of a run: tracks of steps and rates, the log that they are sorted from, the part of a
// run that is kept, and the observer that keeps it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::timeline {

// What was recorded of a stream or connection, with repetitions in short.

struct RecordedStep {
  schedule::StepIndex index = 0;
  double begin_us = 0;
  double end_us = 0;
  engine::Cause cause;
  bool operator==(const RecordedStep&) const = default;
};

/// From a time on, in bytes of data/us.
struct RateChange {
  double at_us = 0;
  double rate = 0;
  bool operator==(const RateChange&) const = default;
};

/// The entries from `first` to before `end` happen `times` times more, each time `us` later than
/// before; then comes the entry `end`.
struct Repeat {
  std::size_t first = 0;
  std::size_t end = 0;
  std::uint64_t times = 0;
  double us = 0;

  std::size_t count() const { return end - first; }
  bool operator==(const Repeat&) const = default;
};

/// In the order of time.
template <class Entry>
struct Track {
  std::vector<Entry> entries;
  std::vector<Repeat> repeats;
};

/// Tracks by number, most of which are empty.
template <class Entry>
class SparseTracks {
 public:
  Track<Entry>& track(std::int32_t id) { return tracks_[place(id)]; }
  /// Of a track among tracks(). It is there from now on.
  std::size_t place(std::int32_t id) {
    const auto at = static_cast<std::size_t>(id);
    if (at >= places_.size()) places_.resize(at + 1, -1);
    if (places_[at] < 0) {
      places_[at] = static_cast<std::int32_t>(tracks_.size());
      tracks_.emplace_back();
    }
    return static_cast<std::size_t>(places_[at]);
  }
  /// Nothing: it is empty.
  std::optional<std::size_t> find_place(std::int32_t id) const {
    const auto at = static_cast<std::size_t>(id);
    if (at >= places_.size() || places_[at] < 0) return {};
    return static_cast<std::size_t>(places_[at]);
  }
  /// Null: it is empty.
  const Track<Entry>* find(std::int32_t id) const {
    const auto place = find_place(id);
    return place ? &tracks_[*place] : nullptr;
  }
  /// Those that are not.
  std::vector<Track<Entry>>& tracks() { return tracks_; }
  const std::vector<Track<Entry>>& tracks() const { return tracks_; }

 private:
  std::vector<std::int32_t> places_;
  std::vector<Track<Entry>> tracks_;
};

// Steps of all streams in the order of time: written one after another while a simulation runs, and
// sorted by stream when it has ended, which costs a fraction of looking up each stream at each
// step.

class StepLog {
 public:
  void begin(schedule::StreamId id, schedule::StepIndex step, double at,
             const engine::Cause& cause);
  void end(schedule::StreamId id, schedule::StepIndex step, double at);
  /// As end(), or begin(), of a step that is not kept: it says how many were repeated.
  void pass(schedule::StreamId id, schedule::StepIndex step);
  /// What happened last, for `us`, happens `times` times more.
  void repeat(std::uint64_t times, double us);
  bool has_repeats() const { return !skips_.empty(); }

  /// Grows with all that happens.
  std::size_t size() const { return entries_.size(); }
  /// By stream. \param until a size that the log had: only what was written until then
  SparseTracks<RecordedStep> tracks(std::size_t until = kAll) const&;
  /// The log is let go of while it is sorted: it would take as much room again.
  SparseTracks<RecordedStep> tracks(std::size_t until = kAll) &&;

 private:
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  enum class Kind : std::uint8_t { Time, Begins, Ends, Numbers, Repeats };
  struct Entry {
    schedule::StreamId stream = 0;
    std::uint32_t what = 0;  // kind, and the cause of a begin
  };
  struct Skip {
    std::uint64_t times = 0;
    double us = 0;
  };
  class Sorter;

  static Kind kind_of(const Entry& entry);
  void add(schedule::StreamId id, Kind kind, std::uint32_t cause = 0);
  void add(double at);
  void number(schedule::StreamId id, schedule::StepIndex step);

  std::deque<Entry> entries_;  // a vector that grows would take up to three times the room
  std::vector<double> times_;  // of the entries after each Time: many happen at once
  std::vector<Skip> skips_;
  std::vector<schedule::StepIndex> numbers_;  // of the first steps after a repetition
  std::vector<std::size_t> numbered_;         // by stream: how many repetitions its last is after
};

// A part of a run to record, where all of it would be too much: some streams, and the links that
// they use with all that crosses them.

struct Excerpt {
  std::vector<bool> streams;      // by stream
  std::vector<bool> connections;  // by connection
  bool operator==(const Excerpt&) const = default;
};

/// The first agents' streams on the first channels, channel by channel: `most` of them.
Excerpt excerpt_of(const schedule::Schedule& schedule, const engine::Wiring& wiring,
                   std::size_t most);

// Looks on while a schedule runs, and keeps what it sees: steps, rates, and what was repeated.

struct Recording {
  SparseTracks<RecordedStep> streams;    // those that were simulated; others are empty
  SparseTracks<RateChange> connections;  // likewise
  engine::Representatives representatives;
  std::optional<Excerpt> excerpt;  // what is looked at; nothing: all
  std::optional<double> until_us;  // where it stopped, because there was too much; nothing: whole
};

/// Of an excerpt, after which the run may end.
struct ExcerptLimits {
  std::size_t kept = 0;    // steps and rates
  std::uint64_t seen = 0;  // steps of all streams, also of others
};

class Recorder final : public engine::Observer {
 public:
  /// Of steps and rates together; some 64 MB.
  static constexpr std::size_t kMost = 2'000'000;

  explicit Recorder(std::size_t most = kMost) : most_(most) {}
  /// Steps alone, which are all that the critical path needs.
  static Recorder of_steps(std::size_t most = kMost);
  /// Once there is too much for a timeline, it goes on with steps alone, as many as the critical
  /// path may need: steps().
  static Recorder with_path(std::size_t most = kMost);
  /// Of a run without repetitions and representatives.
  Recorder(Excerpt excerpt, const ExcerptLimits& limits);

  /// After the run: all steps that were kept for the path.
  Recording steps() const;
  /// Once, after the run and steps().
  Recording take();

  void stands_for(const engine::Representatives& representatives) override;
  void step_begins(schedule::StreamId id, schedule::StepIndex step, double at,
                   const engine::Cause& cause) override;
  void step_ends(schedule::StreamId id, schedule::StepIndex step, double at) override;
  void rate_changes(engine::ConnectionId connection, double at, double rate) override;
  /// Steps after repetitions say how many were repeated.
  bool looks_on() const override {
    return !recording_.until_us || !path_until_us_ || log_.has_repeats();
  }
  bool hears_rates() const override { return has_rates_; }
  bool has_enough() const override { return recording_.excerpt && recording_.until_us; }
  void repeats(double from, double until, std::uint64_t times) override;

 private:
  bool is_full(double at);
  bool is_path_full(double at);
  /// Whether a step is kept for the timeline or the path.
  bool keeps_steps(double at);
  bool has(schedule::StreamId id) const {
    return !recording_.excerpt || recording_.excerpt->streams[static_cast<std::size_t>(id)];
  }

  std::size_t most_;
  bool has_rates_ = true;
  std::uint64_t most_seen_ = std::numeric_limits<std::uint64_t>::max();
  std::size_t most_on_path_ = 0;  // steps that are kept also where a timeline has too much
  std::size_t kept_ = 0;
  std::size_t kept_steps_ = 0;
  std::uint64_t seen_ = 0;  // steps of all streams
  StepLog log_;
  std::size_t until_ = std::numeric_limits<std::size_t>::max();  // of the log: the timeline's part
  std::optional<double> path_until_us_;  // from when on nothing is kept for the path
  Recording recording_;
};

}  // namespace treering::sim::timeline
