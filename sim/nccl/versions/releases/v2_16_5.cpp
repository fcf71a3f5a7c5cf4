// NCCL 2.16.5, from 2.17.1.
#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_16_5(Version newer) {
  Version version = newer;
  version.name = "2.16.5";
  version.until = "2.16.5";
  version.source = "NCCL v2.16.5-1";
  TuningConstants& tuning = version.tuning;
  tuning.offered[Algorithm::Nvls] = Offered::Never;  // include/devcomm.h: four algorithms
  // graph/tuning.cc, ll128MaxBwPerCh, perChMaxTreeBws
  set_from(tuning.ring_ll128_cap, GpuGeneration::Hopper, scales(20.0, 20.0, 20.0));
  set_from(tuning.tree_ll128_cap, GpuGeneration::Hopper, scales(20.0, 20.0, 20.0));
  set_from(tuning.tree_cap, GpuGeneration::Hopper, tuning.tree_cap[GpuGeneration::Ampere]);
  version.lists.unlisted = Unlisted::AllReduceOnly;  // graph/tuning.cc, ncclTopoTuneModel
  // graph/tuning.cc, ncclTopoTuneModel: compCapIndex, busBw, pEnable
  tuning.exact_generations = true;
  tuning.all_channels_cap = {{0, 235.0F, 0, 0}};
  tuning.ll128.farthest_outside_from_hopper = PathType::Pxb;
  tuning.ring_plateau = {{1.9, 1.9, 1.9, 1.9}};  // graph/tuning.cc, ncclTopoGetAlgoTime
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
