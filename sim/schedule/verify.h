// Whether a schedule does what its collective promises: runs it on sets of contributions instead
// of values.
//
// Wrong is what leaves a rank without a value, combines one twice, takes data where others were
// sent, leaves a message behind, or never ends. At a barrier the same arrival may count twice. A
// rank has one memory for input and result, as in place, so that a result that is written before
// the input was read loses it. Streams of a rank run side by side: what no message orders is tried
// in three orders.
#pragma once

#include <optional>

#include "sim/schedule/fault.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

/// The first fault that is found; nothing for a right schedule.
std::optional<Fault> fault_of(const Schedule& schedule);

}  // namespace treering::sim::schedule
