#include "sim/engine/connected.h"

#include <algorithm>

#include "sim/engine/ticks.h"

namespace treering::sim::engine {
namespace {

using schedule::Peer;
using schedule::Schedule;
using schedule::Stream;
using schedule::StreamId;

class Connecting {
 public:
  Connecting(const Schedule& schedule, const Wiring& wiring)
      : schedule_(schedule), wiring_(wiring) {}

  Connected build() {
    all_.streams.reserve(index(schedule_.streams()));
    for (StreamId id = 0; id < schedule_.streams(); ++id) add(id);
    join_receives();
    all_.waiting.resize(all_.connections.size());
    return std::move(all_);
  }

 private:
  /// Connections are numbered by sender.
  void add(StreamId id) {
    const Stream described = schedule_.stream(id);
    Running& stream = all_.streams.emplace_back();
    stream.steps = described.steps;
    if (stream.steps > 0) stream.step = schedule_.step(id, 0);
    stream.first_send = static_cast<std::uint32_t>(all_.ends.size());
    for (std::size_t port = 0; port < described.sends.size(); ++port) {
      const Peer peer = described.sends[port];
      const bool is_none = peer == schedule::kNoPeer;
      all_.ends.push_back(is_none ? -1 : add_connection(id, static_cast<int>(port), peer));
    }
    stream.first_receive = static_cast<std::uint32_t>(all_.ends.size());
    for (const Peer& peer : described.receives) {
      receives_.push_back({all_.ends.size(), peer});
      all_.ends.push_back(-1);
    }
  }

  ConnectionId add_connection(StreamId sender, int port, const Peer& peer) {
    const Wire& wire = all_.wires.emplace_back(wiring_.wire(sender, port));
    Connection& one = all_.connections.emplace_back();
    one.sender = sender;
    one.receiver = peer.stream;
    one.slots = room_of(schedule_, sender, wire);
    one.is_posted = wire.is_posted;
    one.head = wire.head;
    one.latency_us = in_ticks(wire.latency_us);
    return static_cast<ConnectionId>(all_.connections.size() - 1);
  }

  void join_receives() {
    for (const Receive& one : receives_) {
      if (one.from == schedule::kNoPeer) continue;
      all_.ends[one.end] = all_.send(all_.streams[index(one.from.stream)], one.from.port);
    }
  }

  struct Receive {
    std::size_t end = 0;
    Peer from;
  };

  const Schedule& schedule_;
  const Wiring& wiring_;
  Connected all_;
  std::vector<Receive> receives_;
};

}  // namespace

Connected connected(const Schedule& schedule, const Wiring& wiring) {
  return Connecting(schedule, wiring).build();
}

}  // namespace treering::sim::engine
