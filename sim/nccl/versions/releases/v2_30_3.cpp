// NCCL 2.30.3 to 2.30.7, from 2.29.7.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_30_3(Version older) {
  Version version = older;
  version.name = "2.30.3";
  version.until = "2.30.7";
  version.source = "NCCL v2.30.3-1";
  // graph/tuning.cc, ncclTunerConstantsDefaults.perChMaxNVLSTreeBws
  version.tuning.nvls_tree_cap[GpuGeneration::Blackwell] = scales(0.0, 96.0, 80.0);
  // graph/tuning.cc, ncclTopoTuneModel
  version.tuning.ll128.mixed_from_hopper = true;
  version.search.speeds[0].between = kBetweenBlackwell;  // graph/search.cc, sm100SpeedArrayInter
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
