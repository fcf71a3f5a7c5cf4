// A schedule on its way through time: what simulate() runs, instant by instant. A connection
// carries one message at a time, so that its flow has its number.
#pragma once

#include <vector>

#include "sim/engine/connected.h"
#include "sim/engine/sharing/event_queue.h"
#include "sim/engine/simulate.h"
#include "sim/engine/ticks.h"

namespace treering::sim::engine {

/// Repetitions of a part of a run.
struct Skip {
  std::uint64_t times = 0;
  double us = 0;                           // of one
  std::vector<schedule::StepIndex> steps;  // of one, by stream
  std::vector<Traffic> traffic;            // of one, by connection
};

class Simulation {
 public:
  /// A connection's message on its way over links.
  struct alignas(kLine) Flow {
    double left = 0;  // bytes, of the head while it has not left
    double tail = 0;  // bytes after the head; 0 once the head has left
    double rate = 0;
    double since = 0;
    double ends = 0;  // its head, or the whole
    LinkId held_by = FairShare::kOwnCap;
    std::uint32_t place = 0;  // among those that the link holds back
    std::uint32_t version = 0;
    bool is_on = false;
  };

  Simulation(const schedule::Schedule& schedule, const Wiring& wiring, Observer* observer);

  /// What happens at 0.
  void begin();
  /// What happens at the next time at which something does. False: nothing more.
  bool go_on();
  /// \pre !go_on()
  Outcome outcome() const;

  /// Jumps over repetitions of what has happened since the state that `skip` counts from.
  void skip(const Skip& skip);

  double now() const { return now_; }
  const Connected& state() const { return state_; }
  const std::vector<Flow>& flows() const { return flows_; }
  /// Ends of flows are not among them.
  const EventQueue& events() const { return events_; }

 private:
  struct Woken {
    schedule::StreamId stream = 0;
    Cause cause;
  };

  /// Flows that a link holds back go as fast as each other until some come or go: only the first
  /// to end is expected.
  struct Held {
    std::vector<ConnectionId> flows;
    double next = 0;  // when the first ends; 0: none is expected
    std::uint32_t version = 0;
    bool is_stale = false;
  };

  // Steps: simulation.cpp
  void look_for_observer();
  bool is_void(const Event& event) const;
  void fetch_next() const;
  bool can_start(const Running& stream) const;
  void wake(schedule::StreamId stream, const Cause& cause) { woken_.push_back({stream, cause}); }
  void start_woken();
  void start(schedule::StreamId id);
  void note_begin_of_receiver(ConnectionId id);
  static void receive(Running& stream, Connection& connection);
  void keep(schedule::StreamId id, double bytes);
  void happen(const Event& event);
  void end_part(schedule::StreamId id);
  void end_step(schedule::StreamId id);

  // Messages: simulation_messages.cpp
  void send(ConnectionId id, double bytes);
  void copy(ConnectionId id, double bytes);
  void end_own_flow(ConnectionId id);
  void end_posted(ConnectionId id);
  void post(ConnectionId id);
  void carry_posted(ConnectionId id);
  void carry(ConnectionId id, double bytes);
  void arrive(ConnectionId id);
  void arrive_empty(ConnectionId id);
  void take_head(ConnectionId id);
  void take_message(ConnectionId id);
  void release(ConnectionId id);

  // Flows: simulation_flows.cpp
  void start_flow(ConnectionId id, double bytes);
  void settle();
  void change_rate(ConnectionId id);
  void expect_end(ConnectionId id);
  void hold(ConnectionId id, LinkId link);
  void make_stale(LinkId link);
  void expect_first(LinkId link);
  void end_first(LinkId link);
  void end_flow(ConnectionId id);

  const schedule::Schedule& schedule_;
  const Wiring& wiring_;
  Observer* observer_;
  Observer* rate_observer_;  // the same; null: it does not hear them
  Connected state_;
  FairShare shares_;
  std::vector<Flow> flows_;  // by connection
  std::vector<Held> held_;   // by link
  std::vector<LinkId> stale_;
  std::vector<ConnectionId> ending_;
  EventQueue events_;
  std::vector<Woken> woken_;
  std::vector<Woken> starting_;
  double now_ = 0;
  double until_ = 0;            // what happens until then happens now
  std::vector<double> begins_;  // by stream: when its first step began, or its first message
  std::vector<double> ends_;    // by stream
  std::uint64_t skipped_ = 0;   // messages
  std::uint32_t instants_ = 0;
};

}  // namespace treering::sim::engine
