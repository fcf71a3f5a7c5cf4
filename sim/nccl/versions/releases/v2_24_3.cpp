// NCCL 2.24.3, from 2.25.1. It knows nothing of Blackwell.
#include <array>

#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_24_3(Version newer) {
  static constexpr std::array kTrusted{70, 80, 90};
  static constexpr std::array<NvLinkRate, 5> kNvLinks{{
      {90, kAnyNewer, 20.6F},
      {86, 86, 12.0F},
      {80, 89, 20.0F},
      {70, 79, 20.0F},
      {60, 69, 18.0F},
  }};
  Version version = newer;
  version.name = "2.24.3";
  version.until = "2.24.3";
  version.source = "NCCL v2.24.3-1";
  TuningConstants& tuning = version.tuning;
  // graph/tuning.cc: three rows in each table
  forget_blackwell(tuning.ll_cap);
  forget_blackwell(tuning.ring_ll128_cap);
  forget_blackwell(tuning.tree_ll128_cap);
  forget_blackwell(tuning.tree_cap);
  tuning.ll128.compute_capabilities = kTrusted;  // graph/tuning.cc, ncclTopoTuneModel
  version.hardware.nvlinks = kNvLinks;           // graph/topo.h, ncclTopoNVLinkBw
  // graph/search.cc, ncclTopoCompute
  version.search.speeds[0].inside = version.search.speeds[1].inside;
  version.search.speeds[0].between = version.search.speeds[1].between;
  version.channels.max_channels = 32;                 // include/device.h, MAXCHANNELS
  version.channels.wide_max_compute_capability = 90;  // graph/connect.cc, ncclTopoPostset
  // transport/nvls.cc, NCCL_NVLS_NCHANNELS
  version.channels.nvls_channels_blackwell = version.channels.nvls_channels;
  version.channels.nvls_channels_blackwell_one_node = version.channels.nvls_channels;
  version.newest_gpus = 9;  // makefiles/common.mk
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
