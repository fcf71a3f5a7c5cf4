// An adapter that a machine lacks, as it would be if it worked.
#pragma once

#include "tuner/doctor/condition.h"

namespace treering::tuner::doctor {

/// The same with one more adapter, a copy of that of `port` with this port alone. Where its slot is
/// nothing reports: it stands where machines are made even, under the CPU that has the fewest
/// adapters for each GPU, below what has the fewest there. As it was where that makes no topology.
Condition with_adapter_like(Condition condition, core::DeviceId port);

}  // namespace treering::tuner::doctor
