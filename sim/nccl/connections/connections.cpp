#include "sim/nccl/connections/connections.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <tuple>
#include <utility>

#include "core/topology/cluster.h"
#include "sim/nccl/search/graph_search.h"
#include "sim/nccl/versions/constants.h"

namespace treering::sim::nccl::connections {
namespace {

std::vector<std::vector<int>> ranks_by_node_of(const Plan& plan) {
  std::vector<std::vector<int>> nodes(static_cast<std::size_t>(plan.shape.nodes));
  for (int rank = 0; rank < plan.shape.ranks(); ++rank) {
    nodes[static_cast<std::size_t>(plan.channels.node_of(rank))].push_back(rank);
  }
  return nodes;
}

int power_of_two_from(int number) {
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(number, 1))));
}

/// NCCL v2.28.9-1, src/graph/paths.cc, ncclTopoComputeP2pChannels. \param fewest of all nodes, for
/// a number of channels: NCCL counts on each node alone, and nodes that differ in it cannot talk
template <class Fewest>
PairChannels pair_channels_of(const Plan& plan, Fewest fewest) {
  const job::PairLimits& limits = plan.job.settings.pairs;
  const int asked =
      std::max(std::min(plan.channels.count(), limits.max_channels), limits.min_channels);
  PairChannels result;
  result.channels = std::min(power_of_two_from(asked), versions::kMaxChannels);
  result.per_peer = std::min(power_of_two_from(fewest(asked)), result.channels);
  return result;
}

/// How many of a graph's channels all nodes have. NCCL takes the fewest of ring and tree for both
/// (v2.28.9-1, src/init.cc, initTransportsRank), and copies channels after that.
int channels_in_use(const Plan& plan, Algorithm algorithm) {
  const ChannelGraph& graph = search::graph_of(plan.common, algorithm);
  const bool is_copied =
      algorithm == Algorithm::Ring || algorithm == Algorithm::Tree || algorithm == Algorithm::Pat;
  return is_copied ? plan.channels.counts().searched : graph.channel_count();
}

/// NCCL v2.28.9-1, src/graph/search.cc, getNvlsNetDev: a head takes turns of the NETs of its
/// channels.
std::int64_t net_of_head(const ChannelGraph& graph, int channels, int head, int channel) {
  std::vector<std::int64_t> own;
  for (int i = 0; i < channels; ++i) {
    const NodeChannel& one = graph.channels[static_cast<std::size_t>(i)];
    if (one.gpus.front() == head) own.push_back(one.nets[0]);
  }
  return own.empty() ? -1 : own[static_cast<std::size_t>(channel) % own.size()];
}

auto order_of(const Connection& one) {
  return std::tie(one.channel, one.index, one.from, one.to);
}

/// Sorts, and makes one of those that are the same connection: the first, with all its users.
std::vector<Connection> merged(std::vector<Connection> all) {
  std::ranges::stable_sort(
      all, [](const Connection& a, const Connection& b) { return order_of(a) < order_of(b); });
  std::vector<Connection> kept;
  for (const Connection& one : all) {
    if (kept.empty() || order_of(kept.back()) != order_of(one)) {
      kept.push_back(one);
    } else {
      kept.back().algorithms |= one.algorithms;
    }
  }
  return kept;
}

}  // namespace

Connections::Connections(const core::Cluster& cluster, const Plan& plan)
    : channels_(plan.channels),
      ranks_(plan.shape.ranks()),
      machine_ranks_(plan.channels.machine_ranks()),
      class_of_(plan.machines.class_of),
      ranks_by_node_(ranks_by_node_of(plan)) {
  for (std::size_t i = 0; i < searched_.size(); ++i) {
    searched_[i] = channels_in_use(plan, static_cast<Algorithm>(i));
  }
  const std::vector<const core::Topology*> topologies = topologies_of(cluster);
  for (std::size_t i = 0; i < plan.machines.classes.size(); ++i) {
    std::vector<Node>& parts = nodes_.emplace_back();
    const auto add = [&](const NodeGraphs& graphs) {
      parts.push_back({NodeReach(*topologies[i], plan.job, search::ranks_of(graphs)), graphs});
    };
    add(plan.machines.classes[i].graphs);
    std::ranges::for_each(plan.machines.classes[i].other_parts, add);
  }
  const auto fewest = [&](int channels) {
    int least = channels;
    for (const std::vector<Node>& parts : nodes_) {
      for (const Node& node : parts) {
        least = std::min(least, node.reach.fewest_channels(channels, plan.shape.ranks()));
      }
    }
    return least;
  };
  schedule_ = PairSchedule(pair_channels_of(plan, fewest), ranks_by_node_);
}

