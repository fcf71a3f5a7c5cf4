// When each step of a simulated schedule was done. It can be asked about any stream and time: what
// the simulation skipped, because it happens as elsewhere or as before, is written out on demand.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/schedule/schedule.h"
#include "sim/timeline/connections.h"
#include "sim/timeline/recorder.h"
#include "sim/timeline/repeated.h"

namespace treering::sim::timeline {

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
