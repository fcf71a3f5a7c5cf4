// The command that starts the ranks of Open MPI, and the user's variables that Open MPI ignores.
#pragma once

#include <string>
#include <vector>

#include "tuner/launch/process.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {

// What the user set for Open MPI's component coll/tuned, beside what measuring sets for itself.

/// In the environment of a result: variables that were set and that Open MPI does not heed; absent
/// where there are none.
inline constexpr const char* kUnheededFact = "unheeded_variables";

/// Names of forced algorithms and files of rules in an environment ("NAME=VALUE") in which Open MPI
/// does not heed them: they count only where OMPI_MCA_coll_tuned_use_dynamic_rules is true (Open
/// MPI 4.1.4, ompi/mca/coll/tuned/coll_tuned_module.c), and measuring makes it true.
std::vector<std::string> unheeded_variables(const std::vector<std::string>& environment);

// How the ranks of Open MPI are started.

/// \pre a shaped job has a rate for each rank, and no launcher
launch::Command mpi_command(const LaunchRequest& job, const Programs& programs);

}  // namespace treering::tuner::runners
