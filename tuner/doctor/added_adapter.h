// Adds to a machine an adapter that it lacks.
#pragma once

#include "tuner/doctor/condition.h"

namespace treering::tuner::doctor {

/// The condition with one more adapter, a copy of that of `port` with only this port. Its slot is
/// unknown: it goes below the CPU with the fewest adapters for each GPU, to the place with the
/// fewest there. Unchanged where this gives no topology.
Condition with_adapter_like(Condition condition, core::DeviceId port);

}  // namespace treering::tuner::doctor
