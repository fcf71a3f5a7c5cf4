// The rates of a machine's wires, as the terms of a call need them.
#pragma once

#include "sim/cost/terms/peer_links.h"

namespace treering::sim::cost::terms {

/// GB/s in one direction.
struct Wires {
  double ring_per_gpu = 0;  // what the rings of one node carry out of each GPU
  double all_per_gpu = 0;   // all NVLinks of a GPU to the others of the job; else as the rings
  double per_node = 0;      // the network ports that the channels use; 0 on one node
  double full_per_gpu = 0;  // all links of a GPU that the job can use; 0: unknown
  PeerRates peers;          // by what pairs of GPUs have between them
  bool operator==(const Wires&) const = default;
};

}  // namespace treering::sim::cost::terms
