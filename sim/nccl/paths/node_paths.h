// The ways that data takes on one node of a job: NCCL's usable paths by local rank and NET, with
// the devices that their links join.
#pragma once

#include <cstdint>
#include <vector>

#include "core/topology/topology.h"
#include "sim/job/job.h"
#include "sim/nccl/paths/paths.h"
#include "sim/nccl/system/system.h"

namespace treering::sim::nccl::paths {

class NodePaths {
 public:
  /// \pre `job` can run on `node`
  NodePaths(const core::Topology& node, const job::JobSpec& job);

  /// By local rank.
  const Path& between_gpus(int from, int to) const;
  /// `net`: the number that the plugin gives it, as in NodeChannel::nets.
  const Path& from_net(std::int64_t net, int gpu) const;
  const Path& to_net(int gpu, std::int64_t net) const;
  /// To the CPU that is nearest.
  const Path& to_host(int gpu) const;
  /// By way of that CPU's memory, where the NET does not use that of the GPU.
  std::vector<int> to_net_through_host(int gpu, std::int64_t net) const;
  std::vector<int> from_net_through_host(std::int64_t net, int gpu) const;
  /// \pre the node has an NVSwitch
  const Path& to_nvswitch(int gpu) const;
  const Path& from_nvswitch(int gpu) const;

  /// Among the NETs of the System, net_of_number() for the GPU's host. \pre the node has it
  int net_index(std::int64_t net, int gpu) const;

  const system::System& system() const { return system_; }
  const LinkTable& links() const { return links_; }
  /// The machine with the devices that the System names.
  const core::Topology& node() const { return node_; }

 private:
  int gpu_index(int rank) const;
  int cpu_index(int rank) const;
  system::NodeId gpu_node(int rank) const;

  core::Topology node_;
  system::System system_;
  LinkTable links_;
  PathTable paths_;
};

}  // namespace treering::sim::nccl::paths
