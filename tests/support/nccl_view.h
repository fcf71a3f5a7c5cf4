// A machine as NCCL's channel search sees it: system, numbered links and paths, kept together for
// as long as a test looks at them.
#pragma once

#include "sim/nccl/channel_search.h"
#include "sim/nccl/paths.h"
#include "sim/nccl/system.h"
#include "sim/nccl/usable_paths.h"
#include "sim/nccl/version.h"

namespace treering::testing {

struct NcclView {
  sim::nccl::System system;
  sim::nccl::LinkTable links;
  sim::nccl::PathTable paths;

  using NodeType = sim::nccl::NodeType;
  using Path = sim::nccl::Path;

  sim::nccl::NodeId gpu(int index) const { return system.at(NodeType::Gpu, index); }
  sim::nccl::NodeId net(int index) const { return system.at(NodeType::Net, index); }
  const Path& gpu_to_gpu(int from, int to) const {
    return paths.between(gpu(from), NodeType::Gpu, to);
  }
  const Path& gpu_to_net(int from, int to) const {
    return paths.between(gpu(from), NodeType::Net, to);
  }
  const Path& net_to_gpu(int from, int to) const {
    return paths.between(net(from), NodeType::Gpu, to);
  }
  sim::nccl::SearchSpace space() const {
    return {system, links, paths, sim::nccl::version("").search};
  }
};

sim::Job job_of(int nodes);

/// Paths as the hardware has them.
NcclView hardware_view(const core::Topology& topology, const sim::Job& job = {});
/// Paths as NCCL uses them.
NcclView usable_view(const core::Topology& topology, const sim::Job& job = {},
                     const sim::nccl::PathPolicy& policy = {});

}  // namespace treering::testing
