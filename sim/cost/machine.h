// A machine as the cost model needs it, also where NCCL's search finds nothing and GPUs stand in
// simple order.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/topology/cluster.h"
#include "core/topology/topology.h"
#include "sim/cost/terms/quantity.h"
#include "sim/cost/terms/wires.h"
#include "sim/nccl/connections/connections.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/types.h"

namespace treering::sim::cost {

// The rates of NCCL's "simple order": where its channel search finds nothing, it puts the GPUs in
// the order of their numbers, all over one NET, and records 0.1 GB/s. That figure is a label; these
// are the rates of the paths that the data really takes.

/// GB/s in one direction.
struct SimpleOrder {
  double per_gpu = 0;  // of the slowest path from a GPU to its neighbour; 0 with one GPU a node
  nccl::PathType network_type = nccl::PathType::Loc;  // of the farther of these two
  bool operator==(const SimpleOrder&) const = default;
};

/// \pre `graph` is one of `plan`, a job on `node`, and is_fallback(graph)
SimpleOrder simple_order_of(const core::Topology& node, const nccl::Plan& plan,
                            const nccl::ChannelGraph& graph);

// A machine as the cost model needs it: the kind that selects its parameters, and the rates of its
// wires.

/// The entry for so many channels in a list by their number less one; the last serves all above.
/// \pre the list has one
template <class Way>
const Way& of_channels(const std::vector<Way>& ways, int channels) {
  const auto last = static_cast<int>(ways.size()) - 1;
  return ways[static_cast<std::size_t>(std::clamp(channels - 1, 0, last))];
}

/// The ways out of a node. Empty on one node.
struct Network {
  /// By algorithm, then number of channels less one.
  std::array<std::vector<terms::NetworkWays>, nccl::kAlgorithms> ways;

  bool has(nccl::Algorithm algorithm) const {
    return !ways.at(static_cast<std::size_t>(algorithm)).empty();
  }
  /// Of the channels that carry a call. \pre has(algorithm)
  terms::NetworkWays of(nccl::Algorithm algorithm, int channels) const;
  /// With all channels of the algorithm that has most of the network.
  terms::NetworkWays widest() const;
  bool operator==(const Network&) const = default;
};

/// By algorithm, then number of channels less one; empty for NVLS, whose links are those to the
/// switch.
using Inside = std::array<std::vector<terms::InsideWay>, nccl::kAlgorithms>;

/// The network ports of a node, by NET: ports that NCCL joins count as one.
struct NodePorts {
  int count = 0;        // that the job may use
  double gb_per_s = 0;  // of each, one way; 0: they differ, or none is known
  bool operator==(const NodePorts&) const = default;
};

struct Machine {
  terms::MachineKind kind;
  terms::Wires wires;  // with all channels
  int adapters = 0;    // of a node, that the channels use; 0 on one node
  Network network;
  Inside inside;
  Inside memory;
  std::map<core::Collective, terms::PairLoad> pairs;  // messages between pairs
  nccl::connections::PairChannels pair_channels;      // and their channels
  terms::Spine spine;
  std::optional<SimpleOrder> rings_in_order;  // where NCCL's search finds no ring
  std::optional<SimpleOrder> trees_in_order;  // where it finds no tree
  NodePorts ports;
  bool operator==(const Machine&) const = default;
};

/// The row of GPUs that a call goes along where NCCL's search found nothing for it. Messages
/// between pairs take the paths that make a ring fail.
const std::optional<SimpleOrder>& order_for(const Machine& machine,
                                            std::optional<nccl::Algorithm> algorithm);

/// `network`: what carries the traffic; empty: what the adapters and the fabric say.
/// \pre `plan` is that of a job on `cluster`
Machine machine_of(const core::Cluster& cluster, const nccl::Plan& plan,
                   std::string_view network = {});

/// The machine where so much of the rate of a node's ports, and of the links before them, is left.
Machine with_network_share(Machine machine, double share);
/// The machine whose network is that of another.
Machine with_network_of(Machine machine, const Machine& other);

/// A word of network_names(): what carries traffic between nodes, as adapters and fabric say.
std::string network_of(const core::Cluster& cluster);

/// The word of generation_names() for GPUs of this compute capability: as NCCL cuts them, Turing
/// (7.5) and older count as Volta, Ada (8.9) as Ampere (sim/nccl/rules/terms.h).
std::string_view generation_name(int compute_capability);

/// The words for kinds of GPUs, links and CPUs: "volta", ...; "nvswitch", "mesh", "pcie"; "x86".
std::span<const std::string_view> generation_names();
std::span<const std::string_view> link_names();
std::span<const std::string_view> cpu_names();

/// The kind of network whose data the kernel's sockets carry.
inline constexpr std::string_view kSockets = "tcp";

/// The words for kinds of networks: "infiniband", "roce", "slingshot", "efa", "efa1", "tcp".
std::span<const std::string_view> network_names();

}  // namespace treering::sim::cost
