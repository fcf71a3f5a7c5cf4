// The ways of data on one node of a job: the NETs that each GPU uses, and the paths by local rank
// and NET.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/topology/topology.h"
#include "sim/job/job.h"
#include "sim/nccl/paths/paths.h"
#include "sim/nccl/system/system.h"
#include "sim/nccl/versions/constants.h"

namespace treering::sim::nccl::paths {

// Which NETs each GPU uses: the nearest ones, assigned by GPU number and channel.

using versions::kMaxChannels;

/// Indices of the nodes of `type` that `from` reaches best: widest, then nearest by path type.
std::vector<int> nearest(const system::System& system, const PathTable& paths, system::NodeId from,
                         system::NodeType type);

/// The NETs that a GPU takes turns in using.
struct NetTurns {
  std::vector<int> nets;  // its nearest; empty: it reaches none
  int first = 0;          // of channel 0
  int spread = 1;         // so many in turn

  /// -1: none.
  int on(int channel) const {
    if (nets.empty()) return -1;
    const auto at = static_cast<std::size_t>(first + channel % spread);
    return nets[at % nets.size()];
  }
};

NetTurns net_turns(const system::System& system, const PathTable& paths, int gpu);

/// The NET that GPU `gpu` uses on `channel`; -1 when it reaches none.
int net_of_gpu(const system::System& system, const PathTable& paths, int gpu, int channel);

/// The first GPU that uses NET `net` on some channel; -1 when none does.
int gpu_of_net(const system::System& system, const PathTable& paths, int net);
/// The same for each NET.
std::vector<int> gpus_of_nets(const system::System& system, const PathTable& paths);

// The ways that data takes on one node of a job: NCCL's usable paths by local rank and NET, with
// the devices that their links join.

class NodePaths {
 public:
  /// \pre `job` can run on `node`
  NodePaths(const core::Topology& node, const job::JobSpec& job);

  /// By local rank.
  const Path& between_gpus(int from, int to) const;
  /// `net`: the number that the plugin gives it, as in NodeChannel::nets.
  const Path& from_net(std::int64_t net, int gpu) const;
  const Path& to_net(int gpu, std::int64_t net) const;
  /// \pre the node has an NVSwitch
  const Path& to_nvswitch(int gpu) const;
  const Path& from_nvswitch(int gpu) const;
  /// The NET of a GPU for messages between pairs; -1 when it reaches none.
  std::int64_t nearest_net(int gpu, int channel) const;

  /// Among the NETs of the System. \pre the node has it
  int net_index(std::int64_t device) const;

  const system::System& system() const { return system_; }
  const LinkTable& links() const { return links_; }
  /// The machine with the devices that the System names.
  const core::Topology& node() const { return node_; }

 private:
  int gpu_index(int rank) const;
  system::NodeId gpu_node(int rank) const;

  core::Topology node_;
  system::System system_;
  LinkTable links_;
  PathTable paths_;
};

}  // namespace treering::sim::nccl::paths
