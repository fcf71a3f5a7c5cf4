// NCCL 2.29.7, from 2.29.2.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_29_7(Version older) {
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
