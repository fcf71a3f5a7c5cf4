// NCCL 2.25.1, from 2.26.2.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_25_1(Version newer) {
  static constexpr std::array<IntelSocketRate, 2> kIntelSockets{{
      {0x55, 10.0F},  // Skylake and later
      {0, 6.0F},
  }};
  Version version = newer;
  version.name = "2.25.1";
  version.until = "2.25.1";
  version.source = "NCCL v2.25.1-1";
  version.hardware.sockets.intel = kIntelSockets;  // graph/topo.h, SKL_QPI_BW, QPI_BW
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
