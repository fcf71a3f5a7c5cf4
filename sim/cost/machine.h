// What the cost model has to know of a machine: which parameters it goes by, and the rates of its
// wires.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/cluster.h"
#include "sim/cost/peer_links.h"
#include "sim/cost/quantity.h"
#include "sim/cost/simple_order.h"
#include "sim/cost/spine.h"
#include "sim/nccl/plan.h"

namespace treering::sim::cost {

/// GB/s in one direction.
struct Wires {
  double ring_per_gpu = 0;  // what the rings of one node carry out of each GPU
  double all_per_gpu = 0;   // all NVLinks of a GPU to the others of the job; else as the rings
  double per_node = 0;      // the network ports that the channels use; 0 on one node
  double full_per_gpu = 0;  // all links of a GPU that the job can use; 0: unknown
  PeerRates peers;          // by what pairs of GPUs have between them
  bool operator==(const Wires&) const = default;
};

struct Machine {
  MachineKind kind;
  Wires wires;
  int adapters = 0;  // of a node, that the channels use; 0 on one node
  Spine spine;
  std::optional<SimpleOrder> rings_in_order;  // where NCCL's search finds no ring
  std::optional<SimpleOrder> trees_in_order;  // where it finds no tree
  bool operator==(const Machine&) const = default;
};

/// `network`: what carries the traffic; empty: as the adapters and the fabric say.
/// \pre `plan` is that of a job on `cluster`
Machine machine_of(const core::Cluster& cluster, const nccl::Plan& plan,
                   std::string_view network = {});

/// A word of network_names(): what carries traffic between nodes, as adapters and fabric say.
std::string network_of(const core::Cluster& cluster);

/// The words that GPUs and what joins them go by: "volta", ...; "nvswitch", "mesh", "pcie".
std::span<const std::string_view> generation_names();
std::span<const std::string_view> link_names();
std::span<const std::string_view> cpu_names();

/// The words that a network may go by: "infiniband", "roce", "slingshot", "efa", "efa1", "tcp".
std::span<const std::string_view> network_names();

}  // namespace treering::sim::cost
