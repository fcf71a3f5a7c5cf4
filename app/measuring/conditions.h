// Under which conditions results were measured: what has to be alike for them to be one sweep, and
// what differs besides what is compared.
#pragma once

#include <string>
#include <vector>

#include "tuner/measure/record.h"

namespace treering::app::measuring {

/// "library: Open MPI v4.1.4 | Open MPI v5.0.1": the facts of the environments that are not the
/// same in all results. Facts that change from moment to moment, as load and temperature, do not
/// count.
std::vector<std::string> differing_facts(const std::vector<tuner::measure::Record>& records);

/// Likewise between two sets, of all facts that were recorded: "kernel: 5.15 (before), 6.1
/// (after)".
std::vector<std::string> differing_facts(const std::vector<tuner::measure::Record>& before,
                                         const std::vector<tuner::measure::Record>& after);

}  // namespace treering::app::measuring
