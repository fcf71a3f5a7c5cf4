// NCCL 2.22.3, from 2.23.4.
#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_22_3(Version newer) {
  Version version = newer;
  version.name = "2.22.3";
  version.until = "2.22.3";
  version.source = "NCCL v2.22.3-1";
  TuningConstants& tuning = version.tuning;
  // include/nccl_common.h: six algorithms
  tuning.offered[Algorithm::Pat] = Offered::Never;
  // graph/tuning.cc, baseLat, hwLat
  tuning.base_latency_us[Algorithm::Tree] = row(6.8, 14.0, 0);
  tuning.hop_latency_us[Wire::NvLink][Algorithm::Tree] = row(0.6, 1.25, 28);
  tuning.hop_latency_us[Wire::Pci][Algorithm::Tree] = row(1.0, 1.9, 28);
  tuning.hop_latency_us[Wire::Network][Algorithm::Tree] = row(5.0, 8.5, 28);
  // graph/tuning.cc, ncclTopoTuneModel: busBw, ratio, interLat, nInterSteps
  tuning.ring_ll128_share_exposed = 0.7;
  tuning.multicast.split_share = 5.0 / 6.0;
  tuning.one_rank_per_node_exposes = false;
  tuning.ring_starts_with_network = true;
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
