#include "sim/timeline/connections.h"

#include <algorithm>

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
    if (like == part) firsts_.push_back(first_of(part));
    first_.push_back(like == part ? firsts_.size() - 1 : first_[index_of(like)]);
    part_first_.push_back(part_first_.back() + first_in(part).back());
  }
}

Connections::First Connections::first_of(int part) const {
  First first{0};
  first.reserve(index_of(copies_.length) + 1);
  for (StreamId i = 0; i < copies_.length; ++i) {
    const std::vector<Peer> sends = schedule_->stream(part * copies_.length + i).sends;
    const auto none = std::ranges::count(sends, kNoPeer);
    first.push_back(first.back() + static_cast<ConnectionId>(sends.size()) -
                    static_cast<ConnectionId>(none));
  }
  return first;
}

ConnectionId Connections::first(StreamId sender) const {
  if (sender == schedule_->streams()) return count();
  const int part = copies_.part_of(sender);
  return part_first_[index_of(part)] + first_in(part)[index_of(sender % copies_.length)];
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
  const First& first = first_in(part);
  const auto in_part =
      static_cast<StreamId>(std::ranges::upper_bound(first, left) - first.begin() - 1);
  left -= first[index_of(in_part)];
  const StreamId id = part * copies_.length + in_part;
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
