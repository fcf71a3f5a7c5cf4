// Parts of a node: without some devices, with some of its network ports, with what is down left
// out, with only the hosts that a job uses.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::core {

// A topology without some of its devices.

/// The devices and links of a topology. Links refer to devices by id.
struct TopologyParts {
  std::vector<Device> devices;
  std::vector<Link> links;
};

/// A topology of `parts` without the devices in `removed` and their links, with the name,
/// description and extra of `like`. The other devices keep their order and get new ids. `new_ids`:
/// by old id; kNoDevice for removed devices.
Result<Topology> without_devices(const Topology& like, TopologyParts parts,
                                 const std::set<DeviceId>& removed, std::vector<DeviceId>& new_ids);

// Reduces a machine to some of its network ports.

/// The node with only these NETs. The other NETs' adapters are removed, and the NETs are numbered
/// as by a plugin that finds no others.
Topology with_ports(const Topology& node, const std::set<DeviceId>& kept);

// A node without a device or links that are down, as NCCL finds it.

struct NodeWithout {
  Topology node;
  std::string what;  // is missing: "mlx5_0", "the links GPU 0-NVSwitch"
};

/// \param devices "mlx5_0", "GPU 0-NVSwitch": a device, or all links between two; "NVSwitch" is all
/// of them. An error where the node has no such thing, where a GPU would be gone, and for links
/// that NCCL takes for granted. `where` is the place of the words.
Result<NodeWithout> without(const Topology& node, std::string_view devices,
                            const std::string& where);

// A node of several hosts (a rack in one NVLink domain), without the hosts that a job leaves idle:
// NCCL joins the topologies of the hosts that have ranks and knows no others.

struct HostsInUse {
  Topology node;
  std::vector<int> devices;  // the same GPUs by their numbers on this node
  int idle = 0;              // hosts that were left out
};

/// Hosts that have CPUs: one of most nodes, as many as a rack in one NVLink domain has trays.
int host_count(const Topology& node);

/// `devices`: GPUs by number (core/topology/names.h); empty for all. Devices outside the
/// hosts, such as NVSwitches between them, stay. If the node lacks one of the numbers, nothing is
/// left out.
Result<HostsInUse> hosts_in_use(const Topology& node, const std::vector<int>& devices);

}  // namespace treering::core
