// Marks in the file of a topology that its NVLinks are unknown: the attribute "nvlinks_unknown" of
// the whole machine holds the reason. A loaded machine has it as host.nvlinks_unknown instead, so
// that its fingerprint does not depend on the file.
#pragma once

#include <string>

#include "core/host_state/host_state.h"
#include "core/topology/cluster.h"

namespace treering::hw::complete {

/// `cluster` to be written: with the mark where its source cannot show NVLinks.
core::Cluster with_nvlinks_mark(const core::Cluster& cluster, const core::HostState& host);

/// Moves the mark, if there is one, from `node` to `host`.
/// \param path of the file, for the origin
void take_nvlinks_mark(core::Topology& node, core::HostState& host, const std::string& path);

}  // namespace treering::hw::complete
