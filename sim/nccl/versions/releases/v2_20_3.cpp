// NCCL 2.20.3 and 2.20.5, from 2.21.5.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_20_3(Version newer) {
  static constexpr std::array kInsideHopper{60.0F, 50.0F, 40.0F, 30.0F, 24.0F,
                                            20.0F, 15.0F, 12.0F, 6.0F,  3.0F};
  Version version = newer;
  version.name = "2.20.3";
  version.until = "2.20.5";
  version.source = "NCCL v2.20.3-1";
  TuningConstants& tuning = version.tuning;
  // graph/tuning.cc, hwLat, llMaxBws
  tuning.hop_latency_us[Wire::NvLink][Algorithm::Nvls] = row(0, 0, 23);
  tuning.hop_latency_us[Wire::NvLink][Algorithm::NvlsTree] = row(0, 0, 23);
  set_from(tuning.ll_cap, GpuGeneration::Hopper, tuning.ll_cap[GpuGeneration::Ampere]);
  // graph/tuning.cc, ncclTopoTuneModel: busBw
  tuning.ring_ll_share = 1.0 / 4.0;
  tuning.ring_ll_share_copying = 1.0 / 3.0;
  version.search.speeds[1].inside = kInsideHopper;  // graph/search.cc, sm90SpeedArrayIntra
  version.search.speeds[0].inside = kInsideHopper;
  // include/device.h, NCCL_MAX_NVLS_ARITY
  version.channels.max_nvls_ranks = 8;
  version.search.max_nvls_heads = 8;
  version.tuner_interface = 1;  // misc/tuner.cc
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
