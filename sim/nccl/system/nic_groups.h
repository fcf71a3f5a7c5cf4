// Which ports of a machine NCCL joins into one NET, where its network plugin joins ports.
//
// NCCL goes through the ports in order and joins each free port with the next ones that are near
// enough, four in all (NCCL v2.28.9-1, src/graph/topo.cc, ncclTopoAutoMerge).
#pragma once

#include <span>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"
#include "sim/job/settings.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::system {

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

}  // namespace treering::sim::nccl::system
