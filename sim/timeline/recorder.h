// Looks on while a schedule runs, and keeps what it sees: steps, rates, and what was repeated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/schedule/schedule.h"
#include "sim/timeline/excerpt.h"

namespace treering::sim::timeline {

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

struct Recording {
  std::vector<Track<RecordedStep>> streams;    // those that were simulated; others are empty
  std::vector<Track<RateChange>> connections;  // likewise
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
  /// Of a run without repetitions and representatives.
  Recorder(Excerpt excerpt, const ExcerptLimits& limits);

  /// Once, after the run.
  Recording take();

  void stands_for(const engine::Representatives& representatives) override;
  void step_begins(schedule::StreamId id, schedule::StepIndex step, double at,
                   const engine::Cause& cause) override;
  void step_ends(schedule::StreamId id, schedule::StepIndex step, double at) override;
  void rate_changes(engine::ConnectionId connection, double at, double rate) override;
  /// Steps after repetitions say how many were repeated.
  bool looks_on() const override { return !recording_.until_us || !skips_.empty(); }
  bool has_enough() const override { return recording_.excerpt && recording_.until_us; }
  void repeats(double from, double until, std::uint64_t times) override;

 private:
  struct Skip {
    std::uint64_t times = 0;
    double us = 0;
  };
  struct Stream {
    schedule::StepIndex next = 0;  // the present step, or the one that comes
    double begin_us = 0;           // of the present one
    engine::Cause cause;
    bool is_on = false;
    std::size_t skips = 0;  // that it has settled
  };

  Stream& stream(schedule::StreamId id);
  void settle(schedule::StreamId id, schedule::StepIndex step);
  bool is_full(double at);
  bool has(schedule::StreamId id) const {
    return !recording_.excerpt || recording_.excerpt->streams[static_cast<std::size_t>(id)];
  }

  std::size_t most_;
  bool has_rates_ = true;
  std::uint64_t most_seen_ = std::numeric_limits<std::uint64_t>::max();
  std::size_t kept_ = 0;
  std::uint64_t seen_ = 0;  // steps of all streams
  std::vector<Stream> streams_;
  std::vector<Skip> skips_;
  Recording recording_;
};

}  // namespace treering::sim::timeline
