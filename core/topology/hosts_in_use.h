// A node of several hosts (a rack in one NVLink domain), without the hosts that a job leaves idle:
// NCCL joins the topologies of the hosts that have ranks and knows no others.
#pragma once

#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::core {

struct HostsInUse {
  Topology node;
  std::vector<int> devices;  // the same GPUs by their numbers on this node
  int idle = 0;              // hosts that were left out
};

/// Hosts that have CPUs: one of most nodes, as many as a rack in one NVLink domain has trays.
int host_count(const Topology& node);

/// `devices`: GPUs by number (core/topology/gpu_numbers.h); empty for all. Devices outside the
/// hosts, such as NVSwitches between them, stay. If the node lacks one of the numbers, nothing is
/// left out.
Result<HostsInUse> hosts_in_use(const Topology& node, const std::vector<int>& devices);

}  // namespace treering::core
