// Open MPI: ranks that mpirun starts, or that were started by a launcher with us.
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include <unistd.h>

#include "tuner/launch/worker_group.h"
#include "tuner/runners/registry.h"

namespace treering::tuner::runners {
namespace {

// mpirun gives up by itself when a node is missing; a queue may take its time.
constexpr core::Duration kPatience = core::Duration::from_us(120e6);

/// coll/tuned heeds forced algorithms, and messages are noted (workers/mpi).
std::vector<std::string> settings() {
  std::vector<std::string> all{"OMPI_MCA_coll_tuned_use_dynamic_rules=1",
                               "OMPI_MCA_pml_monitoring_enable=1"};
  if (geteuid() == 0) {
    // In a container there is often nobody else.
    all.emplace_back("OMPI_ALLOW_RUN_AS_ROOT=1");
    all.emplace_back("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1");
  }
  return all;
}

launch::Command command_for(const Job& job, const std::string& program) {
  launch::Command command;
  command.environment = settings();
  if (job.launcher == Launcher::None) {
    const bool has_cores = static_cast<unsigned>(job.ranks) <= std::thread::hardware_concurrency();
    command.words = {"mpirun",          "-np",       std::to_string(job.ranks),
                     "--oversubscribe", "--bind-to", has_cores ? "core" : "none"};
  }
  command.words.push_back(program);
  command.words.emplace_back(launch::kSocketWord);
  return command;
}

}  // namespace

core::Result<measure::StartWorkers> start_mpi(const Job& job) {
  const auto program = worker_program("treering-worker-mpi");
  if (!program) return core::fail(program.error());
  return measure::StartWorkers(
      [command = command_for(job, *program)] { return launch::start_workers(command, kPatience); });
}

}  // namespace treering::tuner::runners
