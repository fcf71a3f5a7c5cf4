// NCCL 2.21.5, from 2.22.3.
#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_21_5(Version newer) {
  Version version = newer;
  version.name = "2.21.5";
  version.until = "2.21.5";
  version.source = "NCCL v2.21.5-1";
  version.tuning.corrects_below_64_bytes = true;         // include/utils.h, log2i
  version.lists.ring_obeys_protocols = false;            // graph/tuning.cc, ringbdw
  version.tuner_interface = 2;                           // misc/tuner.cc
  version.schedule.queues_work_by_channel = true;        // enqueue.cc, uploadWork
  version.schedule.pair_ll_counts_all_channels = false;  // enqueue.cc, addP2pToPlan
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
