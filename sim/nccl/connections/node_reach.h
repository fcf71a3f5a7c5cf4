// How the ranks of one node, as NCCL counts nodes, reach each other and the network. Ranks are
// those in their machine.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/topology/topology.h"
#include "sim/job/job.h"
#include "sim/nccl/paths/net_affinity.h"
#include "sim/nccl/paths/paths.h"
#include "sim/nccl/paths/usable_paths.h"
#include "sim/nccl/system/system.h"

namespace treering::sim::nccl::connections {

/// How a connection carries data. NCCL takes the first of peer-to-peer, shared memory and network
/// that can (v2.28.9-1, src/transport.cc, ncclTransports).
enum class Transport {
  P2p,           // the memory of another process's GPU
  Mnnvl,         // the same over NVLink between hosts
  Direct,        // the memory of another GPU of the process
  Indirect,      // through a GPU between the two
  SharedMemory,  // the memory of the host
  Net,
  CollNet,  // a network that reduces
};

/// As NCCL's log has it: "P2P/CUMEM", "SHM/direct", "NET".
std::string_view name_of(Transport transport);

/// By which NET a rank sends, and through whose proxy; -1: none.
struct WayOut {
  std::int64_t net = -1;  // its number
  int relay = -1;         // the rank next to it (PXN); the sender where there is no other
  bool operator==(const WayOut&) const = default;
};

using paths::GpuDirect;

/// A NET's use of the memory of a GPU.
enum class Access { Read, Write };

class NodeReach {
 public:
  /// \param ranks of the node, ascending: those of a machine, or of a part of it. \pre `job` can
  /// run on `machine`
  NodeReach(const core::Topology& machine, const job::JobSpec& job, std::vector<int> ranks);

  const std::vector<int>& ranks() const { return ranks_; }
  /// Between two ranks of the node.
  Transport transport(int from, int to) const;
  /// Over a NET that a graph names.
  WayOut over(std::int64_t net, int from) const;
  /// The NET of a rank itself.
  std::int64_t own_net(int rank, int channel) const;
  /// The NET for messages to the GPU with so many a number on its host. NCCL v2.28.9-1,
  /// src/graph/search.cc, ncclTopoGetNetDev.
  WayOut towards_device(int from, int device, int channel) const;
  paths::GpuDirect gpu_direct(std::int64_t net, int rank, Access access) const;
  /// The number of a rank's GPU on its host.
  int device(int rank) const { return gpu(rank).device; }

  /// The least number of channels that messages between a rank of the node and any other get. NCCL
  /// v2.28.9-1, src/graph/paths.cc, ncclTopoGetNchannels. \param channels of all messages between
  /// pairs. \param ranks of the job
  int fewest_channels(int channels, int ranks) const;

 private:
  int index_of(int rank) const;
  const system::GpuNode& gpu(int rank) const { return system_.gpu(index_of(rank)); }
  int host_of(int rank) const;
  int net_index(std::int64_t net, int rank) const;
  const paths::Path& between_gpus(int from, int to) const;
  const paths::Path& to_net(int gpu, int net) const;
  paths::PathView view() const { return {system_, links_, policy_, paths_}; }
  bool leads_through_gpu(const paths::Path& path) const;
  bool share_process(int from, int to) const;
  bool has_nvlink_peer(int gpu) const;
  int channels_inside(int from, int to) const;
  int channels_outside(int gpu, int channels, int ranks) const;
  int nets_for_bandwidth(int gpu) const;

  std::vector<int> ranks_;
  job::JobSpec job_;
  job::PathPolicy policy_;
  system::System system_;
  paths::LinkTable links_;
  paths::PathTable paths_;
  std::vector<int> index_of_;           // by rank in the machine; -1: of another node
  std::vector<paths::NetTurns> turns_;  // by GPU
  std::vector<int> gpu_of_net_;         // by NET; -1: none uses it
};

}  // namespace treering::sim::nccl::connections
