// A runner: where results come from. To add one: a file in tuner/runners and a line in runners.def.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "tuner/measure/conductor.h"

namespace treering::tuner::runners {

/// How we were started.
enum class Launcher {
  None,       // we start the ranks
  Conductor,  // by mpirun or srun, as rank 0
  Member,     // likewise, as another rank
};

/// By what launchers put into the environment.
Launcher launcher_of_this_process();

struct Job {
  int ranks = 0;          // where we start them; at least 1
  std::string recording;  // the file of `replay`
  Launcher launcher = Launcher::None;
  std::string meeting;  // of `gloo` under a launcher: an empty folder that all ranks see
};

struct Runner {
  std::string_view name;
  std::string_view summary;
  /// What starts its workers, again and again. Fails where this machine lacks something.
  core::Result<measure::StartWorkers> (*starter)(const Job&);
};

/// The path of a program of ours that runs ranks, "treering-worker-mpi". Fails where it was not
/// built or not installed.
core::Result<std::string> worker_program(std::string_view name);

}  // namespace treering::tuner::runners
