#include "sim/engine/fold.h"

#include <algorithm>
#include <span>
#include <utility>

#include "sim/engine/connected.h"
#include "sim/engine/network_graph.h"
#include "sim/engine/partition.h"

namespace treering::sim::engine {

namespace {

using schedule::kNoPeer;
using schedule::Peer;
using schedule::Schedule;
using schedule::StepIndex;
using schedule::Stream;
using schedule::StreamId;

/// Of connections of a class that one stream has, the first stands for all.
class QuotientSchedule final : public Schedule {
 public:
  QuotientSchedule(const Schedule& whole, const NetworkGraph& graph, const Partition& partition)
      : whole_(whole), firsts_(partition.streams), senders_(partition.connections.size(), kNoPeer) {
    for (const StreamId first : firsts_) {
      streams_.push_back(whole.stream(first));
      fold_sends(graph.sends(index(first)), partition);
    }
    for (std::size_t id = 0; id < streams_.size(); ++id) {
      fold_receives(streams_[id].receives, graph.receives(index(firsts_[id])), partition);
    }
  }

  const schedule::Contract& contract() const override { return whole_.contract(); }
  int agents() const override { return whole_.agents(); }
  int streams() const override { return static_cast<int>(streams_.size()); }
  int slots() const override { return whole_.slots(); }
  int slots_of(StreamId sender) const override { return whole_.slots_of(first(sender)); }
  Stream stream(StreamId id) const override { return streams_[index(id)]; }
  schedule::Step step(StreamId id, StepIndex index) const override {
    return whole_.step(first(id), index);
  }
  std::vector<schedule::Range> data(StreamId id, StepIndex index) const override {
    return whole_.data(first(id), index);
  }
  std::uint64_t kind(StreamId id) const override { return whole_.kind(first(id)); }
  StepIndex repeats(StreamId id, StepIndex from, StepIndex period) const override {
    return whole_.repeats(first(id), from, period);
  }
  bool uses_all_ports() const override { return whole_.uses_all_ports(); }

 private:
  StreamId first(StreamId id) const { return firsts_[index(id)]; }

  /// Of the last stream.
  void fold_sends(std::span<const End> ends, const Partition& partition) {
    std::vector<Peer>& peers = streams_.back().sends;
    const auto sender = static_cast<StreamId>(streams_.size() - 1);
    for (std::size_t port = 0; port < peers.size(); ++port) {
      if (ends[port] < 0) continue;
      Peer& known = senders_[index(partition.class_of_connection(ends[port]))];
      if (known != kNoPeer) {
        peers[port] = kNoPeer;
        continue;
      }
      known = {sender, static_cast<int>(port)};
      peers[port].stream = partition.class_of(peers[port].stream);
    }
  }

  void fold_receives(std::vector<Peer>& peers, std::span<const End> ends,
                     const Partition& partition) const {
    std::vector<Peer> seen;
    for (std::size_t port = 0; port < peers.size(); ++port) {
      if (ends[port] < 0) continue;
      peers[port] = senders_[index(partition.class_of_connection(ends[port]))];
      const bool is_repeated = std::ranges::find(seen, peers[port]) != seen.end();
      if (is_repeated) {
        peers[port] = kNoPeer;
      } else {
        seen.push_back(peers[port]);
      }
    }
  }

