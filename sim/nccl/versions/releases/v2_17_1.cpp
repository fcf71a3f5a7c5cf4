// NCCL 2.17.1, from 2.18.1. NVLS is new, on one node.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {
namespace {

// graph/tuning.cc, baseLat, hwLat
void set_latencies_before_2_18(TuningConstants& tuning) {
  LatencyTable& base = tuning.base_latency_us;
  base[Algorithm::Tree] = row(4.4, 4.4, 0);
  base[Algorithm::Ring] = row(3.6, 10.0, 8.4);
  base[Algorithm::CollNetDirect] = base[Algorithm::CollNetChain] = row(4.4, 4.4, 0);
  base[Algorithm::Nvls] = row(0, 0, 40.0);
  LatencyTable& nvlink = tuning.hop_latency_us[Wire::NvLink];
  nvlink[Algorithm::Tree] = row(.52, 1.25, 28);
  nvlink[Algorithm::Ring] = row(.47, 1.9, 3.4);
  nvlink[Algorithm::CollNetChain] = row(0, 0, 8.0);
  LatencyTable& network = tuning.hop_latency_us[Wire::Network];
  network[Algorithm::Ring] = row(2.7, 4.0, 9.6);
  network[Algorithm::CollNetChain] = row(0, 0, 10.7);
  network[Algorithm::Nvls] = row(0, 0, 0);
}

void set_speeds_of_2_17(SearchConstants& search) {
  static constexpr std::array kInside{44.0F, 30.0F, 22.0F, 18.0F, 15.0F, 12.0F, 10.0F,
                                      9.0F,  7.0F,  6.0F,  5.0F,  4.0F,  3.0F};
  static constexpr std::array kBetween{48.0F, 30.0F, 28.0F, 24.0F, 22.0F, 18.0F, 15.0F,
                                       12.0F, 10.0F, 9.0F,  7.0F,  6.0F,  5.0F,  4.0F,
                                       3.0F,  2.4F,  1.2F,  0.24F, 0.12F};
  static constexpr std::array kInsideHopper{66.0F, 33.0F, 24.0F, 20.0F, 15.0F, 12.0F, 6.0F, 3.0F};
  static constexpr std::array kBetweenHopper{48.0F, 45.0F, 30.0F, 24.0F, 15.0F, 12.0F,
                                             6.0F,  3.0F,  2.4F,  1.2F,  0.24F, 0.12F};
  search.speeds = {{{100, kInsideHopper, kBetweenHopper},  // graph/search.cc, *peedArray*
                    {90, kInsideHopper, kBetweenHopper},
                    {0, kInside, kBetween}}};
}

}  // namespace

Version v2_17_1(Version newer) {
  static constexpr std::array<NvLinkRate, 4> kNvLinks{{
      {86, 86, 12.0F},
      {80, kAnyNewer, 22.0F},
      {70, 79, 22.0F},
      {60, 69, 18.0F},
  }};
  static constexpr std::array<IntelSocketRate, 2> kIntelSockets{{
      {0x55, 9.0F},  // Skylake and later
      {0, 6.0F},
  }};
  Version version = newer;
  version.name = "2.17.1";
  version.until = "2.17.1";
  version.source = "NCCL v2.17.1-1";
  set_latencies_before_2_18(version.tuning);
  TuningConstants& tuning = version.tuning;
  tuning.offered[Algorithm::NvlsTree] = Offered::Never;  // include/devcomm.h: five algorithms
  // graph/tuning.cc, ncclTopoTuneModel: NVLS, busBw, intraLat, interLat
  tuning.offered[Algorithm::Nvls] = Offered::Fully;
  tuning.multicast.model = MulticastModel::RingChannels;
  tuning.multicast.split_share = .75;
  tuning.all_channels_cap = {{0, 235.0F, 370.0F, 370.0F}};
  tuning.collnet_direct_share = 1;
  tuning.collnet_chain_share = .75;
  tuning.collnet_chain_has_trip = false;
  tuning.adapter_latency_replaces = true;
  tuning.ll_hop_factor_between_nodes = 1.8;
  tuning.net_overhead_us = tuning.net_overhead_amd_us = 0;
  version.lists.nvls_keeps_list = false;  // graph/tuning.cc, ncclTopoTuneModel: algoEnable
  // graph/tuning.cc, ncclTopoGetAlgoTime: 64 KiB for every 16 ranks
  tuning.ring_plateau = {{1.9, 1.9, 1.5, 1.5}};
  tuning.ring_plateau_min_bytes = 65536 / 16;
  tuning.ring_plateau_counts_channels = false;
  version.hardware.nvlinks = kNvLinks;  // graph/topo.h, ncclTopoNVLinkBw, SKL_QPI_BW
  version.hardware.default_nvlink = 22.0F;
  version.hardware.sockets.intel = kIntelSockets;
  version.channels.wide_max_channels = 0;  // graph/connect.cc, ncclTopoPostset: no doubling
  set_speeds_of_2_17(version.search);
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
