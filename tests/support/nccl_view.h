// A machine as NCCL's channel search sees it: system, numbered links and paths, kept together for
// as long as a test looks at them.
#pragma once

#include "sim/nccl/paths/paths.h"
#include "sim/nccl/paths/usable_paths.h"
#include "sim/nccl/search/channel_search.h"
#include "sim/nccl/system/system.h"
#include "sim/nccl/versions/version.h"

namespace treering::testing {

struct NcclView {
  sim::nccl::system::System system;
  sim::nccl::paths::LinkTable links;
  sim::nccl::paths::PathTable paths;

  using NodeType = sim::nccl::system::NodeType;
  using Path = sim::nccl::paths::Path;

  sim::nccl::system::NodeId gpu(int index) const { return system.at(NodeType::Gpu, index); }
  sim::nccl::system::NodeId net(int index) const { return system.at(NodeType::Net, index); }
  const Path& gpu_to_gpu(int from, int to) const {
    return paths.between(gpu(from), NodeType::Gpu, to);
  }
  const Path& gpu_to_net(int from, int to) const {
    return paths.between(gpu(from), NodeType::Net, to);
  }
  const Path& net_to_gpu(int from, int to) const {
    return paths.between(net(from), NodeType::Gpu, to);
  }
  sim::nccl::search::SearchSpace space() const {
    return {system, links, paths, sim::nccl::versions::version("").search};
  }
};

sim::job::JobSpec job_of(int nodes);

/// Paths as the hardware has them.
NcclView hardware_view(const core::Topology& topology, const sim::job::JobSpec& job = {});
/// Paths as NCCL uses them.
NcclView usable_view(const core::Topology& topology, const sim::job::JobSpec& job = {},
                     const sim::job::PathPolicy& policy = {});

}  // namespace treering::testing
