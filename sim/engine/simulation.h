// A schedule on its way through time: what simulate() runs, instant by instant.
#pragma once

#include <vector>

#include "sim/engine/connected.h"
#include "sim/engine/event.h"
#include "sim/engine/outcome.h"
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
  /// A message on its way over links.
  struct Flow {
    ConnectionId connection = 0;
    double left = 0;  // bytes, of the head while it has not left
    double tail = 0;  // bytes after the head; 0 once the head has left
    double rate = 0;
    double since = 0;
    std::uint32_t version = 0;
    bool is_of_step = false;  // its stream waits for its end
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
  const EventQueue& events() const { return events_; }
  /// Whether the event still counts.
  bool is_valid(const Event& event) const {
    return event.kind != Event::Kind::FlowEnds || flows_[index(event.id)].version == event.version;
  }

 private:
  struct Woken {
    schedule::StreamId stream = 0;
    Cause cause;
  };

  // Steps: simulation.cpp
  bool has_room(const Connection& connection) const;
  bool can_start(const Running& stream) const;
  void wake(schedule::StreamId stream, const Cause& cause) { woken_.push_back({stream, cause}); }
  void start_woken();
  void start(Running& stream);
  static void receive(Running& stream, Connection& connection);
  void keep(Running& stream, double bytes);
  void happen(const Event& event);
  void end_part(Running& stream);
  void end_step(Running& stream);

  // Messages: simulation_messages.cpp
  void send(Running& stream, ConnectionId id, double bytes);
  void copy(Running& stream, ConnectionId id, double bytes);
  void start_flow(ConnectionId connection, double bytes, double rate, bool is_of_step);
  void change_rate(FlowId id);
  void expect_end(FlowId id, Flow& flow);
  void end_flow(FlowId id);
  void end_own_flow(ConnectionId id);
  void end_posted(ConnectionId id);
  void post(ConnectionId id);
  void carry_posted(ConnectionId id);
  void arrive(ConnectionId id);
  void arrive_empty(ConnectionId id);
  void take_head(ConnectionId id);
  void take_message(ConnectionId id);
  void release(ConnectionId id);
  double latency(ConnectionId id) const {
    return in_ticks(state_.connections[index(id)].wire.latency_us);
  }

  const schedule::Schedule& schedule_;
  const Wiring& wiring_;
  Observer* observer_;
  FairShare shares_;
  Connected state_;
  std::vector<Flow> flows_;
  EventQueue events_;
  std::vector<Woken> woken_;
  std::vector<Woken> starting_;
  double now_ = 0;
  std::vector<double> ends_;   // by stream
  std::uint64_t skipped_ = 0;  // messages
};

}  // namespace treering::sim::engine
