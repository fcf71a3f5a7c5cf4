// Search results with round numbers, from which rings, trees and costs can be worked out by hand.
#pragma once

#include "sim/nccl/search/job_search.h"

namespace treering::testing {

/// GPUs that are linked as those of four_gpus(), with all that four_gpus_with_collnet() has.
/// \pre several of them
sim::nccl::search::NodeSearch gpus_with_collnet(int count);

/// Four GPUs of compute capability 8.0 on an AMD CPU, all NVLink, no NVLS. Two channels of 20 GB/s
/// inside the node and 10 GB/s between nodes: rings 0-1-2-3 and 3-2-1-0, chains the same, both
/// balanced.
sim::nccl::search::NodeSearch four_gpus();

/// The same from Hopper on with multicast: four NVLS channels of 40 GB/s, headed by each GPU, on an
/// Intel CPU.
sim::nccl::search::NodeSearch four_gpus_with_nvls();

/// The same again with reduction in the network: chains as the tree's, and CollNetDirect channels
/// headed by each GPU, 40 GB/s inside and 10 GB/s outside.
sim::nccl::search::NodeSearch four_gpus_with_collnet();

/// One GPU per node, one channel of 20 and 10 GB/s.
sim::nccl::search::NodeSearch one_gpu();

}  // namespace treering::testing
