// Reduces a machine to the network ports that NCCL uses: those that NCCL_IB_HCA allows, or a given
// number.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/topology/kept_ports.h"
#include "core/topology/topology.h"
#include "sim/job/settings.h"

namespace treering::sim::nccl::system {

/// A NET as its adapter's driver names it.
struct AdapterPort {
  core::DeviceId id = core::kNoDevice;
  std::string adapter;  // "mlx5_0", on each host
  int port = 1;         // of the adapter, from 1
  int host = 0;
  bool operator==(const AdapterPort&) const = default;
};

/// All NETs of a node, in order. NCCL numbers ports across the adapters of one PCI device
/// (v2.28.9-1, src/transport/net_ib.cc, ncclIbGetPciPath); here each adapter's numbers start at its
/// own first port.
std::vector<AdapterPort> adapter_ports(const core::Topology& node);

/// NCCL v2.28.9-1, src/misc/utils.cc, matchIfList, and src/transport/net_ib.cc, ncclIbInitDevices.
bool is_used(const job::AdapterList& list, std::string_view adapter, int port);

/// The NETs that a list allows; all if it is empty and excludes nothing.
std::set<core::DeviceId> used_ports(const core::Topology& node, const job::AdapterList& list);

/// `count_per_host` NETs of each host, spread evenly over its devices in their order: every second
/// one for half of them. \pre each host has as many
std::set<core::DeviceId> spread_ports(const core::Topology& node, int count_per_host);

/// The number of NETs on the host with the fewest; 0 if no host has one.
int least_ports(const core::Topology& node);

using core::with_ports;

/// The names of a list that match no adapter of the node.
std::vector<std::string> unknown_names(const core::Topology& node, const job::AdapterList& list);

/// The names of adapters, each once, in order: "mlx5_0, mlx5_3". If there are more than `most`, the
/// last ones are counted: "and 3 more".
std::string names_of_adapters(const std::vector<AdapterPort>& ports, std::size_t most = 8);

/// The error for a job on several nodes whose list allows none of the node's adapters.
core::Error no_adapter_left(const core::Topology& node);

}  // namespace treering::sim::nccl::system
