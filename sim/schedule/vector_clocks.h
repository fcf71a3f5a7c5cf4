// Which steps are done for certain when a step begins: those before it in its stream, those that
// sent what the stream has received, and all that come before these.
//
// Vector clocks: C. Fidge, "Timestamps in message-passing systems that preserve the partial
// ordering", 1988; F. Mattern, "Virtual time and global states of distributed systems", 1989.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

/// By stream: the least one that connections join it to, directly or over others.
std::vector<StreamId> joined_to(const std::vector<Stream>& streams);

class VectorClocks {
 public:
  /// \param joined joined_to(streams)
  /// \param counted by stream: whether is_before() is asked about its steps
  VectorClocks(const std::vector<Stream>& streams, std::vector<StreamId> joined,
               const std::vector<bool>& counted);

  /// The stream's next step begins: it takes the oldest message of each port.
  void begin_step(StreamId id, const Ports& receive);
  /// The step is done, its messages are sent.
  void end_step(StreamId id, const Ports& send);
  /// Whether the step of `first` is done for certain when the present one of `second` begins.
  /// \pre `first` is counted
  bool is_before(StreamId first, StepIndex step, StreamId second) const;

 private:
  using Clock = std::vector<std::uint32_t>;  // steps done, by counted stream of a joined part

  struct State {
    Clock clock;  // empty where no stream of its part is counted
    std::vector<std::list<std::shared_ptr<const Clock>>> queues;  // by port to receive from
  };

  State& state(StreamId id) { return states_[static_cast<std::size_t>(id)]; }

  const std::vector<Stream>& streams_;
  std::vector<StreamId> joined_;
  std::vector<int> columns_;  // by stream: its place in clocks; -1: it is not counted
  std::vector<State> states_;
};

}  // namespace treering::sim::schedule
