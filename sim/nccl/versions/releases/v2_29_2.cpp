// NCCL 2.29.2 and 2.29.3, from 2.28.9.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_29_2(Version older) {
  static constexpr std::array kInsideBlackwell{90.0F, 80.0F, 70.0F, 60.0F, 50.0F, 45.0F,
                                               40.0F, 30.0F, 24.0F, 20.0F, 19.0F, 18.0F};
  Version version = older;
  version.name = "2.29.2";
  version.until = "2.29.3";
  version.source = "NCCL v2.29.2-1";
  // graph/tuning.cc, ncclTunerConstantsDefaults.perChMaxRingLL128Bws
  version.tuning.ring_ll128_cap[GpuGeneration::Blackwell] = scales(34.5, 34.6, 34.5);
  // graph/tuning.cc, ncclTopoGetAlgoTime
  version.tuning.multicast.corrects_tree_on_blackwell = true;
  version.search.speeds[0].inside = kInsideBlackwell;    // graph/search.cc, sm100SpeedArrayIntra
  version.schedule.pair_ll_counts_all_channels = false;  // enqueue.cc, addP2pToPlan
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
