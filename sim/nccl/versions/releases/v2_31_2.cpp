// NCCL 2.31.2, from 2.30.3. Its source was not at hand: the rates are what the library itself says
// of such CPUs (NCCL_DEBUG_SUBSYS=GRAPH). Its graphs and the costs that it hands to tuners on
// DGX-1V, A100, H100, B200 and four A100 on PCIe, on one node and two, are those of 2.30.3.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_31_2(Version older) {
  static constexpr std::array kAmd{AmdSocketRate{0xBF, 32.0F},   // Zen 5: Turin
                                   AmdSocketRate{0xAF, 24.0F}};  // Zen 3 and 4: Milan, Genoa
  Version version = older;
  version.name = "2.31.2";
  version.until = "2.31.2";
  version.source = "NCCL v2.31.2-1";
  version.hardware.sockets.amd_families = kAmd;
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
