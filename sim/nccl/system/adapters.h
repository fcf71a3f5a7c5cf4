// The network ports of a machine as NCCL has them: which it uses, which it joins into one, and the
// machine afterwards.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/part.h"
#include "core/topology/topology.h"
#include "sim/job/settings.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::system {

// Reduces a machine to the network ports that NCCL uses: those that NCCL_IB_HCA allows, or a given
// number.

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

// Which ports of a machine NCCL joins into one NET, where its network plugin joins ports.
//
// NCCL goes through the ports in order and joins each free port with the next ones that are near
// enough, four in all (NCCL v2.28.9-1, src/graph/topo.cc, ncclTopoAutoMerge).

/// Where the paths from some ports towards the root meet.
struct MeetingPlace {
  /// kSameAdapter, Pix (the ports' own switch), Pxb, Phb or Sys.
  PathType path = PathType::Sys;
  core::DeviceId device = core::kNoDevice;  // kNoDevice: not below one CPU
  bool operator==(const MeetingPlace&) const = default;
};

/// PCI functions whose addresses differ only in the last digit are one adapter, with everything
/// below them. \pre at least two ports of one host, each on a NIC of the PCI tree
MeetingPlace meeting_place(const core::Topology& topology, std::span<const core::DeviceId> ports);

/// Two to four ports of one host, by number.
using PortGroup = std::vector<core::DeviceId>;

/// The groups in the order in which NCCL makes their NETs, host by host. Fails where NCCL does: on
/// a forced group whose ports are missing, or that may not be joined.
core::Result<std::vector<PortGroup>> ports_to_join(const core::Topology& topology,
                                                   const job::NicJoining& joining);

// A machine after NCCL has joined NETs. One NET with the sum of their speeds replaces each group of
// ports. It is named "mlx5_0+mlx5_1" and numbered after all ports.
//
// The NET of ports of one NIC is on that NIC. The NET of other ports gets a NIC of its own, the
// last one below the device where their paths meet. Where those paths are longer than an adapter,
// NCCL takes every PCI link on them to be as wide as all of them together (NCCL v2.28.9-1,
// src/graph/topo.cc, ncclTopoGetVNicParent, ncclTopoWidenLinks). NCCL puts ports of different CPUs,
// joined at level SYS, outside all CPUs, where it then does not find them: they vanish.

/// `topology` itself if nothing is joined. Fails where NCCL does, and where a joined
/// NET is absurdly wide.
core::Result<core::Topology> join_nics(const core::Topology& topology,
                                       const job::NicJoining& joining);

}  // namespace treering::sim::nccl::system
