// The part of a comparison that looks at single calls.
#pragma once

#include "tests/support/parity.h"

namespace treering::testing {

/// Adds costs, choices and schedules of every recorded call that NCCL tunes.
void compare_calls(const OracleCase& recorded, const sim::nccl::Plan& ours, Comparison& result);

}  // namespace treering::testing
