// What a reader of one machine gives.
#pragma once

#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::hw::formats {

struct ReadTopology {
  core::Topology topology;
  std::vector<core::Diagnostic> notes;
  /// What the text says beside the machine, such as ports of RDMA adapters that are down.
  core::HostState host = {};
  /// Machines like this one that the text shows, with it.
  int hosts = 1;
};

}  // namespace treering::hw::formats
