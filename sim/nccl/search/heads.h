// The moves of channels on which a head GPU exchanges data with every GPU of the node.
#pragma once

#include <vector>

#include "sim/nccl/search/link_moves.h"

namespace treering::sim::nccl::search {

/// NVLS: the switch reads from and writes to each of `gpus` GPUs; the head's share counts twice.
std::vector<Move> nvls_legs(int head, int gpus);

/// CollNetDirect: the head sends an equal part to each GPU, itself included, and gets one back.
/// \pre gpus > 1
std::vector<Move> direct_legs(int head, int gpus);

}  // namespace treering::sim::nccl::search
