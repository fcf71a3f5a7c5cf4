#include "sim/schedule/vector_clocks.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace treering::sim::schedule {
namespace {

/// The least of a part, with shorter ways afterwards.
StreamId least_of(std::vector<StreamId>& ways, StreamId id) {
  while (ways[index_of(id)] != id) {
    StreamId& way = ways[index_of(id)];
    way = ways[index_of(way)];
    id = way;
  }
  return id;
}

}  // namespace

std::vector<StreamId> joined_to(const std::vector<Stream>& streams) {
  std::vector<StreamId> ways(streams.size());
  std::iota(ways.begin(), ways.end(), 0);
  for (std::size_t i = 0; i < streams.size(); ++i) {
    for (const Peer& peer : streams[i].sends) {
      if (peer == kNoPeer) continue;
      const StreamId one = least_of(ways, static_cast<StreamId>(i));
      const StreamId other = least_of(ways, peer.stream);
      ways[index_of(std::max(one, other))] = std::min(one, other);
    }
  }
  for (std::size_t i = 0; i < ways.size(); ++i) ways[i] = least_of(ways, static_cast<StreamId>(i));
  return ways;
}

VectorClocks::VectorClocks(const std::vector<Stream>& streams, std::vector<StreamId> joined,
                           const std::vector<bool>& counted)
    : streams_(streams),
      joined_(std::move(joined)),
      columns_(streams.size(), -1),
      states_(streams.size()) {
  std::vector<int> widths(streams.size());  // by the least stream of a part
  for (std::size_t i = 0; i < streams.size(); ++i) {
    if (counted[i]) columns_[i] = widths[index_of(joined_[i])]++;
  }
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const int width = widths[index_of(joined_[i])];
    if (width == 0) continue;
    states_[i].clock.resize(index_of(width));
    states_[i].queues.resize(streams[i].receives.size());
  }
}

void VectorClocks::begin_step(StreamId id, const Ports& receive) {
  State& own = state(id);
  if (own.clock.empty()) return;
  for (int port = receive.first; port < receive.end(); ++port) {
    auto& queue = own.queues[index_of(port)];
    const Clock& sent = *queue.front();
    for (std::size_t i = 0; i < sent.size(); ++i) own.clock[i] = std::max(own.clock[i], sent[i]);
    queue.pop_front();
  }
}

void VectorClocks::end_step(StreamId id, const Ports& send) {
  State& own = state(id);
  if (own.clock.empty()) return;
  if (const int column = columns_[index_of(id)]; column >= 0) ++own.clock[index_of(column)];
  if (send.count == 0) return;
  const auto clock = std::make_shared<const Clock>(own.clock);
  for (int port = send.first; port < send.end(); ++port) {
    const Peer& peer = streams_[index_of(id)].sends[index_of(port)];
    state(peer.stream).queues[index_of(peer.port)].push_back(clock);
  }
}

bool VectorClocks::is_before(StreamId first, StepIndex step, StreamId second) const {
  if (first == second) return true;
  if (joined_[index_of(first)] != joined_[index_of(second)]) return false;
  const Clock& known = states_[index_of(second)].clock;
  return known[index_of(columns_[index_of(first)])] > step;
}

}  // namespace treering::sim::schedule
