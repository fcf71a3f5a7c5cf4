// NCCL 2.15.1 to 2.16.2, from 2.16.5.
#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_15_1(Version newer) {
  Version version = newer;
  version.name = "2.15.1";
  version.until = "2.16.2";
  version.source = "NCCL v2.15.1-1";
  // graph/search.cc, ncclTopoCompute: nothing special for Hopper
  version.search.speeds[0] = version.search.speeds[1] = version.search.speeds[2];
  version.search.fast_channel_after_ampere = version.search.fast_channel;
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
