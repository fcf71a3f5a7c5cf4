// NCCL 2.12.7 to 2.13.4, from 2.14.3. CollNet is one algorithm, modelled as CollNetDirect.
#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_12_7(Version newer) {
  Version version = newer;
  version.name = "2.12.7";
  version.until = "2.13.4";
  version.source = "NCCL v2.12.7-1";
  TuningConstants& tuning = version.tuning;
  tuning.offered[Algorithm::CollNetChain] = Offered::Never;
  tuning.collnet_direct_counts_adapters = false;  // graph/tuning.cc, ncclTopoTuneModel
  tuning.hop_latency_us[Wire::Network][Algorithm::Ring] = row(2.7, 4.0, 28);  // hwLat
  version.schedule.pair_parts_of_step = 1;  // group.cc, getP2pChunkSize
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
