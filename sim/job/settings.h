// The settings of a process's NCCL: lists of algorithms and protocols, paths, channels, threads,
// buffers, adapters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/call.h"
#include "sim/nccl/types.h"

namespace treering::sim::job {

// The algorithms or protocols that NCCL_ALGO or NCCL_PROTO allows each collective.

class ChoiceList {
 public:
  /// Whether the variable says anything about `collective`. If not, NCCL's defaults apply. \pre
  /// is_tuned(collective)
  bool decides(core::Collective collective) const { return of(collective).has_value(); }

  /// Bit `element` of the mask that was set for `collective`; true if none was.
  bool allows(core::Collective collective, int element) const {
    const auto& mask = of(collective);
    return !mask || ((*mask >> static_cast<unsigned>(element)) & 1U) != 0;
  }

  /// Allows `collective` only the elements whose bits are set.
  void set(core::Collective collective, std::uint32_t mask) {
    masks_[static_cast<std::size_t>(collective)] = mask;
  }

  bool operator==(const ChoiceList&) const = default;

 private:
  static constexpr std::size_t kTuned = 5;  // they come first in core::Collective

  const std::optional<std::uint32_t>& of(core::Collective collective) const {
    return masks_[static_cast<std::size_t>(collective)];
  }

  std::array<std::optional<std::uint32_t>, kTuned> masks_;
};

// Which of the hardware's paths NCCL uses, as far as variables decide it.

/// Defaults are those of NCCL 2.28.
struct PathPolicy {
  bool p2c = true;                  // paths over C2C and PCIe have a type of their own
  bool pxn = true;                  // NCCL_PXN_DISABLE=0
  bool pxn_over_c2c = true;         // NCCL_PXN_C2C=1
  bool gpu_direct_over_c2c = true;  // NCCL_NET_GDR_C2C=1
  bool relays_over_nvlink = true;   // NCCL_NVB_DISABLE=0: through one GPU to another
  bool shared_memory = true;        // NCCL_SHM_DISABLE=0
  bool network_inside_node = true;  // NCCL_NET_DISABLE_INTRA=0
  nccl::PathType gpu_direct_reach = nccl::PathType::Pxb;  // NCCL_NET_GDR_LEVEL
  /// NCCL_P2P_LEVEL, NCCL_P2P_DISABLE; nothing: NCCL decides by CPU and number of GPUs.
  std::optional<nccl::PathType> peer_to_peer_reach;
  bool has_pcie_peers = true;  // JobSpec::pcie_peers
  bool operator==(const PathPolicy&) const = default;
};

/// NCCL_CROSS_NIC: whether a ring may leave a node by another rail than it entered.
enum class CrossNic { Never = 0, Always = 1, WhenBetter = 2 };

/// NCCL_NETDEVS_POLICY: how many of its nearest NICs a GPU spreads its channels over.
struct NetsPerGpu {
  enum class Kind { FairShare, All, AtMost };
  Kind kind = Kind::FairShare;
  int most = 0;  // with AtMost
  bool operator==(const NetsPerGpu&) const = default;
};

// How the NCCL_* variables of a process change NCCL's decisions. Defaults are those of NCCL 2.28
// without variables; sim/job reads the variables.

/// How many channels there may be.
struct ChannelLimits {
  int min_channels = 0;              // NCCL_MIN_NCHANNELS
  int max_channels = 64;             // NCCL_MAX_NCHANNELS
  int min_ctas = 1;                  // NCCL_MIN_CTAS, also for NVLS
  int max_ctas = 64;                 // NCCL_MAX_CTAS, also for NVLS
  std::optional<int> nvls_channels;  // NCCL_NVLS_NCHANNELS
  bool operator==(const ChannelLimits&) const = default;
};

/// The threads of a channel and the bytes that justify one. These are the requested numbers, which
/// NCCL limits to its bounds.
struct ThreadLimits {
  std::optional<int> threads;        // NCCL_NTHREADS
  std::optional<int> ll128_threads;  // NCCL_LL128_NTHREADS
  /// NCCL_THREAD_THRESHOLDS: bytes per thread, of Tree and Ring by protocol.
  std::array<std::array<std::optional<int>, nccl::kProtocols>, 2> thresholds;
  bool operator==(const ThreadLimits&) const = default;
};

/// Bytes of a connection's buffer, and of chunks.
struct BufferSizes {
  std::array<std::optional<int>, nccl::kProtocols>
      by_protocol;                         // NCCL_LL_BUFFSIZE, ..., NCCL_BUFFSIZE
  std::optional<int> nvls_chunk;           // NCCL_NVLS_CHUNKSIZE
  std::optional<int> max_nvls_tree_chunk;  // NCCL_NVLSTREE_MAX_CHUNKSIZE
  bool operator==(const BufferSizes&) const = default;
};

/// A port as NCCL_IB_HCA and NCCL_NET_FORCE_MERGE name it: "mlx5_0", "mlx5_0:1".
struct NetName {
  std::string name;
  std::optional<int> port;  // nothing: any
  bool operator==(const NetName&) const = default;
};

/// Which ports of RDMA adapters NCCL uses (sim/nccl/system/adapters.h).
struct AdapterList {
  bool is_excluding = false;   // "^": all but these
  bool is_exact = false;       // "=": whole names in place of beginnings
  std::vector<NetName> names;  // none: every adapter
  bool operator==(const AdapterList&) const = default;
};

/// Which ports NCCL joins into one NET. A topology does not say whether the network plugin joins
/// ports, and only NCCL's own plugin for InfiniBand does: nothing is joined unless one of these
/// variables is set.
struct NicJoining {
  /// Ports of one adapter, PORT in NCCL's variable. NCCL gives it the value of NVL, a distance that
  /// no two ports have (v2.28.9-1, src/graph/topo.h, PATH_PORT).
  static constexpr nccl::PathType kSameAdapter = nccl::PathType::Nvl;

