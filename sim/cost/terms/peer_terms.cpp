// Messages between pairs. One channel serves a peer up to some number of bytes, then more and more
// channels do, so that a message takes at least the time of one channel for that part.
#include <algorithm>

#include "sim/cost/terms/term_list.h"
#include "sim/cost/terms/work.h"

namespace treering::sim::cost::terms {
namespace {

using core::Collective;

/// Shares of the size, for the rank that sends most.
struct Pattern {
  double to_peer = 1;  // bytes for one peer, as a share of S
  double peers = 1;
  double abroad = 0;   // of them in other nodes
  double inside = 1;   // bytes out of a GPU to its node, as a share of S
  double outside = 0;  // bytes out of a node, as a share of S
  double far = 0;      // bytes out of a leaf switch, as a share of S
};

Pattern pattern_of(const CallFacts& facts) {
  const double n = facts.ranks();
  const double g = facts.ranks_per_node;
  const double leaf = g * facts.spine.nodes_per_leaf;
  switch (facts.collective) {
    case Collective::AllToAll:
      return {1 / n, n - 1, n - g, (g - 1) / n, g * (n - g) / n, leaf * (n - leaf) / n};
    case Collective::Gather:
    case Collective::Scatter:
      return {1 / n, n - 1, n - g, (g - 1) / n, (n - g) / n, (n - leaf) / n};
    default:  // sendrecv: each rank to the next, so one rank of a node sends out of it
      return {1, 1, 0, 1, facts.nodes > 1 ? 1.0 : 0.0, 1};
  }
}

/// The terms of the links inside a node, as far as these are known.
double rate_inside(const CallFacts& facts) {
  const PeerRates& peers = facts.wires.peers;
  double rate = peers.to_root;
  if (facts.collective == Collective::AllToAll) rate = peers.to_all;
  if (facts.collective == Collective::SendRecv) rate = peers.to_next;
  return rate > 0 ? rate : facts.wires.all_per_gpu;
}

/// What one GPU has of a node's ports: a share of them, but no less than one port.
double ports_of_gpu(const CallFacts& facts) {
  const int gpus = facts.ranks_per_node;
  const int parts = facts.adapters > 0 ? std::min(facts.adapters, gpus) : gpus;
  return facts.wires.per_node / parts;
}

}  // namespace

Terms peer_terms(const CallFacts& facts) {
  TermList list(facts);
  const Pattern pattern = pattern_of(facts);
  const double message = pattern.to_peer * facts.bytes;
  list.latency({"first message"}, 1, {Quantity::PeerLatency, Quantity::ScaleHop});
  // The first message is one to a peer of the node, if there is one.
  const double first_abroad = pattern.abroad == pattern.peers ? 1 : 0;
  list.latency({"messages to the other peers of the node"},
               pattern.peers - pattern.abroad - (1 - first_abroad),
               {Quantity::PeerMessage, Quantity::ScaleHop});
  list.latency({"messages to the other peers of other nodes"}, pattern.abroad - first_abroad,
               {Quantity::NetworkMessage, Quantity::ScaleNetworkHop});
  list.host({"submitting a message to each peer"}, facts.gpus_per_process * pattern.peers,
            Quantity::HostMessage);
  list.hops(0, facts.nodes > 1 ? 1 : 0, message);
  list.spine(pattern.far * facts.bytes, 1);
  list.transfer({"one channel's part of a message"}, std::min(message, kPeerPartBytes),
                TermList::Where::Inside, {Quantity::PeerRate});
  const bool is_all = facts.collective == Collective::AllToAll;
  if (facts.ranks_per_node > 1) {
    const double rate = rate_inside(facts);
    list.wire({"links of a GPU"}, pattern.inside * facts.bytes,
              {is_all ? TermList::Where::Among : TermList::Where::Inside, rate, rate},
              {Quantity::PeerEfficiency});
  }
  if (facts.nodes > 1) {
    // But for all-to-all one rank of the busiest node has all peers outside.
    const double ports = is_all ? facts.wires.per_node : ports_of_gpu(facts);
    list.wire({"network ports"}, pattern.outside * facts.bytes,
              {TermList::Where::Between, ports, facts.wires.per_node}, list.port_efficiency());
    // A root has all its connections from one GPU.
    list.sockets(pattern.outside * facts.bytes, is_all ? facts.ranks_per_node : 1);
  }
  return std::move(list).take();
}

}  // namespace treering::sim::cost::terms