Connections::Place Connections::place_of(int rank) const {
  Place place{rank / machine_ranks_, rank % machine_ranks_, nullptr, nullptr};
  const int number = class_of_.empty() ? 0 : class_of_[static_cast<std::size_t>(place.machine)];
  const std::vector<Node>& parts = nodes_[static_cast<std::size_t>(number)];
  const auto own = std::ranges::find_if(parts, [&](const Node& node) {
    return std::ranges::binary_search(node.reach.ranks(), place.local);
  });
  const Node& node = own == parts.end() ? parts.front() : *own;
  place.node = &node.reach;
  place.graphs = &node.graphs;
  return place;
}

/// NCCL v2.28.9-1, src/graph/search.cc, ncclTopoGetNetDev: the first GPU of a channel uses the NET
/// by which it is entered, every other the one by which it is left.
std::int64_t Connections::net_on_graph(Algorithm algorithm, const Place& place, int channel) const {
  const ChannelGraph& graph = search::graph_of(*place.graphs, algorithm);
  const int channels = std::min(searched(algorithm), graph.channel_count());
  if (channels == 0) return -1;
  if (graph.pattern == Pattern::Nvls) return net_of_head(graph, channels, place.local, channel);
  const NodeChannel& one = graph.channels[static_cast<std::size_t>(channel % channels)];
  return one.gpus.front() == place.local ? one.nets[0] : one.nets[1];
}

Connection Connections::start(const Hop& hop, const Place& from, const Place& to) {
  Connection one;
  one.channel = hop.channel;
  one.index = hop.index;
  one.from = hop.from;
  one.to = hop.to;
  const bool share_node = from.machine == to.machine && from.node == to.node;
  one.transport = share_node ? from.node->transport(from.local, to.local) : Transport::Net;
  return one;
}

namespace {

/// Enters the NETs of both ends.
void set_nets(Connection& one, const WayOut& out, std::int64_t to_net, int local) {
  one.net = out.net;
  one.to_net = to_net;
  if (out.relay >= 0 && out.relay != local) one.proxy = one.from - local + out.relay;
}

}  // namespace

Connection Connections::over_graph(Algorithm algorithm, const Hop& hop) const {
  const Place from = place_of(hop.from);
  const Place to = place_of(hop.to);
  Connection one = start(hop, from, to);
  one.algorithms.set(static_cast<std::size_t>(algorithm));
  if (one.transport != Transport::Net) return one;
  const std::int64_t net = net_on_graph(algorithm, from, hop.channel);
  set_nets(one, from.node->over(net, from.local), net_on_graph(algorithm, to, hop.channel),
           from.local);
  one.gpu_direct = from.node->gpu_direct(one.net, from.local, Access::Read);
  one.to_gpu_direct = to.node->gpu_direct(one.to_net, to.local, Access::Write);
  return one;
}

Connection Connections::over_pair(const Hop& hop) const {
  const Place from = place_of(hop.from);
  const Place to = place_of(hop.to);
  Connection one = start(hop, from, to);
  if (one.transport != Transport::Net) return one;
  set_nets(one, from.node->towards_device(from.local, to.node->device(to.local), hop.channel),
           to.node->own_net(to.local, hop.channel), from.local);
  one.gpu_direct = from.node->gpu_direct(one.net, from.local, Access::Read);
  one.to_gpu_direct = to.node->gpu_direct(one.to_net, to.local, Access::Write);
  return one;
}

Connection Connections::of(std::optional<Algorithm> algorithm, const Hop& hop) const {
  if (algorithm) return over_graph(*algorithm, hop);
  const int part = hop.channel % schedule_.channels().per_peer;
  return over_pair({schedule_.channel_of(hop.from, hop.to, part), 1, hop.from, hop.to});
}

std::vector<Hop> Connections::hops_from(int rank, int channel, Algorithm algorithm) const {
  return connections::hops_from(rank, channel, algorithm, hop_input());
}

int Connections::channels_of(Algorithm algorithm) const {
  return connections::channels_of(algorithm, hop_input());
}

std::vector<std::int64_t> Connections::kind_of(std::optional<Algorithm> algorithm,
                                               int channel) const {
  if (!algorithm) return {channel % schedule_.channels().per_peer};
  std::vector<std::int64_t> nets;
  for (int rank = 0; rank < ranks_; ++rank) {
    nets.push_back(net_on_graph(*algorithm, place_of(rank), channel));
  }
  return nets;
}

std::int64_t Connections::net_to_network(Algorithm algorithm, int rank, int channel) const {
  if (!uses_network(algorithm)) return -1;
  const int local = place_of(rank).local;
  const int node = channels_.node_of(rank);
  if (!talks_to_network(algorithm, node, local, channel)) return -1;
  for (const NetworkHead& head : network_heads(node)) {
    if (head.local == local) return head.connections.front().net;
  }
  return net_on_graph(algorithm, place_of(rank), channel);
}

