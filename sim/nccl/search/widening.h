// The second pass of a graph search: gives more bandwidth to the channels that the first pass
// found.
#pragma once

#include "sim/nccl/search/trials.h"

namespace treering::sim::nccl::search {

/// Splits the channels of `best` where one thread block could not drive them. Then tries higher
/// bandwidths with as many channels, as long as attempts end within their steps.
void widen(Trials& trials);

}  // namespace treering::sim::nccl::search
