// Which ports of a machine NCCL makes one NET of, where its network plugin joins ports.
//
// Port by port in their order, NCCL puts to the first that is free the others that are near enough,
// four in all (NCCL v2.28.9-1, src/graph/topo.cc, ncclTopoAutoMerge).
#pragma once

#include <span>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"
#include "sim/job/settings.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::system {

/// Where the ways from some ports towards the root meet.
struct MeetingPlace {
  /// kSameAdapter, Pix (the ports' own switch), Pxb, Phb or Sys.
  PathType path = PathType::Sys;
  core::DeviceId device = core::kNoDevice;  // nothing: on no CPU
  bool operator==(const MeetingPlace&) const = default;
};

/// PCI functions whose addresses differ in the last digit alone are one adapter, and so is all
/// below them. \pre at least two ports of one host, each on a NIC of the PCI tree
MeetingPlace meeting_place(const core::Topology& topology, std::span<const core::DeviceId> ports);

/// Two to four ports of one host, by number.
using PortGroup = std::vector<core::DeviceId>;

/// In the order in which NCCL makes the NETs, host by host. Fails where NCCL does: on a forced
/// group whose ports are not there, or that may not be joined.
core::Result<std::vector<PortGroup>> ports_to_join(const core::Topology& topology,
                                                   const job::NicJoining& joining);

}  // namespace treering::sim::nccl::system
