// Paths as NCCL will use them, the pairs of GPUs that it sends over the network, and the separate
// nodes into which these divide a machine.
#pragma once

#include <string_view>
#include <vector>

#include "sim/job/settings.h"
#include "sim/nccl/paths/paths.h"

namespace treering::sim::nccl::paths {

// Which pairs of GPUs communicate over the network although they are in one machine: GPUs that both
// reach a NIC faster than each other, and GPUs that may use nothing else.

struct PairRules {
  const system::System& system;
  const LinkTable& links;
  const job::PathPolicy& policy;
  PathType peer_to_peer_reach;  // the farthest path over which GPUs access each other's memory
};

/// Gives the path of every such pair the type Net. Its links stay those inside the machine.
/// \pre paths between GPUs are usable paths, paths to NETs are those of the hardware
void mark_network_pairs(const PairRules& rules, PathTable& paths);

// Paths as NCCL will use them: through the CPU where direct access is not wanted, through another
// GPU where that reaches a NIC better (PXN). GPUs that communicate better over the network keep
// their path, marked as Net.

/// The paths that a job's variables allow, as far as its version of NCCL knows them.
job::PathPolicy policy_of(const job::JobSpec& job);

/// The farthest path over which GPUs access each other's memory: up to PXB; up to SYS between at
/// most two GPUs on AMD CPUs (NCCL v2.28.9-1, src/graph/paths.cc, ncclTopoCheckP2p).
PathType peer_to_peer_reach(const system::System& system, const job::PathPolicy& policy);

/// The paths of a node and what decided them. Refers to values that its creator owns.
struct PathView {
  const system::System& system;
  const LinkTable& links;
  const job::PathPolicy& policy;
  const PathTable& paths;
};

/// How NETs access the memory of GPUs (RDMA): NCCL v2.28.9-1, src/include/graph.h,
/// ncclTopoGdrMode.
enum class GpuDirect {
  Off,
  On,
  OverPcie,  // of a GPU with C2C, whose memory is mapped over PCIe for it
};

/// "off", "on", "PCIe".
std::string_view name_of(GpuDirect mode);

/// Whether and how a NET may access the memory of a GPU: both support it and are near enough (NCCL
/// v2.28.9-1, src/graph/paths.cc, ncclTopoCheckGdr, without its condition on reads).
GpuDirect gpu_direct(const PathView& view, int gpu, int net);

/// The GPU through which a path to a NET leads (PXN); `gpu` itself where it leads through none.
int relay_of(const PathView& view, int gpu, int net);

/// Shortest paths, diverted where a rule requires it.
PathTable usable_paths(const system::System& system, const LinkTable& links,
                       const job::PathPolicy& policy);

/// The largest and the smallest path type from GPUs to nodes of type `to`, without the paths of
/// GPUs to themselves. Without any pair, farthest() is Loc and closest() is Sys.
PathType farthest(const system::System& system, const PathTable& paths, system::NodeType to);
PathType closest(const system::System& system, const PathTable& paths, system::NodeType to);

// Which GPUs of a machine NCCL treats as separate nodes.
//
// GPUs that communicate over the network even inside a machine divide it into several nodes.

/// The domain of every GPU, identified by its first member. Usually there is one domain. A GPU
/// joins the first domain with a member that it reaches, so two GPUs of a domain may still
/// communicate over the network. \pre usable paths
std::vector<int> domains(const system::System& system, const PathTable& paths);

}  // namespace treering::sim::nccl::paths
