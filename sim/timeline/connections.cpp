#include "sim/timeline/connections.h"

#include <algorithm>

namespace treering::sim::timeline {

using engine::ConnectionId;
using schedule::kNoPeer;
using schedule::Peer;
using schedule::Stream;
using schedule::StreamId;

Connections::Connections(const schedule::Schedule& schedule) : schedule_(&schedule), first_{0} {
  const schedule::Copies copies = schedule.copies();
  first_.reserve(static_cast<std::size_t>(schedule.streams()) + 1);
  for (StreamId id = 0; id < schedule.streams(); ++id) {
    const auto like = static_cast<std::size_t>(copies.first_like(id));
    if (like < static_cast<std::size_t>(id)) {
      first_.push_back(first_.back() + first_[like + 1] - first_[like]);
      continue;
    }
    const std::vector<Peer> sends = schedule.stream(id).sends;
    const auto none = std::ranges::count(sends, kNoPeer);
    first_.push_back(first_.back() + static_cast<ConnectionId>(sends.size()) -
                     static_cast<ConnectionId>(none));
  }
}

ConnectionId Connections::sent(const Stream& stream, StreamId id, int port) const {
  const auto at = stream.sends.begin() + port;
  if (*at == kNoPeer) return -1;
  const auto none = std::count(stream.sends.begin(), at, kNoPeer);
  return first_[static_cast<std::size_t>(id)] + port - static_cast<ConnectionId>(none);
}

ConnectionId Connections::received(const Stream& stream, int port) const {
  const Peer& peer = stream.receives[static_cast<std::size_t>(port)];
  return peer == kNoPeer ? -1 : sent(schedule_->stream(peer.stream), peer.stream, peer.port);
}

Peer Connections::sender(ConnectionId connection) const {
  const auto next = std::ranges::upper_bound(first_, connection);
  const auto id = static_cast<StreamId>(next - first_.begin() - 1);
  ConnectionId left = connection - first_[static_cast<std::size_t>(id)];
  const std::vector<Peer> sends = schedule_->stream(id).sends;
  int port = 0;
  while (sends[static_cast<std::size_t>(port)] == kNoPeer || left-- > 0) ++port;
  return {id, port};
}

Peer Connections::receiver(ConnectionId connection) const {
  const Peer from = sender(connection);
  return schedule_->stream(from.stream).sends[static_cast<std::size_t>(from.port)];
}

}  // namespace treering::sim::timeline
