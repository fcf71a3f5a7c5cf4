// The facts on which the terms of a call depend, and the terms of messages between pairs.
#pragma once

#include <algorithm>

#include "core/call.h"
#include "sim/cost/terms/term.h"
#include "sim/cost/terms/wires.h"
#include "sim/nccl/types.h"

namespace treering::sim::cost::terms {

// What a call costs where many follow each other, as in nccl-tests and in training.

/// Calls that nccl-tests makes between two looks at the clock (its -n). broadcast and reduce flow
/// one way, and a rank starts with the next call while the last one is still on its way to others:
/// each call takes the time of the first hop, and one of so many that of the others.
inline constexpr double kCallsInARow = 20;

// The work of an algorithm for a call, in terms of the cost model (docs/model.md derives them). S
// is nccl-tests' size, n the ranks, N the nodes, g = n / N, C the channels.

/// All that the terms of one call depend on.
struct CallFacts {
  core::Collective collective = core::Collective::AllReduce;
  nccl::Protocol protocol = nccl::Protocol::Simple;
  double bytes = 0;              // S
  double chunk_bytes = 0;        // that travel at once
  int buffer_steps = 8;          // of a connection
  double step_bytes = 0;         // of data, that one of them holds
  int channels = 1;              // that carry data
  bool queues_channels = false;  // NCCL has each read its work from the host
  int pair_channels = 1;         // of a message between two ranks
  double pair_turns = 1;         // messages that a channel carries one after another
  int nodes = 1;
  int ranks_per_node = 1;
  int gpus_per_process = 1;  // whose kernels one thread submits, one after another
  Wires wires;
  Spine spine;
  RailUse rails;                    // of what the call's connections carry out of a node
  int adapters = 0;                 // of a node, that carry wires.per_node
  double eager_bytes = 0;           // the largest message that the network sends at once
  bool has_nvlink = false;          // joins the GPUs of a node
  bool has_far_ports = false;       // GPUs reach the network's ports through an x86 CPU
  bool has_sockets = false;         // a thread for each GPU copies what the network carries
  bool is_staged = false;           // GPUs pass it over PCIe through the memory of their host
  bool skips_network_hop = true;    // the hop that a ring from a root leaves out is between nodes
  bool turns_inside_nodes = false;  // a node's tree has parent and child at two of its GPUs
  bool is_in_order = false;         // NCCL has found no channels: GPUs stand in simple order
  int senders = 1;                  // GPUs of a node that have connections to other nodes

  int ranks() const { return nodes * ranks_per_node; }
  double bytes_per_channel() const { return bytes / channels; }
  /// NVLS's heads, the GPUs of a node, share what a channel carries.
  double bytes_per_head_chunk() const {
    return std::min(bytes_per_channel() / ranks_per_node, chunk_bytes);
  }
  /// On one node, between GPUs that NCCL joins by their NICs.
  bool has_pairs_over_network() const { return nodes > 1 || wires.pairs.outside.share > 0; }
};

/// How messages of a ring's connection share its buffer.
struct Slices {
  double bytes = 0;  // of a message
  double room = 1;   // chunks of which all messages are on the way between nodes
};

/// Messages between pairs of ranks: alltoall, sendrecv, gather, scatter.
Terms peer_terms(const CallFacts& facts);

}  // namespace treering::sim::cost::terms