bool Connections::uses_network(Algorithm algorithm) const {
  const bool reduces_there = algorithm == Algorithm::CollNetChain ||
                             algorithm == Algorithm::CollNetDirect ||
                             (algorithm == Algorithm::Nvls && nodes() > 1);
  return reduces_there && channels_.uses_collnet();
}

/// The first rank of a chain, else the heads.
bool Connections::talks_to_network(Algorithm algorithm, int node, int local, int channel) const {
  if (algorithm == Algorithm::CollNetChain) {
    return channels_.collnet_chain(channel, node).front() == local;
  }
  const std::vector<int>& heads = algorithm == Algorithm::Nvls
                                      ? channels_.nvls_heads(node)
                                      : channels_.collnet_direct_heads(node);
  return std::ranges::find(heads, local) != heads.end();
}

/// From a head to the network that reduces, and back.
std::vector<Connection> Connections::to_network(const Place& head, std::int64_t net) const {
  const int rank = head.machine * machine_ranks_ + head.local;
  Connection up;
  up.index = 1;
  up.from = rank;
  up.to = ranks_;
  up.transport = Transport::CollNet;
  up.net = net;
  up.gpu_direct = head.node->gpu_direct(net, head.local, Access::Read);
  Connection down;
  down.from = up.to;
  down.to = rank;
  down.transport = Transport::CollNet;
  down.to_net = net;
  down.to_gpu_direct = head.node->gpu_direct(net, head.local, Access::Write);
  return {up, down};
}

/// NCCL v2.28.9-1, src/transport/coll_net.cc, ncclCollNetSetup: heads are those of NVLS where NCCL
/// has it, and a head's number, not the channel, decides its NET.
std::vector<Connections::NetworkHead> Connections::network_heads(int node) const {
  const Algorithm source = channels_.uses_nvls() ? Algorithm::Nvls : Algorithm::CollNetDirect;
  const Place first = place_of(ranks_by_node_[static_cast<std::size_t>(node)].front());
  const auto channels = static_cast<std::size_t>(searched(source));
  std::vector<NetworkHead> heads;
  for (const int local :
       communicator::heads_of(search::graph_of(*first.graphs, source), channels)) {
    Place place = first;
    place.local = local;
    const std::int64_t net = net_on_graph(source, place, static_cast<int>(heads.size()));
    heads.push_back({local, to_network(place, net)});
  }
  return heads;
}

std::vector<Connection> Connections::all_to_network(Algorithm algorithm) const {
  std::vector<Connection> all;
  const auto add = [&](int channel, const NetworkHead& head) {
    for (Connection one : head.connections) {
      one.channel = channel;
      one.algorithms.set(static_cast<std::size_t>(algorithm));
      all.push_back(one);
    }
  };
  for (int node = 0; node < nodes(); ++node) {
    const std::vector<NetworkHead> heads = network_heads(node);
    for (int channel = 0; channel < channels_.count(); ++channel) {
      for (const NetworkHead& head : heads) {
        const bool is_left_out = algorithm == Algorithm::CollNetChain &&
                                 !talks_to_network(algorithm, node, head.local, channel);
        if (!is_left_out) add(channel, head);
      }
    }
  }
  return all;
}

std::vector<Connection> Connections::all_of(Algorithm algorithm) const {
  std::vector<Connection> all;
  for (const Hop& hop : hops_of(algorithm, hop_input())) all.push_back(over_graph(algorithm, hop));
  if (uses_network(algorithm)) {
    const std::vector<Connection> outer = all_to_network(algorithm);
    all.insert(all.end(), outer.begin(), outer.end());
  }
  return all;
}

std::vector<Connection> Connections::of(Algorithm algorithm) const {
  return merged(all_of(algorithm));
}

std::vector<Connection> Connections::of(std::span<const Algorithm> algorithms) const {
  std::vector<Connection> all;
  for (const Algorithm algorithm : algorithms) {
    const std::vector<Connection> own = all_of(algorithm);
    all.insert(all.end(), own.begin(), own.end());
  }
  return merged(std::move(all));
}

std::vector<Connection> Connections::between(int from, int to) const {
  std::vector<Connection> parts;
  for (const int channel : schedule_.channels_of(from, to)) {
    parts.push_back(over_pair({channel, 1, from, to}));
  }
  return parts;
}

std::vector<Connection> Connections::of_pairs() const {
  std::vector<Connection> all;
  for (int from = 0; from < ranks_; ++from) {
    for (int to = 0; to < ranks_; ++to) {
      if (from == to) continue;
      const std::vector<Connection> parts = between(from, to);
      all.insert(all.end(), parts.begin(), parts.end());
    }
  }
  return merged(std::move(all));
}

}  // namespace treering::sim::nccl::connections
