// A machine as the cost model needs it: the kind that selects its parameters, and the rates of its
// wires.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/topology/cluster.h"
#include "sim/cost/simple_order.h"
#include "sim/cost/terms/quantity.h"
#include "sim/cost/terms/spine.h"
#include "sim/cost/terms/wires.h"
#include "sim/nccl/plan.h"

namespace treering::sim::cost {

struct Machine {
  terms::MachineKind kind;
  terms::Wires wires;
  int adapters = 0;  // of a node, that the channels use; 0 on one node
  terms::Spine spine;
  std::optional<SimpleOrder> rings_in_order;  // where NCCL's search finds no ring
  std::optional<SimpleOrder> trees_in_order;  // where it finds no tree
  bool operator==(const Machine&) const = default;
};

/// `network`: what carries the traffic; empty: what the adapters and the fabric say.
/// \pre `plan` is that of a job on `cluster`
Machine machine_of(const core::Cluster& cluster, const nccl::Plan& plan,
                   std::string_view network = {});

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
