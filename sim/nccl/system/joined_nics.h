// A machine after NCCL has joined NETs: the ports that were joined are gone, and each group has
// become one NET of their speeds together, named "mlx5_0+mlx5_1" and numbered on after all ports.
//
// Ports of one NIC leave their NET there. Others get a NIC of its own below the device where their
// ways meet, last of all there. Where those ways are longer than an adapter, NCCL takes every PCI
// link on them for as wide as all of them together (NCCL v2.28.9-1, src/graph/topo.cc,
// ncclTopoGetVNicParent, ncclTopoWidenLinks). Ports of different CPUs, joined at level SYS, NCCL
// hangs outside all CPUs, where it then does not find them: they vanish.
#pragma once

#include "core/result.h"
#include "core/topology/topology.h"
#include "sim/job/settings.h"

namespace treering::sim::nccl::system {

/// `topology` itself where nothing is joined. Fails where NCCL does (nic_groups.h), and where what
/// is joined is absurdly wide.
core::Result<core::Topology> join_nics(const core::Topology& topology,
                                       const job::NicJoining& joining);

}  // namespace treering::sim::nccl::system
