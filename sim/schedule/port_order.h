// The order of a stream's ports: those of the peers of one step are in sequence.
#pragma once

#include <cstddef>
#include <vector>

#include <tl/expected.hpp>

#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

/// All peers of the steps' groups, each once. Peers of groups of several stand first: in the order
/// in which they are named, or where that parts a group, grown from the smallest groups on. The
/// error is a step whose group is parted by both. \param groups by step
tl::expected<std::vector<StreamId>, std::size_t> port_order(
    const std::vector<std::vector<StreamId>>& groups);

}  // namespace treering::sim::schedule
