// The step after every reader: fills in what the source of a machine lacks, by rules that hold for
// all sources, and notes it once. What a Topology cannot be built without, each reader fills in
// itself and marks in Device::assumed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "core/topology/cluster.h"

namespace treering::hw::complete {

/// A machine or cluster as it was read.
struct Machine {
  core::Cluster cluster;
  core::HostState host;
  std::vector<core::Diagnostic> notes;
};

enum class Reading {
  File,
  NodeOfCluster,  // the machine that a cluster file names: the cluster is completed itself
  Discovery,      // writes its own notes on what is missing
};

/// `read` with
///   - NVLinks that the file marks as unknown in `host`, not in the topology (unknown.h)
///   - a rate between the Graces of a host, which no source has (hw/catalogue/links.h)
///   - texts of `host` that can be shown
///   - the link between several such machines: what their ports speak, where no fabric is given
///   - a note where it has no GPU
/// \param source names what it was read from
Machine completed(Machine read, Reading reading, const std::string& source);

/// The links between the sockets of one host, which no source has: each of `cpus` to each other,
/// both ways, at NCCL's rate and marked as assumed (hw/catalogue/links.h).
std::vector<core::Link> links_between_sockets(
    const std::vector<core::DeviceId>& cpus,
    const std::function<const core::Device&(core::DeviceId)>& device);

}  // namespace treering::hw::complete
