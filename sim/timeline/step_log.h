// Steps of all streams in the order of time: written one after another while a simulation runs, and
// sorted by stream when it has ended, which costs a fraction of looking up each stream at each
// step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/schedule/schedule.h"
#include "sim/timeline/track.h"

namespace treering::sim::timeline {

class StepLog {
 public:
  void begin(schedule::StreamId id, schedule::StepIndex step, double at,
             const engine::Cause& cause);
  void end(schedule::StreamId id, schedule::StepIndex step, double at);
  /// As end(), or begin(), of a step that is not kept: it says how many were repeated.
  void pass(schedule::StreamId id, schedule::StepIndex step);
  /// The events of the last `us` happen `times` times more.
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

}  // namespace treering::sim::timeline
