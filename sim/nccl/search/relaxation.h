// The first pass of a graph search: asks for less until something fits.
#pragma once

#include "sim/job/path_policy.h"
#include "sim/nccl/search/trials.h"

namespace treering::sim::nccl::search {

/// Attempts one after another, each with one demand less, the cheapest first; ends when nothing
/// better can be found, nothing is left to give up, or the steps of all attempts are spent.
void loosen_until_found(Trials& trials, const Reach& reach, job::CrossNic cross_nic);

}  // namespace treering::sim::nccl::search
