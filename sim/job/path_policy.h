// Which of the hardware's paths NCCL uses, as far as variables decide it.
#pragma once

#include <optional>

#include "sim/nccl/types.h"

namespace treering::sim::job {

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

}  // namespace treering::sim::job
