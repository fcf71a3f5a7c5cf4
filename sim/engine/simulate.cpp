#include "sim/engine/simulate.h"

#include <algorithm>
#include <utility>

#include "sim/engine/connected.h"
#include "sim/engine/event.h"

namespace treering::sim::engine {
namespace {

using schedule::Ports;
using schedule::Schedule;
using schedule::Step;
using schedule::StreamId;

struct Flow {
  ConnectionId connection = 0;
  double left = 0;  // bytes, of the head while it has not left
  double tail = 0;  // bytes after the head; 0 once the head has left
  double rate = 0;
  double since = 0;
  std::uint32_t version = 0;
  bool is_of_step = false;  // its stream waits for its end
};

class Simulation {
 public:
  Simulation(const Schedule& schedule, const Wiring& wiring, Observer* observer)
      : schedule_(schedule),
        wiring_(wiring),
        observer_(observer),
        slots_(std::max(schedule.slots(), 1)),
        shares_(wiring.capacities),
        state_(connected(schedule, wiring)),
        streams_(state_.streams),
        connections_(state_.connections) {
    outcome_.carried.resize(wiring.capacities.size());
    outcome_.ends_us.resize(streams_.size());
  }

  Outcome run() {
    begin_streams();
    start_woken();
    while (!events_.empty()) {
      now_ = events_.top().at;
      while (!events_.empty() && events_.top().at <= now_) {
        const Event event = events_.top();
        events_.pop();
        happen(event);
      }
      start_woken();
    }
    for (const double end : outcome_.ends_us) outcome_.time_us = std::max(outcome_.time_us, end);
    for (const Running& stream : streams_) {
      if (stream.next < stream.steps) outcome_.stuck.push_back(stream.stream);
    }
    return std::move(outcome_);
  }

 private:
  struct Woken {
    StreamId stream = 0;
    Cause cause;
  };

  void begin_streams() {
    for (Running& stream : streams_) {
      const double at = wiring_.start_us ? wiring_.start_us(stream.stream) : 0;
      if (at <= 0) {
        wake(stream.stream, {});
        continue;
      }
      stream.is_late = true;
      events_.push({at, Event::Kind::Begins, stream.stream, 0});
    }
  }

  /// Messages that may be on the way. A proxy has a buffer at each end (NCCL v2.28.9-1,
  /// src/transport/net.cc: the sending and the receiving side have all steps of one each).
  int room(const Wire& wire) const { return wire.is_posted ? 2 * slots_ : slots_; }

  bool can_start(const Running& stream) const {
    if (stream.is_on || stream.is_late || stream.next == stream.steps) return false;
    const Step& step = stream.step;
    for (int port = step.receive.first; port < step.receive.end(); ++port) {
      if (connections_[index(stream.receives[index(port)])].heads == 0) return false;
    }
    for (int port = step.send.first; port < step.send.end(); ++port) {
      const Connection& connection = connections_[index(stream.sends[index(port)])];
      if (connection.occupied >= room(connection.wire)) return false;
    }
    return true;
  }

  void wake(StreamId stream, const Cause& cause) { woken_.push_back({stream, cause}); }

