// Open MPI: ranks that mpirun starts, or that were started by a launcher with us.
#include <string>
#include <utility>

#include "tuner/launch/worker_group.h"
#include "tuner/runners/mpi_command.h"
#include "tuner/runners/registry.h"

namespace treering::tuner::runners {
namespace {

// mpirun gives up by itself when a node is missing; a queue may take its time.
constexpr core::Duration kPatience = core::Duration::from_us(120e6);

}  // namespace

core::Result<measure::StartWorkers> start_mpi(const Job& job) {
  MpiPrograms programs;
  auto worker = worker_program("treering-worker-mpi");
  if (!worker) return core::fail(worker.error());
  programs.worker = *std::move(worker);
  if (!job.shaped_gbit.empty()) {
    auto shape = shaping_program(job);
    if (!shape) return core::fail(shape.error());
    programs.shape = *std::move(shape);
  }
  return measure::StartWorkers(
      [command = mpi_command(job, programs)] { return launch::start_workers(command, kPatience); });
}

}  // namespace treering::tuner::runners
