// Connections between the streams of a written schedule: one from a stream to another wherever one
// of the two names the other. The messages of a connection go in sequence.
#pragma once

#include "core/result.h"
#include "sim/schedule/steps_in_memory.h"
#include "sim/schedule/written_schedule.h"

namespace treering::sim::schedule {

/// The place of an error is a JSON pointer. Fails where a stream is there twice, where one that is
/// named is not, and where ports of a step's peers cannot be in sequence.
core::Result<StepsInMemory> connect(const WrittenSchedule& written);

}  // namespace treering::sim::schedule
