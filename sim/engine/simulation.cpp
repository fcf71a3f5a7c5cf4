#include "sim/engine/simulation.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace treering::sim::engine {

using schedule::Ports;
using schedule::Step;
using schedule::StreamId;

namespace {

bool is_of_connection(Event::Kind kind) {
  return kind != Event::Kind::FlowsEnd && kind != Event::Kind::StepIsKept &&
         kind != Event::Kind::Begins;
}

/// A stream copies one message at a time to a connection, and a proxy carries one.
std::vector<Demand> demands_of(const std::vector<Wire>& wires) {
  std::vector<Demand> demands;
  demands.reserve(wires.size());
  for (const Wire& one : wires) {
    demands.push_back({one.route, one.is_posted ? one.network_rate : one.rate});
  }
  return demands;
}

}  // namespace

Simulation::Simulation(const schedule::Schedule& schedule, const Wiring& wiring, Observer* observer)
    : schedule_(schedule),
      wiring_(wiring),
      observer_(observer),
      rate_observer_(observer != nullptr && observer->hears_rates() ? observer : nullptr),
      state_(connected(schedule, wiring)),
      shares_(wiring.capacities, demands_of(state_.wires)),
      flows_(state_.connections.size()),
      held_(wiring.capacities.size()),
      begins_(state_.streams.size(), std::numeric_limits<double>::infinity()),
      ends_(state_.streams.size()) {}

void Simulation::begin() {
  for (StreamId id = 0; index(id) < state_.streams.size(); ++id) {
    const double at = wiring_.start_us ? in_ticks(wiring_.start_us(id)) : 0;
    if (at <= 0) {
      wake(id, {});
      continue;
    }
    state_.streams[index(id)].is_late = true;
    events_.push({at, Event::Kind::Begins, id, 0});
  }
  start_woken();
}

bool Simulation::go_on() {
  while (!events_.empty() && is_void(events_.top())) events_.pop();
  if (events_.empty()) return false;
  look_for_observer();
  now_ = events_.next();
  until_ = now_ + kSameInstant;
  while (!events_.empty() && events_.next() <= until_) {
    const Event event = events_.top();
    events_.pop();
    fetch_next();
    if (!is_void(event)) happen(event);
  }
  start_woken();
  return true;
}

/// Now and then, because asking costs as much as an event.
void Simulation::look_for_observer() {
  constexpr std::uint32_t kNowAndThen = 64;
  if (observer_ == nullptr || ++instants_ % kNowAndThen != 0 || observer_->looks_on()) return;
  observer_ = nullptr;
  rate_observer_ = nullptr;
}

