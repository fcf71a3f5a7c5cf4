#include "sim/engine/connected.h"

namespace treering::sim::engine {
namespace {

using schedule::Peer;
using schedule::Stream;
using schedule::StreamId;

/// Connections are numbered by sender.
void add_sends(const std::vector<Stream>& described, const schedule::Schedule& schedule,
               const Wiring& wiring, Connected& all) {
  for (std::size_t i = 0; i < described.size(); ++i) {
    const auto sender = static_cast<StreamId>(i);
    const std::vector<Peer>& peers = described[i].sends;
    for (std::size_t port = 0; port < peers.size(); ++port) {
      if (peers[port] == schedule::kNoPeer) {
        all.streams[i].sends.push_back(-1);
        continue;
      }
      all.streams[i].sends.push_back(static_cast<ConnectionId>(all.connections.size()));
      Connection& one = all.connections.emplace_back();
      one.wire = wiring.wire(sender, static_cast<int>(port));
      one.sender = sender;
      one.receiver = peers[port].stream;
      one.slots = room_of(schedule, sender, one.wire);
    }
  }
}

void add_receives(const std::vector<Stream>& described, Connected& all) {
  for (std::size_t i = 0; i < described.size(); ++i) {
    for (const Peer& peer : described[i].receives) {
      const bool is_none = peer == schedule::kNoPeer;
      all.streams[i].receives.push_back(
          is_none ? -1 : all.streams[index(peer.stream)].sends[index(peer.port)]);
    }
  }
}

}  // namespace

Connected connected(const schedule::Schedule& schedule, const Wiring& wiring) {
  std::vector<Stream> described;
  described.reserve(index(schedule.streams()));
  for (StreamId id = 0; id < schedule.streams(); ++id) described.push_back(schedule.stream(id));
  Connected all;
  all.streams.resize(described.size());
  add_sends(described, schedule, wiring, all);
  add_receives(described, all);
  for (std::size_t i = 0; i < described.size(); ++i) {
    Running& stream = all.streams[i];
    stream.stream = static_cast<StreamId>(i);
    stream.steps = described[i].steps;
    stream.local_rate = wiring.local_rates ? wiring.local_rates(stream.stream) : wiring.local_rate;
    if (stream.steps > 0) stream.step = schedule.step(stream.stream, 0);
  }
  return all;
}

}  // namespace treering::sim::engine
