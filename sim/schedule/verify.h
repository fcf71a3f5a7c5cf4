// Whether a schedule does what its collective promises: runs it on sets of contributions instead
// of values.
//
// Wrong is what leaves a rank without a value, combines one twice, takes data where others were
// sent, leaves a message behind, or never ends. At a barrier the same arrival may count twice. A
// rank has one memory for input and result, as in place, so that a result that is written before
// the input was read loses it. Streams of a rank run side by side: two that use the same data, of
// which one writes, without an order between them, are a race (races.h).
//
// One run stands for all. A step that can be done stays so until its stream does it, because only
// that stream takes its messages and fills its connections: every run does the same steps, or ends
// in the same deadlock (G. Kahn, "The semantics of a simple language for parallel programming",
// 1974). Connections keep the order of messages, and without races all uses of a byte of which one
// writes have an order too: every step finds the same in every run.
#pragma once

#include <optional>

#include "sim/schedule/fault.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

/// The first fault that is found; nothing for a right schedule.
std::optional<Fault> fault_of(const Schedule& schedule);

}  // namespace treering::sim::schedule
