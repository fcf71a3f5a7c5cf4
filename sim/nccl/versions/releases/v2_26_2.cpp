// NCCL 2.26.2 to 2.26.6, from 2.27.3.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_26_2(Version newer) {
  static constexpr std::array kTrusted{70, 80, 90, 100, 120};
  static constexpr std::array kInsideBlackwell{90.0F, 80.0F, 70.0F, 60.0F, 50.0F,
                                               40.0F, 30.0F, 24.0F, 20.0F, 19.0F};
  static constexpr std::array kBetweenBlackwell{48.0F, 45.0F, 42.0F, 40.0F, 30.0F, 24.0F,
                                                22.0F, 20.0F, 17.5F, 15.0F, 12.0F, 6.0F,
                                                3.0F,  2.4F,  1.2F,  0.24F, 0.12F};
  Version version = newer;
  version.name = "2.26.2";
  version.until = "2.26.6";
  version.source = "NCCL v2.26.2-1";
  // graph/tuning.cc, ncclTopoTuneModel: bw of NVLS; CollNetDirect; pEnable
  version.tuning.multicast.keeps_own_part = false;
  version.tuning.multicast.split_network_share = 1;
  version.tuning.collnet_gathers_at_node_rate = true;
  version.tuning.ll128.compute_capabilities = kTrusted;
  version.tuning.multicast.splits_between_nodes = false;  // enqueue.cc, updateCollCostTable
  version.channels.nvls_channels_blackwell_one_node =
      32;  // transport/nvls.cc, NVLS_NCHANNELS_SM100
  version.search.speeds[0] = {100, kInsideBlackwell, kBetweenBlackwell};  // graph/search.cc
  version.paths.p2c = false;  // graph/topo.h: such paths are PHB
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
