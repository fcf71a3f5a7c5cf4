// Messages between pairs. NCCL cuts each into parts, one a channel (sim/nccl/call), and all go side
// by side, so that a message takes at least the time of one channel for its part.
#include <algorithm>
#include <cmath>

#include "sim/cost/terms/term_list.h"
#include "sim/cost/terms/work.h"

namespace treering::sim::cost::terms {
namespace {

using core::Collective;

/// Shares are those of the size, S.
struct Pattern {
  double to_peer = 1;  // bytes for one peer
  double peers = 1;    // of the rank that has most
  double abroad = 0;   // of them in other nodes
  double inside = 1;   // bytes out of a GPU to its node
  double outside = 1;  // bytes out of a node for all of `between`
  LeafTraffic between{};
};

/// All at once, not one after another.
LeafTraffic next_of(const CallFacts& facts) {
  LeafTraffic next = facts.spine.ring;
  next.hops = std::min(next.hops, 1.0);
  next.crossings = std::min(next.crossings, 1.0);
  return next;
}

Pattern pattern_of(const CallFacts& facts) {
  const double n = facts.ranks();
  const double g = facts.ranks_per_node;
  switch (facts.collective) {
    case Collective::AllToAll:
      return {1 / n, n - 1, n - g, (g - 1) / n, g, facts.spine.pairs};
    case Collective::Gather:
    case Collective::Scatter:
      return {1 / n, n - 1, n - g, (g - 1) / n, 1, facts.spine.root};
    default:  // sendrecv: each rank to the next
      return {1, 1, 0, 1, 1, next_of(facts)};
  }
}

/// Where no link inside a node is known, what rings have of them.
BusiestLink inside_of(const CallFacts& facts, double share) {
  const BusiestLink& known = facts.wires.pairs.inside;
  return known.gb_per_s > 0 ? known : BusiestLink{share, facts.wires.all_per_gpu};
}

}  // namespace

Terms peer_terms(const CallFacts& facts) {
  TermList list(facts);
  const Pattern pattern = pattern_of(facts);
  const bool is_over_network = facts.has_pairs_over_network();
  const double message = pattern.to_peer * facts.bytes;
  const double on_wires = facts.bytes / payload_share(facts.protocol);
  list.start({"first message"}, 1, {Quantity::PeerLatency, Quantity::ScaleHop});
  // The first message is one to a peer of the node, if there is one.
  const double first_abroad = pattern.abroad == pattern.peers ? 1 : 0;
  const double beside = pattern.peers - pattern.abroad - (1 - first_abroad);
  list.start({"messages to the other peers of the node"}, std::log2(1 + beside / 2),
             {Quantity::PeerMessage, Quantity::ScaleHop});
  if (facts.protocol != nccl::Protocol::Ll) {
    list.start({"synchronising with peers"}, 1, {Quantity::PeerSync, Quantity::ScaleHop});
  }
  list.start({"messages to the other peers of other nodes"}, pattern.abroad - first_abroad,
             {Quantity::NetworkMessage, Quantity::ScaleNetworkHop});
  list.host({"submitting a message to each peer"}, facts.gpus_per_process * pattern.peers,
            Quantity::HostMessage);
  list.hops(0, is_over_network ? 1 : 0, message);
  list.spine(pattern.between, pattern.outside * facts.bytes);
  list.message_copies(facts.pair_turns * message / facts.pair_channels, facts.chunk_bytes);
  const bool is_all = facts.collective == Collective::AllToAll;
  const auto where = is_all ? TermList::Where::Among : TermList::Where::Inside;
  if (facts.ranks_per_node > 1) {
    const BusiestLink link = inside_of(facts, pattern.inside);
    list.wire({"links of a GPU"}, link.share * on_wires, {where, link.gb_per_s, link.most()},
              {Quantity::PeerEfficiency});
  }
  const BusiestLink& memory = facts.wires.pairs.memory;
  list.memory(memory.share * facts.bytes, where, memory.gb_per_s);
  if (is_over_network) {
    const BusiestLink& link = facts.wires.pairs.outside;
    list.wire({estimates::kNodePorts}, link.share * on_wires,
              {TermList::Where::Between, link.gb_per_s, link.gb_per_s}, list.port_efficiency());
    const BusiestLink& way = facts.wires.pairs.way;
    list.wire({"links on the way to the network"}, way.share * on_wires,
              {TermList::Where::Between, way.gb_per_s, way.gb_per_s}, {});
    list.sockets(facts.wires.pairs.by_proxy * facts.bytes, 1);
    list.flags(facts.wires.pairs.sent * facts.bytes);
    list.staging(facts.wires.pairs.staged * facts.bytes);
  }
  return std::move(list).take();
}

}  // namespace treering::sim::cost::terms