void Simulation::skip(const Skip& skip) {
  const double us = static_cast<double>(skip.times) * skip.us;
  if (observer_ != nullptr) observer_->repeats(now_ - skip.us, now_, skip.times);
  now_ += us;
  events_.postpone(us);
  for (Flow& flow : flows_) {
    flow.since += us;
    flow.ends += us;
  }
  for (Held& one : held_) {
    if (one.next > 0) one.next += us;
  }
  for (std::size_t id = 0; id < state_.streams.size(); ++id) {
    state_.streams[id].next += skip.times * skip.steps[id];
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
  outcome.payload.resize(wiring_.capacities.size());
  for (std::size_t id = 0; id < ends_.size(); ++id) {
    outcome.time_us = std::max(outcome.time_us, ends_[id]);
    outcome.longest_us = std::max(outcome.longest_us, ends_[id] - begins_[id]);
  }
  for (std::size_t id = 0; id < state_.streams.size(); ++id) {
    const Running& stream = state_.streams[id];
    if (stream.next < stream.steps) outcome.stuck.push_back(static_cast<StreamId>(id));
  }
  for (std::size_t id = 0; id < state_.connections.size(); ++id) {
    const Traffic& traffic = state_.connections[id].traffic;
    const Wire& wire = state_.wires[id];
    outcome.traffic.push_back(traffic);
    outcome.transfers += traffic.messages;
    for (const Crossing& crossing : wire.route) {
      outcome.carried[index(crossing.link)] += traffic.bytes * crossing.weight;
      outcome.payload[index(crossing.link)] += traffic.bytes * wire.times;
    }
  }
  outcome.periodic = skipped_;
  outcome.simulated = outcome.transfers - skipped_;
  return outcome;
}

void Simulation::fetch_next() const {
  if (events_.empty()) return;
  const Event next = events_.top();
  if (next.kind == Event::Kind::FlowsEnd) {
    const Held& held = held_[index(next.id)];
    if (!held.flows.empty()) fetch_line(flows_[index(held.flows.front())]);
  } else if (is_of_connection(next.kind)) {
    const Connection& connection = state_.connections[index(next.id)];
    fetch_line(state_.streams[index(connection.sender)]);
    fetch_line(state_.streams[index(connection.receiver)]);
  }
  events_.for_soon([&](const Event& soon) {
    if (soon.kind == Event::Kind::FlowsEnd) return fetch_line(held_[index(soon.id)]);
    if (!is_of_connection(soon.kind)) return fetch_line(state_.streams[index(soon.id)]);
    fetch_line(state_.connections[index(soon.id)]);
    fetch_line(flows_[index(soon.id)]);
  });
}

bool Simulation::is_void(const Event& event) const {
  if (event.kind == Event::Kind::FlowEnds) {
    return flows_[index(event.id)].version != event.version;
  }
  return event.kind == Event::Kind::FlowsEnd && held_[index(event.id)].version != event.version;
}

bool Simulation::can_start(const Running& stream) const {
  if (stream.is_on || stream.is_late || stream.next == stream.steps) return false;
  const Step& step = stream.step;
  for (int port = step.receive.first; port < step.receive.end(); ++port) {
    const ConnectionId id = state_.receive(stream, port);
    if (id >= 0 && state_.connections[index(id)].heads == 0) return false;
  }
  for (int port = step.send.first; port < step.send.end(); ++port) {
    const ConnectionId id = state_.send(stream, port);
    if (id < 0) continue;
    const Connection& connection = state_.connections[index(id)];
    if (connection.occupied >= connection.slots) return false;
  }
  return true;
}

/// Starts all steps that can, and then settles the shares of the links.
void Simulation::start_woken() {
  while (!woken_.empty()) {
    std::swap(woken_, starting_);
    for (const Woken& one : starting_) {
      const Running& stream = state_.streams[index(one.stream)];
      Cause cause = one.cause;
      while (can_start(stream)) {
        if (observer_ != nullptr) observer_->step_begins(one.stream, stream.next, now_, cause);
        start(one.stream);
        cause = {Cause::Kind::OwnStep, -1};
      }
    }
    starting_.clear();
  }
  settle();
}

void Simulation::start(StreamId id) {
  Running& stream = state_.streams[index(id)];
  const Step& step = stream.step;
  stream.is_on = true;
  ++stream.outstanding;  // until all is begun
  for (int port = step.receive.first; port < step.receive.end(); ++port) {
    const ConnectionId from = state_.receive(stream, port);
    if (from >= 0) receive(stream, state_.connections[index(from)]);
  }
  const bool is_first = stream.next == 0;
  if (is_first) begins_[index(id)] = std::min(begins_[index(id)], now_);
  const auto bytes = static_cast<double>(step.bytes);
  for (int port = step.send.first; port < step.send.end(); ++port) {
    const ConnectionId to = state_.send(stream, port);
    if (to < 0) continue;
    if (is_first) note_begin_of_receiver(to);
    send(to, bytes);
  }
  if (step.send.count == 0) keep(id, bytes);
  end_part(id);
}

/// A proxy has its message there before the receiver comes to it.
void Simulation::note_begin_of_receiver(ConnectionId id) {
  const double way =
      state_.wires[index(id)].is_posted ? state_.connections[index(id)].latency_us : 0;
  double& begin = begins_[index(state_.connections[index(id)].receiver)];
  begin = std::min(begin, now_ + way);
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
void Simulation::keep(StreamId id, double bytes) {
  const double rate = wiring_.local_rates ? wiring_.local_rates(id) : wiring_.local_rate;
  const double us = wiring_.step_us + bytes / rate;
  if (us == 0) return;
  ++state_.streams[index(id)].outstanding;
  events_.push({now_ + in_ticks(us), Event::Kind::StepIsKept, id, 0});
}

void Simulation::happen(const Event& event) {
  switch (event.kind) {
    case Event::Kind::FlowEnds:
      end_flow(event.id);
      break;
    case Event::Kind::FlowsEnd:
      end_first(event.id);
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
      if (!state_.connections[index(event.id)].has_heads()) post(event.id);
      end_part(state_.connections[index(event.id)].sender);
      break;
    case Event::Kind::StepIsKept:
      end_part(event.id);
      break;
    case Event::Kind::Begins:
      state_.streams[index(event.id)].is_late = false;
      wake(event.id, {});
      break;
  }
}

void Simulation::end_part(StreamId id) {
  if (--state_.streams[index(id)].outstanding == 0) end_step(id);
}

void Simulation::end_step(StreamId id) {
  Running& stream = state_.streams[index(id)];
  const Ports from = stream.step.receive;
  for (int port = from.first; port < from.end(); ++port) {
    const ConnectionId one = state_.receive(stream, port);
    if (one < 0) continue;
    Connection& connection = state_.connections[index(one)];
    // Others do not wait for room.
    if (connection.occupied-- == connection.slots) {
      wake(connection.sender, {Cause::Kind::Room, one});
    }
  }
  const Ports to = stream.step.send;
  for (int port = to.first; port < to.end(); ++port) {
    const ConnectionId one = state_.send(stream, port);
    if (one >= 0) release(one);
  }
  stream.is_on = false;
  if (observer_ != nullptr) observer_->step_ends(id, stream.next, now_);
  if (++stream.next == stream.steps) {
    ends_[index(id)] = now_;
    return;
  }
  stream.step = schedule_.step(id, stream.next);
  wake(id, {Cause::Kind::OwnStep, -1});
}

}  // namespace treering::sim::engine
