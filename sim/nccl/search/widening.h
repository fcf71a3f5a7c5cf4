// The second pass of a graph search: makes the channels that the first pass found faster.
#pragma once

#include "sim/nccl/search/trials.h"

namespace treering::sim::nccl::search {

/// Splits the channels of `best` where one thread block could not drive them, then asks for more
/// bandwidth with as many channels, as long as attempts end before their steps do.
void widen(Trials& trials);

}  // namespace treering::sim::nccl::search
