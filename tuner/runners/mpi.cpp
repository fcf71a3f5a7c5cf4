// Open MPI: ranks that mpirun starts, or that were started by a launcher with us.
#include "tuner/launch/worker_group.h"
#include "tuner/runners/mpi_command.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {
namespace {

// mpirun gives up by itself when a node is missing; a queue may take its time. Seldom
// a start hangs on a busy machine (Open MPI 4.1.4, each rank on a host of its own).
constexpr core::Duration kPatience = core::Duration::from_us(120e6);
constexpr int kMostStarts = 2;

}  // namespace

core::Result<measure::StartWorkers> start_mpi(const LaunchRequest& job) {
  const auto programs = programs_for(job, "treering-worker-mpi");
  if (!programs) return core::fail(programs.error());
  const bool is_ours = job.launcher == Launcher::None;
  const launch::Patience patience{kPatience, is_ours ? kMostStarts : 1};
  return measure::StartWorkers([command = mpi_command(job, *programs), patience, stop = job.stop] {
    return launch::start_workers(command, patience, stop);
  });
}

core::Result<launch::Command> member_mpi(const LaunchRequest& job) {
  const auto programs = programs_for(job, "treering-worker-mpi");
  if (!programs) return core::fail(programs.error());
  launch::Command command = mpi_command(job, *programs);
  command.words.back() = launch::kMemberWord;
  return command;
}

}  // namespace treering::tuner::runners
