// NCCL 2.29.7, from 2.29.2.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_29_7(Version older) {
  static constexpr std::array kBetweenBlackwell{96.0F, 80.0F, 48.0F, 45.1F, 42.0F, 40.0F, 30.0F,
                                                24.0F, 22.0F, 20.0F, 17.5F, 15.0F, 12.0F, 6.0F,
                                                3.0F,  2.4F,  1.2F,  0.24F, 0.12F};
  Version version = older;
  version.name = "2.29.7";
  version.until = "2.29.7";
  version.source = "NCCL v2.29.7-1";
  // graph/tuning.cc, ncclTunerConstantsDefaults.perChMaxRingLL128Bws
  version.tuning.ring_ll128_cap[GpuGeneration::Blackwell] = scales(40.0, 40.0, 40.0);
  version.search.speeds[0].between = kBetweenBlackwell;  // graph/search.cc, sm100SpeedArrayInter
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
