// The leaf switches of a job by hand: how many nodes each has, and how much less it has to the
// others than its nodes have to it.
#pragma once

#include "app/setup/setup.h"
#include "core/result.h"

namespace treering::app::setup {

/// Makes the fabric of the job's cluster a fat tree of two levels as requested; what the request
/// leaves out stays as the source says. Notes say where that changes another kind of fabric, and
/// where it has no effect. Fails where neither says how many nodes a leaf switch has.
core::Result<void> take_leaf_switches(const LeafSwitchRequest& request, Setup& setup);

}  // namespace treering::app::setup
