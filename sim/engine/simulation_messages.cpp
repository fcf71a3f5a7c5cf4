#include "sim/engine/simulation.h"

namespace treering::sim::engine {

void Simulation::send(ConnectionId id, double bytes) {
  Connection& connection = state_.connections[index(id)];
  ++connection.occupied;
  ++connection.traffic.messages;
  connection.traffic.bytes += bytes;
  if (connection.is_posted) return copy(id, bytes);
  if (bytes == 0) return arrive_empty(id);
  ++state_.streams[index(connection.sender)].outstanding;
  start_flow(id, bytes);
}

/// To the buffer of a proxy, who begins to send when the head is there.
void Simulation::copy(ConnectionId id, double bytes) {
  const Wire& wire = state_.wires[index(id)];
  const double us = wiring_.step_us + bytes / wire.rate;
  if (us == 0) return post(id);
  ++state_.streams[index(state_.connections[index(id)].sender)].outstanding;
  if (wire.head < 1)
    events_.push({now_ + in_ticks(us * wire.head), Event::Kind::HeadIsCopied, id, 0});
  events_.push({now_ + in_ticks(us), Event::Kind::MessageIsCopied, id, 0});
}

void Simulation::end_own_flow(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  if (connection.has_heads()) {
    connection.is_held = true;  // until what the step passes on is there
  } else {
    arrive(id);
  }
  end_part(connection.sender);
}

void Simulation::end_posted(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  connection.is_busy = false;
  if (connection.is_unfinished && !connection.has_waiting) {
    connection.is_held = true;
  } else {
    arrive(id);
  }
  carry_posted(id);
}

void Simulation::post(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  const auto bytes = static_cast<double>(state_.streams[index(connection.sender)].step.bytes);
  connection.is_unfinished = true;
  if (!connection.is_busy) return carry(id, bytes);
  state_.waiting[index(id)].push_back(bytes);
  connection.has_waiting = true;
}

void Simulation::carry_posted(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  while (!connection.is_busy && connection.has_waiting) {
    std::vector<double>& waiting = state_.waiting[index(id)];
    const double bytes = waiting.front();
    waiting.erase(waiting.begin());
    connection.has_waiting = !waiting.empty();
    carry(id, bytes);
  }
}

void Simulation::carry(ConnectionId id, double bytes) {
  if (bytes == 0) return arrive_empty(id);
  state_.connections[index(id)].is_busy = true;
  start_flow(id, bytes);
}

void Simulation::arrive(ConnectionId id) {
  events_.push(
      {now_ + state_.connections[index(id)].latency_us, Event::Kind::MessageIsHere, id, 0});
}

void Simulation::arrive_empty(ConnectionId id) {
  const Connection& connection = state_.connections[index(id)];
  if (connection.has_heads()) {
    events_.push({now_ + connection.latency_us, Event::Kind::HeadArrives, id, 0});
  }
  arrive(id);
}

void Simulation::take_head(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  // Nobody waits for the others.
  if (connection.heads++ == 0) wake(connection.receiver, {Cause::Kind::Message, id});
}

void Simulation::take_message(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  if (connection.is_awaited) {
    connection.is_awaited = false;
    end_part(connection.receiver);
    return;
  }
  ++connection.whole;
  if (!connection.has_heads()) take_head(id);
}

/// The message of a step that has ended.
void Simulation::release(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  connection.is_unfinished = false;
  if (!connection.is_held) return;
  connection.is_held = false;
  arrive(id);
}

}  // namespace treering::sim::engine
