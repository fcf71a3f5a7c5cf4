// NCCL 2.18.1, from 2.18.3. NVLSTree is new.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_18_1(Version newer) {
  static constexpr std::array kBetweenHopper{48.0F, 45.0F, 42.0F, 40.0F, 30.0F, 24.0F, 15.0F,
                                             12.0F, 6.0F,  3.0F,  2.4F,  1.2F,  0.24F, 0.12F};
  Version version = newer;
  version.name = "2.18.1";
  version.until = "2.18.1";
  version.source = "NCCL v2.18.1-1";
  TuningConstants& tuning = version.tuning;
  // graph/tuning.cc, hwLat, ll128MaxBwPerCh, perChMaxTreeBws
  tuning.hop_latency_us[Wire::NvLink][Algorithm::Tree] = row(0.6, 1.25, 28);
  tuning.hop_latency_us[Wire::Pci][Algorithm::Tree] = row(1.0, 1.9, 28);
  tuning.hop_latency_us[Wire::Network][Algorithm::Tree] = row(5.0, 8.5, 28);
  set_from(tuning.tree_ll128_cap, GpuGeneration::Hopper, scales(36.7, 36.7, 36.7));
  set_from(tuning.tree_cap, GpuGeneration::Hopper, scales(38.7, 41.4, 33.0));
  // graph/tuning.cc, ncclTopoTuneModel: busBw, ratio, pEnable
  tuning.plain_tree_share = 1;
  tuning.multicast.all_reduce_share = .75;
  tuning.ll128.farthest_inside = PathType::Nvl;
  // graph/search.cc, ncclTopoCompute, NCCL_SEARCH_GLOBAL_TIMEOUT, sm90SpeedArrayInter
  version.search.simpler_tree_from = 0;
  version.search.split_channels_after_ampere = 0;
  version.search.all_steps = 1 << 18;
  version.search.speeds[0].between = version.search.speeds[1].between = kBetweenHopper;
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
