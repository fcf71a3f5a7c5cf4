// Runs a schedule on contents in place of values, without time.
#pragma once

#include <deque>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "sim/schedule/contents.h"
#include "sim/schedule/proof/verify.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

class Races;
struct Race;

class Execution {
 public:
  /// Refers to both. \pre the two ends of every connection name each other
  Execution(const Schedule& schedule, const std::vector<Stream>& streams);

  /// Goes on until no stream can. Returns the first step that cannot be done, or that races with
  /// one before it. \param races of the same schedule
  std::optional<Fault> run(Races& races);
  /// Goes on until each stream has done its first `ends` steps, by stream, however many messages
  /// wait then: a run in which they were done may have had more room. A fault where some stream
  /// does not come so far.
  std::optional<Fault> run_to(const std::vector<StepIndex>& ends);

  /// The stream that has to move before this one can; nothing where it can go on or has ended.
  std::optional<StreamId> waits_for(StreamId id) const;
  /// Whether it does so because its last message is not received.
  bool waits_to_send(StreamId id) const;
  /// The step that it waits in.
  StepIndex step_of(StreamId id) const;
  /// Messages sent to the stream and not received.
  std::size_t messages_left(StreamId id) const;
  const Memory& memory(int agent) const { return memories_[static_cast<std::size_t>(agent)]; }
  /// "rank 3, channel 0"; of several streams of the rank there all but the first have numbers.
  std::string name_of(StreamId id) const;

 private:
  struct State {
    StepIndex next = 0;
    bool is_ready = false;
    Ports last_sent;
    std::vector<std::list<Contents>> queues;  // by port to receive from; most are empty
  };

  const Stream& stream(StreamId id) const { return streams_[static_cast<std::size_t>(id)]; }
  State& state(StreamId id) { return states_[static_cast<std::size_t>(id)]; }
  const State& state(StreamId id) const { return states_[static_cast<std::size_t>(id)]; }
  const std::list<Contents>& queue_to(const Peer& peer) const;
  std::optional<StreamId> unreceived_by(StreamId id) const;
  std::optional<StreamId> unsent_by(StreamId id) const;
  Fault fault_at(StreamId id, Fault::Kind kind, const std::string& what) const;
  Fault fault_of(const Race& race) const;
  void wake(StreamId id);
  StreamId next_ready();
  bool can_go_on(StreamId id) const;
  std::optional<Fault> do_step(StreamId id, Races* races);
  tl::expected<Contents, Fault> result_of(StreamId id, const Step& step,
                                          const std::vector<Range>& ranges) const;

  const Schedule& schedule_;
  const std::vector<Stream>& streams_;
  std::vector<State> states_;
  std::vector<Memory> memories_;
  std::deque<StreamId> ready_;
};

}  // namespace treering::sim::schedule
