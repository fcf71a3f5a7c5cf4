#include "sim/engine/simulate.h"

#include <algorithm>

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
  double left = 0;  // bytes on the wire
  double rate = 0;
  double since = 0;
  std::uint32_t version = 0;
  bool is_of_step = false;  // its stream waits for its end
};

class Simulation {
 public:
  Simulation(const Schedule& schedule, const Wiring& wiring)
      : schedule_(schedule),
        wiring_(wiring),
        slots_(std::max(schedule.slots(), 1)),
        shares_(wiring.capacities),
        state_(connected(schedule, wiring)),
        streams_(state_.streams),
        connections_(state_.connections) {
    outcome_.carried.resize(wiring.capacities.size());
    outcome_.ends_us.resize(streams_.size());
  }

  Outcome run() {
    for (std::size_t i = 0; i < streams_.size(); ++i) woken_.push_back(static_cast<StreamId>(i));
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
    outcome_.time_us = now_;
    for (const Running& stream : streams_) {
      if (stream.next < stream.steps) outcome_.stuck.push_back(stream.stream);
    }
    return std::move(outcome_);
  }

 private:
  bool can_start(const Running& stream) const {
    if (stream.is_on || stream.next == stream.steps) return false;
    const Step& step = stream.step;
    for (int port = step.receive.first; port < step.receive.end(); ++port) {
      if (connections_[index(stream.receives[index(port)])].arrived == 0) return false;
    }
    for (int port = step.send.first; port < step.send.end(); ++port) {
      if (connections_[index(stream.sends[index(port)])].occupied >= slots_) return false;
    }
    return true;
  }

  void wake(StreamId stream) { woken_.push_back(stream); }

  /// Starts all steps that can, and then settles the shares of the links.
  void start_woken() {
    while (!woken_.empty()) {
      std::swap(woken_, starting_);
      for (const StreamId id : starting_) {
        while (can_start(streams_[index(id)])) start(streams_[index(id)]);
      }
      starting_.clear();
    }
    for (const FlowId id : shares_.settle()) change_rate(id);
  }

  void start(Running& stream) {
    const Step& step = stream.step;
    stream.is_on = true;
    for (int port = step.receive.first; port < step.receive.end(); ++port) {
      --connections_[index(stream.receives[index(port)])].arrived;
    }
    for (int port = step.send.first; port < step.send.end(); ++port) {
      const ConnectionId id = stream.sends[index(port)];
      ++connections_[index(id)].occupied;
      ++outcome_.transfers;
      send(stream, id, static_cast<double>(step.bytes));
    }
    if (step.send.count == 0) copy(stream, static_cast<double>(step.bytes), wiring_.local_rate);
    if (stream.outstanding == 0) end_step(stream);
  }

  void send(Running& stream, ConnectionId id, double bytes) {
    const Wire& wire = connections_[index(id)].wire;
    if (wire.is_posted) {
      copy(stream, bytes, wire.rate);
      return;
    }
    if (bytes == 0) return arrive_later(id);
    ++stream.outstanding;
    start_flow(id, bytes, wire.rate, true);
  }

  void copy(Running& stream, double bytes, double rate) {
    const double us = wiring_.step_us + (bytes > 0 ? bytes / rate : 0);
    if (us == 0 && !posts(stream)) return;
    ++stream.outstanding;
    events_.push({now_ + us, Event::Kind::CopyEnds, stream.stream, 0});
  }

  bool posts(const Running& stream) const {
    const Ports ports = stream.step.send;
    return ports.count > 0 && connections_[index(stream.sends[index(ports.first)])].wire.is_posted;
  }

  void start_flow(ConnectionId connection, double bytes, double rate, bool is_of_step) {
    const Wire& wire = connections_[index(connection)].wire;
    const double on_wire = bytes * wire.wire_bytes;
    const FlowId id = shares_.add(wire.route, rate * wire.wire_bytes);
    if (index(id) >= flows_.size()) flows_.resize(index(id) + 1);
    Flow& flow = flows_[index(id)];
    flow = {connection, on_wire, 0, now_, flow.version + 1, is_of_step};
    for (const LinkId link : wire.route) outcome_.carried[index(link)] += on_wire;
  }

