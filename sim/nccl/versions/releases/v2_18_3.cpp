// NCCL 2.18.3 to 2.18.6, from 2.19.1.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {
namespace {

// graph/tuning.cc, baseLat, hwLat
void set_latencies_before_2_19(TuningConstants& tuning) {
  LatencyTable& base = tuning.base_latency_us;
  base[Algorithm::CollNetDirect] = base[Algorithm::CollNetChain] = row(6.8, 14.0, 0);
  base[Algorithm::Nvls] = base[Algorithm::NvlsTree] = row(0, 0, 23.0);
  LatencyTable& nvlink = tuning.hop_latency_us[Wire::NvLink];
  nvlink[Algorithm::Tree] = row(0.6, 1.25, 4);
  nvlink[Algorithm::CollNetDirect] = row(0, 0, 8.0);
  nvlink[Algorithm::CollNetChain] = row(0, 0, 4.75);
  nvlink[Algorithm::Nvls] = nvlink[Algorithm::NvlsTree] = row(0, 0, 0);
  LatencyTable& pci = tuning.hop_latency_us[Wire::Pci];
  pci[Algorithm::Tree] = row(1.0, 1.9, 6);
  pci[Algorithm::CollNetDirect] = pci[Algorithm::CollNetChain] = row(0, 0, 8.0);
  LatencyTable& network = tuning.hop_latency_us[Wire::Network];
  network[Algorithm::Tree] = row(5.0, 8.5, 14);
  network[Algorithm::CollNetDirect] = row(0, 0, 10.7);
  network[Algorithm::CollNetChain] = row(0, 0, 14);
  network[Algorithm::NvlsTree] = row(0, 0, 19);
}

}  // namespace

Version v2_18_3(Version newer) {
  static constexpr std::array kInsideHopper{60.0F, 40.0F, 30.0F, 24.0F, 20.0F,
                                            15.0F, 12.0F, 6.0F,  3.0F};
  static constexpr std::array kBetweenHopper{48.0F, 45.0F, 42.0F, 40.0F, 30.0F, 24.0F,
                                             20.0F, 17.5F, 15.0F, 12.0F, 6.0F,  3.0F,
                                             2.4F,  1.2F,  0.24F, 0.12F};
  Version version = newer;
  version.name = "2.18.3";
  version.until = "2.18.6";
  version.source = "NCCL v2.18.3-1";
  set_latencies_before_2_19(version.tuning);
  TuningConstants& tuning = version.tuning;
  // graph/tuning.cc, ncclTopoTuneModel: NVLS and NVLSTree, arity serialization
  tuning.offered[Algorithm::Nvls] = Offered::AllReduceOnly;
  tuning.multicast.model = MulticastModel::NodeOrNetworkRate;
  tuning.multicast.tree_share = .70;
  tuning.multicast.tree_is_linear = true;
  tuning.collnet_direct_us_per_peer = 0.5;
  version.lists.unlisted = Unlisted::RingAlways;  // graph/tuning.cc, ncclTopoTuneModel
  version.tuner_interface = 0;
  // graph/topo.cc, ncclTopoGetInterCpuBw: none for AMD
  version.hardware.sockets.amd = version.hardware.sockets.unknown;
  // graph/search.cc, NCCL_SEARCH_GLOBAL_TIMEOUT, sm90SpeedArray*
  version.search.all_steps = 5 << 16;
  for (SearchSpeeds* speeds : {&version.search.speeds[0], &version.search.speeds[1]}) {
    speeds->inside = kInsideHopper;
    speeds->between = kBetweenHopper;
  }
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
