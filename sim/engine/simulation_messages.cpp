#include <algorithm>
#include <utility>

#include "sim/engine/simulation.h"

namespace treering::sim::engine {

void Simulation::send(Running& stream, ConnectionId id, double bytes) {
  Connection& connection = state_.connections[index(id)];
  const Wire& wire = connection.wire;
  ++connection.occupied;
  ++connection.traffic.messages;
  connection.traffic.bytes += bytes;
  if (wire.is_posted) return copy(stream, id, bytes);
  if (bytes == 0) return arrive_empty(id);
  ++stream.outstanding;
  start_flow(id, bytes, wire.rate, true);
}

/// To the buffer of a proxy, who begins to send when the head is there.
void Simulation::copy(Running& stream, ConnectionId id, double bytes) {
  const Wire& wire = state_.connections[index(id)].wire;
  const double us = wiring_.step_us + bytes / wire.rate;
  if (us == 0) return post(id);
  ++stream.outstanding;
  if (wire.head < 1)
    events_.push({now_ + in_ticks(us * wire.head), Event::Kind::HeadIsCopied, id, 0});
  events_.push({now_ + in_ticks(us), Event::Kind::MessageIsCopied, id, 0});
}

void Simulation::start_flow(ConnectionId connection, double bytes, double rate, bool is_of_step) {
  const Wire& wire = state_.connections[index(connection)].wire;
  const FlowId id = shares_.add(wire.route, rate);
  if (index(id) >= flows_.size()) flows_.resize(index(id) + 1);
  Flow& flow = flows_[index(id)];
  const double head = bytes * wire.head;
  flow = {connection, head, bytes - head, 0, now_, flow.version + 1, is_of_step};
}

void Simulation::change_rate(FlowId id) {
  Flow& flow = flows_[index(id)];
  flow.left = std::max(flow.left - flow.rate * (now_ - flow.since), 0.0);
  flow.rate = shares_.rate(id);
  expect_end(id, flow);
  if (observer_ != nullptr) observer_->rate_changes(flow.connection, now_, flow.rate);
}

void Simulation::expect_end(FlowId id, Flow& flow) {
  flow.since = now_;
  ++flow.version;
  events_.push({now_ + in_ticks(flow.left / flow.rate), Event::Kind::FlowEnds, id, flow.version});
}

void Simulation::end_flow(FlowId id) {
  Flow& flow = flows_[index(id)];
  const ConnectionId connection = flow.connection;
  if (flow.tail > 0) {
    flow.left = std::exchange(flow.tail, 0.0);
    expect_end(id, flow);
    events_.push({now_ + latency(connection), Event::Kind::HeadArrives, connection, 0});
    return;
  }
  ++flow.version;
  const bool is_of_step = flow.is_of_step;
  shares_.remove(id);
  if (observer_ != nullptr) observer_->rate_changes(connection, now_, 0);
  if (is_of_step) {
    end_own_flow(connection);
  } else {
    end_posted(connection);
  }
}

void Simulation::end_own_flow(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  if (connection.wire.head < 1) {
    connection.is_held = true;  // until what the step passes on is there
  } else {
    arrive(id);
  }
  end_part(state_.streams[index(connection.sender)]);
}

void Simulation::end_posted(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  connection.is_busy = false;
  if (connection.is_unfinished && connection.posted.empty()) {
    connection.is_held = true;
  } else {
    arrive(id);
  }
  carry_posted(id);
}

void Simulation::post(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  connection.posted.push_back(
      static_cast<double>(state_.streams[index(connection.sender)].step.bytes));
  connection.is_unfinished = true;
  carry_posted(id);
}

void Simulation::carry_posted(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  while (!connection.is_busy && !connection.posted.empty()) {
    const double bytes = connection.posted.front();
    connection.posted.erase(connection.posted.begin());
    if (bytes == 0) {
      arrive_empty(id);
      continue;
    }
    connection.is_busy = true;
    start_flow(id, bytes, connection.wire.network_rate, false);
  }
}

void Simulation::arrive(ConnectionId id) {
  events_.push({now_ + latency(id), Event::Kind::MessageIsHere, id, 0});
}

void Simulation::arrive_empty(ConnectionId id) {
  if (state_.connections[index(id)].wire.head < 1) {
    events_.push({now_ + latency(id), Event::Kind::HeadArrives, id, 0});
  }
  arrive(id);
}

void Simulation::take_head(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  ++connection.heads;
  wake(connection.receiver, {Cause::Kind::Message, id});
}

void Simulation::take_message(ConnectionId id) {
  Connection& connection = state_.connections[index(id)];
  if (connection.is_awaited) {
    connection.is_awaited = false;
    end_part(state_.streams[index(connection.receiver)]);
    return;
  }
  ++connection.whole;
  if (connection.wire.head == 1) take_head(id);
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
