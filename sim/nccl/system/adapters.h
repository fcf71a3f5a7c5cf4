// A machine with the network ports that NCCL uses: those that NCCL_IB_HCA leaves it, or as many as
// somebody says.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

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

/// All NETs of a node, in order. NCCL counts ports on over the adapters of one PCI device
/// (v2.28.9-1, src/transport/net_ib.cc, ncclIbGetPciPath); here each adapter begins with its own.
std::vector<AdapterPort> adapter_ports(const core::Topology& node);

/// NCCL v2.28.9-1, src/misc/utils.cc, matchIfList, and src/transport/net_ib.cc, ncclIbInitDevices.
bool is_used(const job::AdapterList& list, std::string_view adapter, int port);

/// The NETs that a list leaves; all where it names none and excludes nothing.
std::set<core::DeviceId> used_ports(const core::Topology& node, const job::AdapterList& list);

/// So many NETs of each host, evenly over its devices in their order: every second one for half of
/// them. \pre each host has as many
std::set<core::DeviceId> spread_ports(const core::Topology& node, int count_per_host);

/// NETs of the host that has the fewest; 0 where no host has one.
int least_ports(const core::Topology& node);

/// The node with these NETs only, as if there were no others: their adapters are gone, and the rest
/// are numbered as the plugin does that finds no others.
core::Topology with_ports(const core::Topology& node, const std::set<core::DeviceId>& kept);

/// Names of a list that no adapter of the node has.
std::vector<std::string> unknown_names(const core::Topology& node, const job::AdapterList& list);

/// Adapters by name, each once, in order: "mlx5_0, mlx5_3". Of more than `most` the last are a
/// number.
std::string names_of_adapters(const std::vector<AdapterPort>& ports, std::size_t most = 8);

/// Why a job on several nodes cannot have a list that leaves none of the node's adapters.
core::Error no_adapter_left(const core::Topology& node);

}  // namespace treering::sim::nccl::system
