// The record of a run: the part of it that is kept, and the observer that keeps it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"
#include "sim/timeline/step_log.h"
#include "sim/timeline/track.h"

namespace treering::sim::timeline {

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
