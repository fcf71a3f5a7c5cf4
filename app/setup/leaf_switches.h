// The leaf switches of a job by hand: how many nodes each has, and how much less it has to the
// others than its nodes have to it.
#pragma once

#include "app/setup/setup.h"
#include "core/result.h"

namespace treering::app::setup {

/// Makes the fabric of the job's cluster one with leaf switches as requested, a fat tree of two
/// levels where the source has none. Fails where neither says how many nodes a leaf switch has.
core::Result<void> take_leaf_switches(const LeafSwitchRequest& request, Setup& setup);

/// Fails where a list of leaves is not that of the job's nodes. Notes say where leaf switches have
/// no effect, and where nodes do not have equal rails.
core::Result<void> check_leaf_switches(const LeafSwitchRequest& request, Setup& setup);

}  // namespace treering::app::setup