  std::optional<bool> joins;                 // NCCL_IB_MERGE_NICS
  std::optional<nccl::PathType> level;       // NCCL_NET_MERGE_LEVEL
  std::vector<std::vector<NetName>> forced;  // NCCL_NET_FORCE_MERGE

  bool is_given() const { return joins || level || !forced.empty(); }
  /// The largest distance of ports that are joined; Loc: none are joined.
  nccl::PathType reach() const {
    if (!is_given() || !joins.value_or(true)) return nccl::PathType::Loc;
    return level.value_or(kSameAdapter);
  }
  bool operator==(const NicJoining&) const = default;
};

/// Which channels and NETs messages between pairs of ranks take.
struct PairLimits {
  int min_channels = 1;                     // NCCL_MIN_P2P_NCHANNELS
  int max_channels = 64;                    // NCCL_MAX_P2P_NCHANNELS
  std::optional<int> channels_per_network;  // NCCL_NCHANNELS_PER_NET_PEER
  /// NCCL_P2P_PXN_LEVEL: 0 the sender's NET; 1 the receiver's where the sender's paths lead there;
  /// 2 the receiver's by the proxy of the GPU next to it.
  int pxn_level = 2;
  bool operator==(const PairLimits&) const = default;
};

/// A feature that NCCL turns on where it works (Auto) or on request.
enum class Switch { Auto, Off, On };

struct Settings {
  ChoiceList algorithms;  // NCCL_ALGO; bits in the order of Algorithm
  ChoiceList protocols;   // NCCL_PROTO; bits in the order of Protocol
  ChannelLimits channels;
  ThreadLimits threads;
  BufferSizes buffers;
  PathPolicy paths;
  CrossNic cross_nic = CrossNic::WhenBetter;
  NetsPerGpu nets_per_gpu;
  PairLimits pairs;
  std::optional<AdapterList> adapters;  // NCCL_IB_HCA
  NicJoining nics;
  Switch gpu_direct_reads = Switch::Auto;  // NCCL_NET_GDR_READ; Auto: by generation
  Switch nvls = Switch::Auto;              // NCCL_NVLS_ENABLE
  Switch collnet = Switch::Auto;           // NCCL_COLLNET_ENABLE; Auto: as the job says
  Switch pat = Switch::Auto;               // NCCL_PAT_ENABLE
  bool ll128_over_c2c = true;              // NCCL_LL128_C2C
  std::optional<int> collnet_min_nodes;    // NCCL_COLLNET_NODE_THRESHOLD
  std::optional<float> net_overhead_us;    // NCCL_NET_OVERHEAD
  bool operator==(const Settings&) const = default;
};

}  // namespace treering::sim::job
