// How the ranks of Open MPI are started.
#pragma once

#include "tuner/launch/process.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {

/// \pre a shaped job has a rate for each rank, and no launcher
launch::Command mpi_command(const LaunchRequest& job, const Programs& programs);

}  // namespace treering::tuner::runners
