// NCCL 2.28.3, from 2.28.7.
#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_28_3(Version newer) {
  Version version = newer;
  version.name = "2.28.3";
  version.until = "2.28.3";
  version.source = "NCCL v2.28.3-1";
  // graph/tuning.cc, ncclTunerConstantsDefaults.perChMaxRingLL128Bws
  version.tuning.ring_ll128_cap[GpuGeneration::Blackwell] = scales(2 * 36.7, 2 * 36.7, 2 * 36.7);
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
