#include "sim/timeline/connections.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace treering::sim::timeline {

using engine::ConnectionId;
using schedule::index_of;
using schedule::kNoPeer;
using schedule::Peer;
using schedule::Stream;
using schedule::StreamId;

Connections::Connections(const schedule::Schedule& schedule)
    : schedule_(&schedule), copies_(parts_of(schedule)), part_first_{0} {
  for (int part = 0; part < copies_.parts(); ++part) {
    const int like = copies_.like[index_of(part)];
    if (like == part) counts_.push_back(counted(part));
    counts_of_.push_back(like == part ? counts_.size() - 1 : counts_of_[index_of(like)]);
    part_first_.push_back(part_first_.back() + static_cast<ConnectionId>(counts_in(part).sum()));
  }
}

core::NarrowSums Connections::counted(int part) const {
  core::NarrowSums counts;
  counts.reserve(index_of(copies_.length));
  for (StreamId i = 0; i < copies_.length; ++i) {
    const std::vector<Peer> sends = schedule_->stream(part * copies_.length + i).sends;
    const auto none = std::ranges::count(sends, kNoPeer);
    counts.push_back(static_cast<std::uint32_t>(std::ssize(sends) - none));
  }
  return counts;
}

ConnectionId Connections::first(StreamId sender) const {
  if (sender == schedule_->streams()) return count();
  const int part = copies_.part_of(sender);
  const std::uint32_t before = counts_in(part).before(index_of(sender % copies_.length));
  return part_first_[index_of(part)] + static_cast<ConnectionId>(before);
}

int Connections::count(StreamId from, StreamId end) const {
  return first(end) - first(from);
}

ConnectionId Connections::sent(const Stream& stream, StreamId id, int port) const {
  const auto at = stream.sends.begin() + port;
  if (*at == kNoPeer) return -1;
  const auto none = std::count(stream.sends.begin(), at, kNoPeer);
  return first(id) + port - static_cast<ConnectionId>(none);
}

ConnectionId Connections::received(const Stream& stream, int port) const {
  const Peer& peer = stream.receives[static_cast<std::size_t>(port)];
  return peer == kNoPeer ? -1 : sent(schedule_->stream(peer.stream), peer.stream, peer.port);
}

Peer Connections::sender(ConnectionId connection) const {
  const auto part =
      static_cast<int>(std::ranges::upper_bound(part_first_, connection) - part_first_.begin() - 1);
  ConnectionId left = connection - part_first_[index_of(part)];
  const core::NarrowSums& counts = counts_in(part);
  const std::size_t in_part = counts.place_of(static_cast<std::uint32_t>(left));
  left -= static_cast<ConnectionId>(counts.before(in_part));
  const StreamId id = part * copies_.length + static_cast<StreamId>(in_part);
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
