// The terms of NCCL's graph code as values: what the search finds and tuning reads.
//
// The enumerators are in NCCL 2.28's order (src/graph/topo.h, src/include/nccl_common.h,
// src/include/graph.h), because NCCL compares path types by order and prefers the first of equals.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace treering::sim::nccl {

/// From near to far. A path's type is that of its farthest hop.
enum class PathType { Loc, Nvl, Nvb, C2c, Pix, Pxb, P2c, Pxn, Phb, Sys, Net, Dis };

enum class Algorithm { Tree, Ring, CollNetDirect, CollNetChain, Nvls, NvlsTree, Pat };
inline constexpr int kAlgorithms = 7;

enum class Protocol { Ll, Ll128, Simple };
inline constexpr int kProtocols = 3;

enum class Pattern {
  None = 0,
  BalancedTree = 1,
  SplitTree = 2,
  Tree = 3,
  Ring = 4,
  Nvls = 5,
  CollNetDirect = 6
};

enum class CpuArch { Unknown, X86, Power, Arm, Mixed };
enum class CpuVendor { Unknown, Intel, Amd, Zhaoxin, Mixed };

/// What NCCL may carry a call by.
struct Offer {
  Algorithm algorithm{};
  Protocol protocol{};
  auto operator<=>(const Offer&) const = default;
};

std::string_view name_of(PathType type);        // "NVL", "PIX", ...
std::string_view name_of(Algorithm algorithm);  // "Ring", "NVLSTree", ...
std::string_view name_of(Protocol protocol);    // "LL", "LL128", "Simple"

/// One channel of a search result within a node.
struct NodeChannel {
  std::vector<int> gpus;               // local ranks in the order of the pattern; NVLS: head first
  std::array<std::int64_t, 2> nets{};  // NET index entered and left by; unused on one node
  bool operator==(const NodeChannel&) const = default;
};

/// What the channel search finds for one pattern on one node. Bandwidths are GB/s per channel. They
/// are float because NCCL computes in float and our results must equal NCCL's.
struct ChannelGraph {
  Pattern pattern = Pattern::None;
  int cross_nic = 0;
  float bw_intra = 0;
  float bw_inter = 0;
  float latency_inter = 0;  // us
  PathType type_intra = PathType::Loc;
  PathType type_inter = PathType::Loc;
  bool same_channels = false;
  std::vector<NodeChannel> channels;  // empty: nothing found or not searched

  int channel_count() const { return static_cast<int>(channels.size()); }
  bool operator==(const ChannelGraph&) const = default;
};

/// The results of the five searches. nvls and collnet_* are empty where the feature is off.
struct NodeGraphs {
  ChannelGraph ring;
  ChannelGraph tree;
  ChannelGraph collnet_chain;
  ChannelGraph collnet_direct;
  ChannelGraph nvls;
  bool operator==(const NodeGraphs&) const = default;
};

/// What tuning needs to know of a node in addition to its graphs.
struct NodeFacts {
  int gpus = 0;  // local ranks
  int min_compute_capability = 0;
  int max_compute_capability = 0;
  CpuArch cpu_arch = CpuArch::Unknown;  // of the first CPU
  CpuVendor cpu_vendor = CpuVendor::Unknown;
  bool has_nvswitch = false;
  bool all_nvlink = false;  // every GPU pair within NVLink reach (at most NVB/C2C)
  bool nvls = false;        // multicast usable and at least two GPUs
  bool collnet = false;     // in-network reduction offered
  bool operator==(const NodeFacts&) const = default;
};

/// How the ranks are distributed over the nodes as NCCL counts them. Nodes are equal unless a
/// machine is divided into parts of different sizes (sim/nccl/paths/usable_paths.h).
struct Shape {
  int nodes = 1;
  int ranks_per_node = 1;  // the average rounded down, as NCCL divides
  int more_ranks = 0;      // beyond nodes x ranks_per_node
  int largest_node = 0;    // its ranks; 0 = ranks_per_node

  int ranks() const { return nodes * ranks_per_node + more_ranks; }
  float average_ranks() const { return static_cast<float>(ranks()) / static_cast<float>(nodes); }
  int most_ranks() const { return largest_node > 0 ? largest_node : ranks_per_node; }
  bool has_one_rank_per_node() const { return ranks() == nodes; }
  bool operator==(const Shape&) const = default;
};

}  // namespace treering::sim::nccl
