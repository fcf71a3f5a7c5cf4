// NCCL 2.28.7, from 2.28.9.
#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_28_7(Version newer) {
  Version version = newer;
  version.name = "2.28.7";
  version.until = "2.28.7";
  version.source = "NCCL v2.28.7-1";
  // graph/tuning.cc, ncclTunerConstantsDefaults.hwLatencies, .perChMaxNVLSTreeBws
  version.tuning.hop_latency_us[Wire::Network][Algorithm::NvlsTree] = row(0, 0, 14);
  version.tuning.nvls_tree_cap[GpuGeneration::Blackwell] = scales(0.0, 96.0, 43.1);
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
