// The time of a ring no two of whose connections share a link that they could fill, by recursion
// (sim/engine/ring_track.h): with chunks of any length, slow links and late ranks.
//
// Channels that have the same ring, the same wires and as much data do the same at the same time,
// so that they share links alike: one stands for all. Channels that share nothing take their times
// one by one.
#pragma once

#include <optional>

#include "sim/engine/observer.h"
#include "sim/engine/ring_track.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

/// Nothing for what is not a ring of an all_reduce, and where connections share links.
/// \param per_node ranks whose hops mostly come again from node to node, or from two to two
/// \param observer null: nobody gives up; sees how far it is, and no steps
std::optional<RingTimes> unshared_times(const schedule::Schedule& ring, const Wiring& wiring,
                                        int per_node, Observer* observer = nullptr);

}  // namespace treering::sim::engine
