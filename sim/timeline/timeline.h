// The timeline of a simulated schedule, with its connections by number.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/compact_sequences.h"
#include "sim/engine/observer.h"
#include "sim/schedule/schedule.h"
#include "sim/timeline/recorder.h"
#include "sim/timeline/repeated.h"
#include "sim/timeline/track.h"

namespace treering::sim::timeline {

// The connections of a schedule by number, as the engine counts them, and the other way around. Of
// parts that are alike (sim/schedule/schedule.h) one is counted.

class Connections {
 public:
  /// Refers to the schedule.
  explicit Connections(const schedule::Schedule& schedule);

  int count() const { return part_first_.back(); }
  /// That streams [from, end) send over.
  int count(schedule::StreamId from, schedule::StreamId end) const;
  /// At a port of a stream; -1: none.
  engine::ConnectionId sent(const schedule::Stream& stream, schedule::StreamId id, int port) const;
  engine::ConnectionId received(const schedule::Stream& stream, int port) const;
  /// The stream and its port.
  schedule::Peer sender(engine::ConnectionId connection) const;
  schedule::Peer receiver(engine::ConnectionId connection) const;

 private:
  /// Of each sender in the part.
  const core::NarrowSums& counts_in(int part) const {
    return counts_[counts_of_[schedule::index_of(part)]];
  }
  core::NarrowSums counted(int part) const;
  /// Of a stream; also of what would be the next after the last.
  engine::ConnectionId first(schedule::StreamId sender) const;

  const schedule::Schedule* schedule_;
  schedule::Copies copies_;
  std::vector<core::NarrowSums> counts_;          // of parts that are no copies
  std::vector<std::size_t> counts_of_;            // by part: in counts_
  std::vector<engine::ConnectionId> part_first_;  // by part, and one more
};

// When each step of a simulated schedule was done. It can be asked about any stream and time: what
// the simulation skipped, because it happens as elsewhere or as before, is written out on demand.

class Timeline {
 public:
  Timeline(std::shared_ptr<const schedule::Schedule> schedule, Recording recording);

  const schedule::Schedule& schedule() const { return *schedule_; }
  const Connections& connections() const { return connections_; }
  /// When the last step ends that is known.
  double end_us() const { return end_us_; }
  /// From when on nothing is known; nothing: all is known.
  std::optional<double> until_us() const { return recording_.until_us; }
  /// Where only some were recorded: whether they are among them.
  bool has_steps(schedule::StreamId stream) const;
  bool has_rates(engine::ConnectionId connection) const;

  /// Those that reach into the window, in order. Causes name the stream's own connections.
  std::vector<RecordedStep> steps(schedule::StreamId stream, const Window& window) const;
  /// How many these are: known at once.
  std::uint64_t count(schedule::StreamId stream, const Window& window) const;
  /// What the stream does then; nothing: it waits, or has ended.
  std::optional<RecordedStep> step_at(schedule::StreamId stream, double us) const;
  /// Nothing: not known.
  std::optional<RecordedStep> step(schedule::StreamId stream, schedule::StepIndex number) const;
  /// Likewise, but its cause names the connection of what stands for the stream, which is known at
  /// once: the stream's own is searched among all its peers.
  std::optional<RecordedStep> recorded_step(schedule::StreamId stream,
                                            schedule::StepIndex number) const;
  /// Likewise.
  std::optional<RecordedStep> last_step(schedule::StreamId stream) const;

  /// As recorded, of what stands for the stream or connection.
  const Track<RecordedStep>& track(schedule::StreamId stream) const;
  /// Its number among those that were recorded; nothing: it is empty.
  std::optional<std::size_t> track_number(schedule::StreamId stream) const;
  const Track<RateChange>& rates(engine::ConnectionId connection) const;
  /// Likewise.
  std::optional<std::size_t> rates_number(engine::ConnectionId connection) const;
  /// By number.
  const std::vector<Track<RateChange>>& recorded_rates() const {
    return recording_.connections.tracks();
  }
  schedule::StreamId representative(schedule::StreamId stream) const;
  engine::ConnectionId representative_of(engine::ConnectionId connection) const;

 private:
  RecordedStep of(schedule::StreamId stream, const schedule::Stream& described,
                  RecordedStep step) const;

  std::shared_ptr<const schedule::Schedule> schedule_;
  Recording recording_;
  Connections connections_;
  double end_us_ = 0;
};

}  // namespace treering::sim::timeline