  void change_rate(FlowId id) {
    Flow& flow = flows_[index(id)];
    flow.left = std::max(flow.left - flow.rate * (now_ - flow.since), 0.0);
    flow.rate = shares_.rate(id);
    flow.since = now_;
    ++flow.version;
    events_.push({now_ + flow.left / flow.rate, Event::Kind::FlowEnds, id, flow.version});
  }

  void happen(const Event& event) {
    switch (event.kind) {
      case Event::Kind::FlowEnds:
        if (flows_[index(event.id)].version == event.version) end_flow(event.id);
        break;
      case Event::Kind::Arrives: {
        Connection& connection = connections_[index(event.id)];
        ++connection.arrived;
        wake(connection.receiver);
        break;
      }
      case Event::Kind::CopyEnds:
        end_copy(streams_[index(event.id)]);
        break;
    }
  }

  void end_flow(FlowId id) {
    Flow& flow = flows_[index(id)];
    ++flow.version;
    const ConnectionId connection = flow.connection;
    const bool is_of_step = flow.is_of_step;
    shares_.remove(id);
    arrive_later(connection);
    if (is_of_step) return end_part(streams_[index(connections_[index(connection)].sender)]);
    Connection& one = connections_[index(connection)];
    one.is_busy = false;
    carry_posted(connection);
  }

  /// A copy to the buffers of posted messages, or one that only keeps.
  void end_copy(Running& stream) {
    const Ports ports = stream.step.send;
    const bool is_last = stream.outstanding == 1;
    if (is_last && posts(stream)) {
      for (int port = ports.first; port < ports.end(); ++port) {
        const ConnectionId id = stream.sends[index(port)];
        connections_[index(id)].posted.push_back(static_cast<double>(stream.step.bytes));
        carry_posted(id);
      }
    }
    end_part(stream);
  }

  void carry_posted(ConnectionId id) {
    Connection& connection = connections_[index(id)];
    while (!connection.is_busy && !connection.posted.empty()) {
      const double bytes = connection.posted.front();
      connection.posted.erase(connection.posted.begin());
      if (bytes == 0) {
        arrive_later(id);
        continue;
      }
      connection.is_busy = true;
      start_flow(id, bytes, connection.wire.network_rate, false);
    }
  }

  void arrive_later(ConnectionId id) {
    events_.push({now_ + connections_[index(id)].wire.latency_us, Event::Kind::Arrives, id, 0});
  }

  void end_part(Running& stream) {
    if (--stream.outstanding == 0) end_step(stream);
  }

  void end_step(Running& stream) {
    const Ports from = stream.step.receive;
    for (int port = from.first; port < from.end(); ++port) {
      Connection& connection = connections_[index(stream.receives[index(port)])];
      --connection.occupied;
      wake(connection.sender);
    }
    stream.is_on = false;
    ++stream.next;
    outcome_.ends_us[index(stream.stream)] = now_;
    if (stream.next == stream.steps) return;
    stream.step = schedule_.step(stream.stream, stream.next);
    wake(stream.stream);
  }

  const Schedule& schedule_;
  const Wiring& wiring_;
  int slots_;
  FairShare shares_;
  Connected state_;
  std::vector<Running>& streams_;
  std::vector<Connection>& connections_;
  std::vector<Flow> flows_;
  EventQueue events_;
  std::vector<StreamId> woken_;
  std::vector<StreamId> starting_;
  double now_ = 0;
  Outcome outcome_;
};

}  // namespace

Outcome simulate(const Schedule& schedule, const Wiring& wiring) {
  return Simulation(schedule, wiring).run();
}

}  // namespace treering::sim::engine
