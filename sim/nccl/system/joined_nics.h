// A machine after NCCL has joined NETs. One NET with the sum of their speeds replaces each group of
// ports. It is named "mlx5_0+mlx5_1" and numbered after all ports.
//
// The NET of ports of one NIC is on that NIC. The NET of other ports gets a NIC of its own, the
// last one below the device where their paths meet. Where those paths are longer than an adapter,
// NCCL takes every PCI link on them to be as wide as all of them together (NCCL v2.28.9-1,
// src/graph/topo.cc, ncclTopoGetVNicParent, ncclTopoWidenLinks). NCCL puts ports of different CPUs,
// joined at level SYS, outside all CPUs, where it then does not find them: they vanish.
#pragma once

#include "core/result.h"
#include "core/topology/topology.h"
#include "sim/job/settings.h"

namespace treering::sim::nccl::system {

/// `topology` itself if nothing is joined. Fails where NCCL does (nic_groups.h), and where a joined
/// NET is absurdly wide.
core::Result<core::Topology> join_nics(const core::Topology& topology,
                                       const job::NicJoining& joining);

}  // namespace treering::sim::nccl::system