  const Schedule& whole_;
  std::vector<StreamId> firsts_;
  std::vector<Stream> streams_;
  std::vector<Peer> senders_;  // of each class of connections
};

void add(Route& route, const Crossing& crossing) {
  const auto at = std::ranges::find(route, crossing.link, &Crossing::link);
  if (at == route.end()) {
    route.push_back(crossing);
  } else {
    at->weight += crossing.weight;
  }
}

/// By class of connections: what they load on the first link of each class.
std::vector<Route> folded_routes(const NetworkGraph& graph, const Partition& partition) {
  std::vector<Route> routes(partition.connections.size());
  for (std::size_t id = 0; id < graph.connections.size(); ++id) {
    for (const NetworkGraph::Hop& one : graph.route(id)) {
      const ClassId link = partition.of_link[index(one.link)];
      if (link < 0 || partition.links[index(link)] != one.link) continue;
      add(routes[partition.of_connection[id]], {link, graph.weight_of(one)});
    }
  }
  return routes;
}

/// Routes by class of senders and port.
std::vector<std::vector<Route>> routes_by_port(const NetworkGraph& graph,
                                               const Partition& partition) {
  const std::vector<Route> routes = folded_routes(graph, partition);
  std::vector<std::vector<Route>> by_port;
  for (const StreamId stream : partition.streams) {
    std::vector<Route>& own = by_port.emplace_back();
    for (const End end : graph.sends(index(stream))) {
      own.push_back(end < 0 ? Route{} : routes[index(partition.class_of_connection(end))]);
    }
  }
  return by_port;
}

}  // namespace

Quotient quotient_of(const Schedule& schedule, const Wiring& wiring, const NetworkGraph& graph,
                     const Partition& partition) {
  Quotient folded;
  folded.schedule = std::make_unique<QuotientSchedule>(schedule, graph, partition);
  for (const LinkId link : partition.links) {
    folded.wiring.capacities.push_back(wiring.capacities[index(link)]);
  }
  folded.wiring.local_rate = wiring.local_rate;
  if (wiring.local_rates) {
    folded.wiring.local_rates = [&wiring, streams = partition.streams](StreamId id) {
      return wiring.local_rates(streams[index(id)]);
    };
  }
  folded.wiring.step_us = wiring.step_us;
  folded.wiring.wire = [&wiring, streams = partition.streams,
                        routes = routes_by_port(graph, partition)](StreamId sender, int port) {
    Wire wire = wiring.wire(streams[index(sender)], port);
    wire.route = routes[index(sender)][index(port)];
    return wire;
  };
  if (wiring.start_us) {
    folded.wiring.start_us = [&wiring, streams = partition.streams](StreamId id) {
      return wiring.start_us(streams[index(id)]);
    };
  }
  return folded;
}

namespace {

// With more classes than this share of the streams, refinement would cost more than it saves.
constexpr double kMostClasses = 0.6;
// So few are simulated before they are folded.
constexpr int kFewStreams = 4;

void add_traffic(const Fold& fold, const Outcome& folded, Outcome& whole) {
  const Partition& partition = *fold.partition;
  std::vector<std::size_t> numbers(partition.connections.size());
  std::size_t next = 0;
  for (const ConnectionId first : fold.connections) {
    numbers[index(partition.class_of_connection(first))] = next++;
  }
  whole.carried.resize(fold.links);
  whole.payload.resize(fold.links);
  whole.traffic.reserve(partition.of_connection.size());
  for (std::size_t id = 0; id < partition.of_connection.size(); ++id) {
    const Traffic& traffic = folded.traffic[numbers[partition.of_connection[id]]];
    whole.traffic.push_back(traffic);
    whole.transfers += traffic.messages;
    for (const Routes::Hop& one : fold.routes.of(id)) {
      whole.carried[index(one.link)] += traffic.bytes * fold.routes.weight_of(one);
      whole.payload[index(one.link)] += traffic.bytes * fold.times[id];
    }
  }
}

std::vector<ConnectionId> first_connections(const NetworkGraph& graph, const Partition& partition) {
  std::vector<ConnectionId> firsts;
  std::vector<bool> is_known(partition.connections.size());
  for (const schedule::StreamId stream : partition.streams) {
    for (const End end : graph.sends(index(stream))) {
      if (end < 0) continue;
      const std::size_t one = index(partition.class_of_connection(end));
      if (!is_known[one]) firsts.push_back(end);
      is_known[one] = true;
    }
  }
  return firsts;
}

}  // namespace

std::optional<Fold> fold(const schedule::Schedule& schedule, const Wiring& wiring) {
  if (schedule.streams() <= kFewStreams) return {};
  NetworkGraph graph = network_graph(schedule, wiring);
  Partition partition =
      partition_of(graph, static_cast<std::size_t>(kMostClasses * schedule.streams()));
  if (partition.streams.empty()) return {};
  Fold fold;
  fold.quotient = quotient_of(schedule, wiring, graph, partition);
  fold.connections = first_connections(graph, partition);
  fold.links = graph.capacities.size();
  fold.routes = std::move(graph.routes);
  fold.times = std::move(graph.times);
  partition.of_link = {};
  partition.links = {};
  fold.partition = std::make_shared<const Partition>(std::move(partition));
  return fold;
}

Outcome unfolded(const Fold& fold, const Outcome& outcome, bool keeps_ends) {
  Outcome whole;
  whole.time_us = outcome.time_us;
  whole.longest_us = outcome.longest_us;
  whole.simulated = outcome.simulated;
  if (keeps_ends) {
    whole.ends_us.reserve(fold.partition->of_stream.size());
    for (std::size_t id = 0; id < fold.partition->of_stream.size(); ++id) {
      whole.ends_us.push_back(outcome.ends_us[fold.partition->of_stream[id]]);
    }
  }
  add_traffic(fold, outcome, whole);
  whole.periodic = outcome.periodic;  // of the streams that were simulated
  whole.symmetric = whole.transfers - whole.simulated - whole.periodic;
  std::vector<bool> is_stuck(fold.partition->streams.size());
  for (const schedule::StreamId one : outcome.stuck) is_stuck[index(one)] = true;
  for (std::size_t id = 0; id < fold.partition->of_stream.size(); ++id) {
    if (!is_stuck[fold.partition->of_stream[id]]) continue;
    whole.stuck.push_back(static_cast<schedule::StreamId>(id));
  }
  return whole;
}

}  // namespace treering::sim::engine
