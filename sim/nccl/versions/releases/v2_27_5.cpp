// NCCL 2.27.5 to 2.27.7, from 2.28.3.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {
namespace {

constexpr std::array kSources{
    ConstantSource{"base latencies", "graph/tuning.cc, baseLat"},
    ConstantSource{"latencies of hops", "graph/tuning.cc, hwLat; from 2.18 on getNetOverhead"},
    ConstantSource{"caps on bandwidth", "graph/tuning.cc, llMaxBws, ll128MaxBwPerCh, perChMax*Bws"},
    ConstantSource{"shares of bandwidth", "graph/tuning.cc, ncclTopoTuneModel"},
    ConstantSource{"corrections by size",
                   "graph/tuning.cc, treeCorrectionFactor, ncclTopoGetAlgoTime"},
    ConstantSource{"link and channel rates", "graph/topo.h; graph/search.cc, *peedArray*"},
    ConstantSource{"channels", "graph/connect.cc, ncclTopoPostset; MAXCHANNELS; NVLS_NCHANNELS"},
    ConstantSource{"threads and chunks", "taken over from NCCL v2.28.9-1, enqueue.cc"},
};

}  // namespace

Version v2_27_5(Version newer) {
  Version version = newer;
  version.name = "2.27.5";
  version.until = "2.27.7";
  version.source = "NCCL v2.27.5-1";
  version.sources = kSources;
  version.tuner_interface = 4;  // plugin/tuner.cc
  TuningConstants& tuning = version.tuning;
  // graph/tuning.cc, perChMaxTreeBws, perChMaxTreeLL128Bws
  tuning.tree_cap[GpuGeneration::Blackwell] = scales(2 * 38.7, 2 * 41.4, 2 * 36.0);
  tuning.tree_ll128_cap[GpuGeneration::Blackwell] = scales(2 * 36.7, 2 * 36.7, 2 * 29.0);
  // graph/tuning.cc, ncclTopoTuneModel: bw of NVLS and NVLSTree, ratio
  tuning.multicast.model = MulticastModel::SlowerRate;
  tuning.multicast.min_channels = 1;
  tuning.multicast.all_reduce_share = 5.0 / 6.0;
  tuning.multicast.split_network_share = 0.9F;
  version.channels.alternates_by_node = false;  // graph/connect.cc, ncclTopoPostset
  version.paths.pxn_over_c2c = false;           // graph/paths.cc, NCCL_PXN_C2C
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
