#include "sim/engine/simulation.h"

#include <algorithm>
#include <utility>

namespace treering::sim::engine {

using schedule::Ports;
using schedule::Step;

Simulation::Simulation(const schedule::Schedule& schedule, const Wiring& wiring, Observer* observer)
    : schedule_(schedule),
      wiring_(wiring),
      observer_(observer),
      shares_(wiring.capacities),
      state_(connected(schedule, wiring)),
      ends_(state_.streams.size()) {}

void Simulation::begin() {
  for (Running& stream : state_.streams) {
    const double at = wiring_.start_us ? in_ticks(wiring_.start_us(stream.stream)) : 0;
    if (at <= 0) {
      wake(stream.stream, {});
      continue;
    }
    stream.is_late = true;
    events_.push({at, Event::Kind::Begins, stream.stream, 0});
  }
  start_woken();
}

bool Simulation::go_on() {
  if (events_.empty()) return false;
  now_ = events_.top().at;
  const double until = now_ + kSameInstant;
  while (!events_.empty() && events_.top().at <= until) {
    const Event event = events_.top();
    events_.pop();
    happen(event);
  }
  start_woken();
  return true;
}

void Simulation::skip(const Skip& skip) {
  const double us = static_cast<double>(skip.times) * skip.us;
  if (observer_ != nullptr) observer_->repeats(now_ - skip.us, now_, skip.times);
  now_ += us;
  events_.postpone(us);
  for (Flow& flow : flows_) flow.since += us;
  for (std::size_t id = 0; id < state_.streams.size(); ++id) {
    if (skip.steps[id] == 0) continue;
    state_.streams[id].next += skip.times * skip.steps[id];
    ends_[id] += us;
  }
  for (std::size_t id = 0; id < state_.connections.size(); ++id) {
    Traffic& traffic = state_.connections[id].traffic;
    traffic.messages += skip.times * skip.traffic[id].messages;
    traffic.bytes += static_cast<double>(skip.times) * skip.traffic[id].bytes;
    skipped_ += skip.times * skip.traffic[id].messages;
  }
}

Outcome Simulation::outcome() const {
  Outcome outcome;
  outcome.ends_us = ends_;
  outcome.carried.resize(wiring_.capacities.size());
  for (const double end : ends_) outcome.time_us = std::max(outcome.time_us, end);
  for (const Running& stream : state_.streams) {
    if (stream.next < stream.steps) outcome.stuck.push_back(stream.stream);
  }
  for (const Connection& one : state_.connections) {
    outcome.traffic.push_back(one.traffic);
    outcome.transfers += one.traffic.messages;
    for (const Crossing& crossing : one.wire.route) {
      outcome.carried[index(crossing.link)] += one.traffic.bytes * crossing.weight;
    }
  }
  outcome.periodic = skipped_;
  outcome.simulated = outcome.transfers - skipped_;
  return outcome;
}

/// A proxy has a buffer at each end (NCCL v2.28.9-1, src/transport/net.cc: the sending and the
/// receiving side have all steps of one each).
bool Simulation::has_room(const Connection& connection) const {
  return connection.occupied < connection.slots;
}

bool Simulation::can_start(const Running& stream) const {
  if (stream.is_on || stream.is_late || stream.next == stream.steps) return false;
  const Step& step = stream.step;
  for (int port = step.receive.first; port < step.receive.end(); ++port) {
    const ConnectionId id = stream.receives[index(port)];
    if (id >= 0 && state_.connections[index(id)].heads == 0) return false;
  }
  for (int port = step.send.first; port < step.send.end(); ++port) {
    const ConnectionId id = stream.sends[index(port)];
    if (id >= 0 && !has_room(state_.connections[index(id)])) return false;
  }
  return true;
}

/// Starts all steps that can, and then settles the shares of the links.
void Simulation::start_woken() {
  while (!woken_.empty()) {
    std::swap(woken_, starting_);
    for (const Woken& one : starting_) {
      Running& stream = state_.streams[index(one.stream)];
      Cause cause = one.cause;
      while (can_start(stream)) {
        if (observer_ != nullptr) observer_->step_begins(stream.stream, stream.next, now_, cause);
        start(stream);
        cause = {Cause::Kind::OwnStep, -1};
      }
    }
    starting_.clear();
  }
  for (const FlowId id : shares_.settle()) change_rate(id);
}

void Simulation::start(Running& stream) {
  const Step& step = stream.step;
  stream.is_on = true;
  ++stream.outstanding;  // until all is begun
  for (int port = step.receive.first; port < step.receive.end(); ++port) {
    const ConnectionId id = stream.receives[index(port)];
    if (id >= 0) receive(stream, state_.connections[index(id)]);
  }
  const auto bytes = static_cast<double>(step.bytes);
  for (int port = step.send.first; port < step.send.end(); ++port) {
    const ConnectionId id = stream.sends[index(port)];
    if (id >= 0) send(stream, id, bytes);
  }
  if (step.send.count == 0) keep(stream, bytes);
  end_part(stream);
}

void Simulation::receive(Running& stream, Connection& connection) {
  --connection.heads;
  if (connection.whole > 0) {
    --connection.whole;
    return;
  }
  connection.is_awaited = true;
  ++stream.outstanding;
}

/// A step that only keeps what it received.
void Simulation::keep(Running& stream, double bytes) {
  const double us = wiring_.step_us + bytes / stream.local_rate;
  if (us == 0) return;
  ++stream.outstanding;
  events_.push({now_ + in_ticks(us), Event::Kind::StepIsKept, stream.stream, 0});
}

void Simulation::happen(const Event& event) {
  switch (event.kind) {
    case Event::Kind::FlowEnds:
      if (flows_[index(event.id)].version == event.version) end_flow(event.id);
      break;
    case Event::Kind::HeadArrives:
      take_head(event.id);
      break;
    case Event::Kind::MessageIsHere:
      take_message(event.id);
      break;
    case Event::Kind::HeadIsCopied:
      post(event.id);
      break;
    case Event::Kind::MessageIsCopied:
      if (state_.connections[index(event.id)].wire.head == 1) post(event.id);
      end_part(state_.streams[index(state_.connections[index(event.id)].sender)]);
      break;
    case Event::Kind::StepIsKept:
      end_part(state_.streams[index(event.id)]);
      break;
    case Event::Kind::Begins:
      state_.streams[index(event.id)].is_late = false;
      wake(event.id, {});
      break;
  }
}

void Simulation::end_part(Running& stream) {
  if (--stream.outstanding == 0) end_step(stream);
}

void Simulation::end_step(Running& stream) {
  const Ports from = stream.step.receive;
  for (int port = from.first; port < from.end(); ++port) {
    const ConnectionId id = stream.receives[index(port)];
    if (id < 0) continue;
    --state_.connections[index(id)].occupied;
    wake(state_.connections[index(id)].sender, {Cause::Kind::Room, id});
  }
  const Ports to = stream.step.send;
  for (int port = to.first; port < to.end(); ++port) {
    const ConnectionId id = stream.sends[index(port)];
    if (id >= 0) release(id);
  }
  stream.is_on = false;
  if (observer_ != nullptr) observer_->step_ends(stream.stream, stream.next, now_);
  ++stream.next;
  ends_[index(stream.stream)] = now_;
  if (stream.next == stream.steps) return;
  stream.step = schedule_.step(stream.stream, stream.next);
  wake(stream.stream, {Cause::Kind::OwnStep, -1});
}

}  // namespace treering::sim::engine
