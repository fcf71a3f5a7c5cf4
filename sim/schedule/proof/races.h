// Races in a schedule: uses of bytes, the order of steps by vector clocks, and uses of the same
// bytes that nothing orders.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

// Which steps have used what of an agent's memory, as far as later ones have to come after them.

struct Use {
  StreamId stream = 0;
  StepIndex step = 0;
  bool writes = false;
};

/// A use that a later one has to come after, and does not.
struct Clash {
  Use before;
  Range range;
};

class Uses {
 public:
  using IsBefore = std::function<bool(const Use&)>;

  /// Notes a use. Returns the first that is not before it, of two of which one writes.
  std::optional<Clash> add(const Use& use, const Range& range, const IsBefore& is_before);

 private:
  /// Uses of the same bytes: the last that wrote, and those that have read since then. All others
  /// come before these.
  struct Part {
    std::uint64_t end = 0;
    std::optional<Use> written;
    std::vector<Use> read;  // the last of each stream
  };

  void split_at(std::uint64_t place);
  void fill(const Range& range);
  static std::optional<Use> add_to(Part& part, const Use& use, const IsBefore& is_before);

  std::map<std::uint64_t, Part> parts_;  // by begin
};

// Which steps are done for certain when a step begins: those before it in its stream, those that
// sent what the stream has received, and all that come before these.
//
// Vector clocks: C. Fidge, "Timestamps in message-passing systems that preserve the partial
// ordering", 1988; F. Mattern, "Virtual time and global states of distributed systems", 1989.

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

// Races: two streams of an agent use the same data, one of them writes, and neither step comes
// before the other for certain. What such steps find depends on the time that others take.
//
// Only the sequence of a stream's steps and messages count as an order. A sender that waits for
// room does not: how much room a connection has depends on the machine.

struct Race {
  Use one;
  Use other;
  Range range;
};

class Races {
 public:
  /// Refers to both. Looks for races of agents from `first` on, as many as clocks have room for.
  Races(const Schedule& schedule, const std::vector<Stream>& streams, int first);

  /// The agent after the last that it looks at.
  int end() const { return end_; }
  /// A stream does its next step. \pre what the step receives was sent before
  std::optional<Race> do_step(StreamId id, StepIndex index, const Step& step,
                              const std::vector<Range>& data);

 private:
  Races(const Schedule& schedule, const std::vector<Stream>& streams, int first,
        const std::vector<StreamId>& joined);
  std::vector<bool> counted_from(int first, const std::vector<StreamId>& joined);

  const Schedule& schedule_;
  const std::vector<Stream>& streams_;
  int end_ = 0;
  std::vector<std::optional<Uses>> uses_;  // by agent; nothing where streams cannot race
  VectorClocks clocks_;
};

}  // namespace treering::sim::schedule
