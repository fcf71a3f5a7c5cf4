// How the ranks of Open MPI are started.
#pragma once

#include <string>

#include "tuner/launch/process.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {

/// Paths of programs of ours.
struct MpiPrograms {
  std::string worker;
  std::string shape;  // for shaped clusters alone
};

/// \pre a shaped job has a rate for each rank, and no launcher
launch::Command mpi_command(const Job& job, const MpiPrograms& programs);

}  // namespace treering::tuner::runners
