// The first pass of a graph search: relaxes its constraints until some layout fits.
#pragma once

#include "sim/job/path_policy.h"
#include "sim/nccl/search/trials.h"

namespace treering::sim::nccl::search {

/// Searches again and again, relaxing one constraint each time, the cheapest first. Ends when
/// nothing better can be found, no constraint is left to relax, or the steps of all attempts are
/// spent.
void relax_until_found(Trials& trials, const Reach& reach, job::CrossNic cross_nic);

}  // namespace treering::sim::nccl::search
