// NCCL 2.19.1 to 2.19.4, from 2.20.3.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_19_1(Version newer) {
  static constexpr std::array<NvLinkRate, 5> kNvLinks{{
      {90, kAnyNewer, 20.0F},
      {86, 86, 12.0F},
      {80, 89, 20.0F},
      {70, 79, 20.0F},
      {60, 69, 18.0F},
  }};
  Version version = newer;
  version.name = "2.19.1";
  version.until = "2.19.4";
  version.source = "NCCL v2.19.1-1";
  // graph/tuning.cc, ncclTopoTuneModel
  version.tuning.offered[Algorithm::CollNetDirect] = Offered::AllReduceOnly;
  version.hardware.nvlinks = kNvLinks;      // graph/topo.h, ncclTopoNVLinkBw
  version.channels.wide_max_channels = 17;  // graph/connect.cc, ncclTopoPostset: twice fits in 32
  version.joins_hosts_by_nvlink = false;    // init.cc
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
