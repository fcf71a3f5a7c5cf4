// Under which conditions results were measured: what has to be alike for them to be one sweep, and
// what differs besides what is compared.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tuner/measure/record.h"

namespace treering::app::measuring {

/// Names of what else tells rows apart, among conditions (tuner/measure/conditions.h).
inline constexpr const char* kRunnerFact = "runner";
inline constexpr const char* kNodesFact = "nodes";

/// Of one row of a comparison, by name; what is unknown is absent.
struct ConditionsOfBoth {
  std::map<std::string, std::string> before;
  std::map<std::string, std::string> after;
};

/// "library: Open MPI v4.1.4 | Open MPI v5.0.1": the facts of the environments that are not the
/// same in all results. Facts that change from moment to moment, as load and temperature, do not
/// count.
std::vector<std::string> differing_facts(const std::vector<tuner::measure::Record>& records);

/// Likewise between two sets, of all facts that were recorded: "kernel: 5.15 (before), 6.1
/// (after)". Two sets may have the same conditions, and rows that are compared others: "governor:
/// performance and powersave, in 2 of 2 rows".
std::vector<std::string> differing_facts(const std::vector<tuner::measure::Record>& before,
                                         const std::vector<tuner::measure::Record>& after,
                                         const std::vector<ConditionsOfBoth>& rows = {});

}  // namespace treering::app::measuring
