// NCCL 2.27.3, from 2.27.5. It ranks P2C behind PXN, and allows LL128 over both as 2.27.5 does.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_27_3(Version newer) {
  static constexpr std::array<NvLinkRate, 6> kNvLinks{{
      {100, kAnyNewer, 40.0F},
      {90, 99, 20.6F},
      {86, 86, 12.0F},
      {80, 89, 20.0F},
      {70, 79, 20.0F},
      {60, 69, 18.0F},
  }};
  static constexpr std::array kBetweenBlackwell{47.9F, 45.0F, 42.0F, 40.0F, 30.0F, 24.0F,
                                                22.0F, 20.0F, 17.5F, 15.0F, 12.0F, 6.0F,
                                                3.0F,  2.4F,  1.2F,  0.24F, 0.12F};
  Version version = newer;
  version.name = "2.27.3";
  version.until = "2.27.3";
  version.source = "NCCL v2.27.3-1";
  version.hardware.nvlinks = kNvLinks;                   // graph/topo.h, SM100_NVLINK_BW
  version.search.speeds[0].between = kBetweenBlackwell;  // graph/search.cc, sm100SpeedArrayInter
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
