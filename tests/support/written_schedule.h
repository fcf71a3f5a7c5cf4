// Writes a schedule as sim::schedule::read_schedule() reads it.
#pragma once

#include <string>

#include "sim/schedule/schedule.h"

namespace treering::testing {

/// A step a line. What is read back does the same: steps that do nothing are left out, and two
/// connections between the same streams become one. \pre a small schedule of some bytes, all of
/// whose steps fit into memory; connections join streams of one channel
std::string schedule_to_json(const sim::schedule::Schedule& schedule);

}  // namespace treering::testing
