// NCCL 2.14.3, from 2.15.1. It knows nothing of Hopper.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_14_3(Version newer) {
  static constexpr std::array kTrusted{70, 80};
  static constexpr std::array kBetween{48.0F, 30.0F, 24.0F, 22.0F, 18.0F, 15.0F,
                                       12.0F, 10.0F, 9.0F,  7.0F,  6.0F,  5.0F,
                                       4.0F,  3.0F,  2.4F,  1.2F,  0.24F, 0.12F};
  Version version = newer;
  version.name = "2.14.3";
  version.until = "2.14.3";
  version.source = "NCCL v2.14.3-1";
  TuningConstants& tuning = version.tuning;
  // graph/tuning.cc: two rows in each table, the second for GPUs of 8.0
  for (CapTable* caps : {&tuning.ll_cap, &tuning.tree_cap}) {
    set_from(*caps, GpuGeneration::Hopper, (*caps)[GpuGeneration::Volta]);
  }
  tuning.ll128.compute_capabilities = kTrusted;  // graph/tuning.cc, ncclTopoTuneModel
  for (SearchSpeeds& speeds : version.search.speeds) {
    speeds.between = kBetween;  // graph/search.cc, speedArrayInter
  }
  version.newest_gpus = 8;  // makefiles/common.mk
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
