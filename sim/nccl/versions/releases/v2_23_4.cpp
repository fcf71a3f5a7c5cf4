// NCCL 2.23.4, from 2.24.3. PAT is new.
#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions::releases {

Version v2_23_4(Version newer) {
  Version version = newer;
  version.name = "2.23.4";
  version.until = "2.23.4";
  version.source = "NCCL v2.23.4-1";
  version.tuning.pat_share = .85;  // graph/tuning.cc, ncclTopoTuneModel
  // graph/tuning.cc, parseList, ncclTopoTuneModel (ringbdw)
  version.lists.by_collective = false;
  version.lists.unlisted = Unlisted::RingIfNone;
  version.tuner_interface = 3;  // misc/tuner.cc
  return version;
}

}  // namespace treering::sim::nccl::versions::releases
