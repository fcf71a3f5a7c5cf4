// The rates of a machine's wires: between pairs of GPUs, out of a node, and all that the terms of a
// call need.
#pragma once

#include <algorithm>

#include "sim/cost/terms/spine.h"

namespace treering::sim::cost::terms {

// What a call's messages ask of links, in closed form: sim/links works it out from NCCL's
// connections.

/// The link that takes longest for its part of a call.
struct BusiestLink {
  double share = 0;     // of the size, that crosses it one way
  double gb_per_s = 0;  // its rate, or what NCCL counts of it; 0: no link's rate is known
  double full = 0;      // its own rate where that is more; else 0
  double most() const { return std::max(gb_per_s, full); }
  double ns_per_byte() const { return gb_per_s > 0 ? share / gb_per_s : 0; }
  bool operator==(const BusiestLink&) const = default;
};

/// The one that takes longer.
inline BusiestLink slower(const BusiestLink& a, const BusiestLink& b) {
  return a.ns_per_byte() < b.ns_per_byte() ? b : a;
}

/// Messages between pairs of ranks.
struct PairLoad {
  BusiestLink inside;   // of the links on which they stay in a node
  BusiestLink outside;  // of the ports by which they leave it, or enter it
  BusiestLink way;      // of the links between GPUs and these ports
  double by_proxy = 0;  // of the size, that the proxy of one GPU sends or receives at most
  RailUse rails;        // of what leaves a node
  BusiestLink memory;   // of the hosts' memory that they pass
  double sent = 0;      // of the size, that the proxy of one GPU sends at most
  double staged = 0;  // of the size, that one channel of a GPU writes to its host's memory for the
                      // network, or reads there, without GPUDirect RDMA
  bool operator==(const PairLoad&) const = default;
};

/// The ways of an algorithm's connections between nodes.
struct NetworkWays {
  double gb_per_s = 0;  // out of a node where its busiest port is full; 0: no rate is known
  double way = 0;       // the same of the links between GPUs and ports
  int nets = 0;         // over which they leave it
  int senders = 0;      // GPUs of a node whose proxies send
  RailUse rails;
  bool is_staged = false;  // some pass the host's memory, which GPUs reach over PCIe
  bool operator==(const NetworkWays&) const = default;
};

/// The busiest link inside a node of an algorithm's connections, with what enters and leaves the
/// node over it.
struct InsideWay {
  double share = 0;  // that crosses it one way, of what a connection of each channel carries
  double usual = 0;  // GB/s that NCCL counts for it, no more than `full`; 0: there is no link
  double full = 0;   // its full rate
  /// Likewise, of the busiest link of a connection in the mean, without the slowest connection of
  /// each channel.
  double mean_ns_per_byte = 0;
  double of_network = 0;  // of a memory's share: what enters and leaves the node
  double ns_per_byte() const { return usual > 0 ? share / usual : 0; }
  bool operator==(const InsideWay&) const = default;
};

// The rates of a machine's wires, as the terms of a call need them.

/// GB/s in one direction.
struct Wires {
  double ring_per_gpu = 0;  // what the rings of one node carry out of each GPU
  double all_per_gpu = 0;  // all NVLinks to others of the job, of the GPU with least; else as rings
  double per_node = 0;     // out of it, by its ports; 0 on one node
  double way_out = 0;      // out of it, by the links between its GPUs and ports; 0: unknown
  InsideWay inside;        // for the algorithm of the call
  InsideWay memory;        // likewise: a host's memory that GPUs pass data through
  PairLoad pairs;          // for messages between pairs
  bool operator==(const Wires&) const = default;
};

}  // namespace treering::sim::cost::terms