  /// Starts all steps that can, and then settles the shares of the links.
  void start_woken() {
    while (!woken_.empty()) {
      std::swap(woken_, starting_);
      for (const Woken& one : starting_) {
        Running& stream = streams_[index(one.stream)];
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

  void start(Running& stream) {
    const Step& step = stream.step;
    stream.is_on = true;
    ++stream.outstanding;  // until all is begun
    for (int port = step.receive.first; port < step.receive.end(); ++port) {
      receive(stream, connections_[index(stream.receives[index(port)])]);
    }
    const auto bytes = static_cast<double>(step.bytes);
    for (int port = step.send.first; port < step.send.end(); ++port) {
      send(stream, stream.sends[index(port)], bytes);
    }
    if (step.send.count == 0) keep(stream, bytes);
    end_part(stream);
  }

  void receive(Running& stream, Connection& connection) {
    --connection.heads;
    if (connection.whole > 0) {
      --connection.whole;
      return;
    }
    connection.is_awaited = true;
    ++stream.outstanding;
  }

  void send(Running& stream, ConnectionId id, double bytes) {
    Connection& connection = connections_[index(id)];
    const Wire& wire = connection.wire;
    ++connection.occupied;
    ++outcome_.transfers;
    if (wire.is_posted) return copy(stream, id, bytes);
    if (bytes == 0) return arrive_empty(id);
    ++stream.outstanding;
    start_flow(id, bytes, wire.rate, true);
  }

  /// To the buffer of a proxy, who begins to send when the head is there.
  void copy(Running& stream, ConnectionId id, double bytes) {
    const Wire& wire = connections_[index(id)].wire;
    const double us = wiring_.step_us + bytes / wire.rate;
    if (us == 0) return post(id);
    ++stream.outstanding;
    if (wire.head < 1) events_.push({now_ + us * wire.head, Event::Kind::HeadIsCopied, id, 0});
    events_.push({now_ + us, Event::Kind::MessageIsCopied, id, 0});
  }

  /// A step that only keeps what it received.
  void keep(Running& stream, double bytes) {
    const double us = wiring_.step_us + bytes / wiring_.local_rate;
    if (us == 0) return;
    ++stream.outstanding;
    events_.push({now_ + us, Event::Kind::StepIsKept, stream.stream, 0});
  }

  void start_flow(ConnectionId connection, double bytes, double rate, bool is_of_step) {
    const Wire& wire = connections_[index(connection)].wire;
    const FlowId id = shares_.add(wire.route, rate);
    if (index(id) >= flows_.size()) flows_.resize(index(id) + 1);
    Flow& flow = flows_[index(id)];
    const double head = bytes * wire.head;
    flow = {connection, head, bytes - head, 0, now_, flow.version + 1, is_of_step};
    for (const Crossing& one : wire.route) outcome_.carried[index(one.link)] += bytes * one.weight;
  }

  void change_rate(FlowId id) {
    Flow& flow = flows_[index(id)];
    flow.left = std::max(flow.left - flow.rate * (now_ - flow.since), 0.0);
    flow.rate = shares_.rate(id);
    expect_end(id, flow);
    if (observer_ != nullptr) observer_->rate_changes(flow.connection, now_, flow.rate);
  }

  void expect_end(FlowId id, Flow& flow) {
    flow.since = now_;
    ++flow.version;
    events_.push({now_ + flow.left / flow.rate, Event::Kind::FlowEnds, id, flow.version});
  }

  void happen(const Event& event) {
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
        if (connections_[index(event.id)].wire.head == 1) post(event.id);
        end_part(streams_[index(connections_[index(event.id)].sender)]);
        break;
      case Event::Kind::StepIsKept:
        end_part(streams_[index(event.id)]);
        break;
      case Event::Kind::Begins:
        streams_[index(event.id)].is_late = false;
        wake(event.id, {});
        break;
    }
  }

  void end_flow(FlowId id) {
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

  void end_own_flow(ConnectionId id) {
    Connection& connection = connections_[index(id)];
    if (connection.wire.head < 1) {
      connection.is_held = true;  // until what the step passes on is there
    } else {
      arrive(id);
    }
    end_part(streams_[index(connection.sender)]);
  }

  void end_posted(ConnectionId id) {
    Connection& connection = connections_[index(id)];
    connection.is_busy = false;
    if (connection.is_unfinished && connection.posted.empty()) {
      connection.is_held = true;
    } else {
      arrive(id);
    }
    carry_posted(id);
  }

  void post(ConnectionId id) {
    Connection& connection = connections_[index(id)];
    connection.posted.push_back(static_cast<double>(streams_[index(connection.sender)].step.bytes));
    connection.is_unfinished = true;
    carry_posted(id);
  }

  void carry_posted(ConnectionId id) {
    Connection& connection = connections_[index(id)];
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

  double latency(ConnectionId id) const { return connections_[index(id)].wire.latency_us; }

  void arrive(ConnectionId id) {
    events_.push({now_ + latency(id), Event::Kind::MessageIsHere, id, 0});
  }

  void arrive_empty(ConnectionId id) {
    if (connections_[index(id)].wire.head < 1) {
      events_.push({now_ + latency(id), Event::Kind::HeadArrives, id, 0});
    }
    arrive(id);
  }

  void take_head(ConnectionId id) {
    Connection& connection = connections_[index(id)];
    ++connection.heads;
    wake(connection.receiver, {Cause::Kind::Message, id});
  }

  void take_message(ConnectionId id) {
    Connection& connection = connections_[index(id)];
    if (connection.is_awaited) {
      connection.is_awaited = false;
      end_part(streams_[index(connection.receiver)]);
      return;
    }
    ++connection.whole;
    if (connection.wire.head == 1) take_head(id);
  }

  void end_part(Running& stream) {
    if (--stream.outstanding == 0) end_step(stream);
  }

  void end_step(Running& stream) {
    const Ports from = stream.step.receive;
    for (int port = from.first; port < from.end(); ++port) {
      const ConnectionId id = stream.receives[index(port)];
      --connections_[index(id)].occupied;
      wake(connections_[index(id)].sender, {Cause::Kind::Room, id});
    }
    const Ports to = stream.step.send;
    for (int port = to.first; port < to.end(); ++port) release(stream.sends[index(port)]);
    stream.is_on = false;
    if (observer_ != nullptr) observer_->step_ends(stream.stream, stream.next, now_);
    ++stream.next;
    outcome_.ends_us[index(stream.stream)] = now_;
    if (stream.next == stream.steps) return;
    stream.step = schedule_.step(stream.stream, stream.next);
    wake(stream.stream, {Cause::Kind::OwnStep, -1});
  }

  /// The message of a step that has ended.
  void release(ConnectionId id) {
    Connection& connection = connections_[index(id)];
    connection.is_unfinished = false;
    if (!connection.is_held) return;
    connection.is_held = false;
    arrive(id);
  }

  const Schedule& schedule_;
  const Wiring& wiring_;
  Observer* observer_;
  int slots_;
  FairShare shares_;
  Connected state_;
  std::vector<Running>& streams_;
  std::vector<Connection>& connections_;
  std::vector<Flow> flows_;
  EventQueue events_;
  std::vector<Woken> woken_;
  std::vector<Woken> starting_;
  double now_ = 0;
  Outcome outcome_;
};

}  // namespace

Outcome simulate(const Schedule& schedule, const Wiring& wiring, Observer* observer) {
  return Simulation(schedule, wiring, observer).run();
}

}  // namespace treering::sim::engine
