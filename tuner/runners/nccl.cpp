// NCCL: ranks that our worker program starts itself, each with a GPU of this machine: a process
// each, as PyTorch has them, or all in one process, as nccl-tests has them without MPI.
#include <string>
#include <utility>

#include "tuner/launch/worker_group.h"
#include "tuner/runners/registry.h"

namespace treering::tuner::runners {
namespace {

// CUDA takes seconds for each GPU, and more where it compiles kernels for a new one.
constexpr core::Duration kMostToOpenGpus = core::Duration::from_us(120e6);

core::Result<measure::StartWorkers> start(const Job& job, const char* option) {
  if (!job.shaped_gbit.empty()) {
    return core::usage_error("⟨shaped⟩", "a runner of GPUs", "expected mpi or gloo");
  }
  const auto worker = worker_program("treering-worker-nccl");
  if (!worker) return core::fail(worker.error());
  launch::Command command;
  command.words = {*worker, launch::kSocketWord};
  if (job.launcher == Launcher::None) {
    command.words.insert(command.words.end(), {option, std::to_string(job.ranks)});
  } else {
    command.words.emplace_back("--member");
  }
  return measure::StartWorkers(
      [command] { return launch::start_workers(command, kMostToOpenGpus); });
}

}  // namespace

core::Result<measure::StartWorkers> start_nccl(const Job& job) {
  return start(job, "--ranks");
}

core::Result<measure::StartWorkers> start_nccl_threads(const Job& job) {
  if (job.launcher != Launcher::None) {
    return core::usage_error("⟨runner⟩", "nccl-threads under a launcher",
                             "expected ranks that treering starts", "take nccl");
  }
  return start(job, "--threads");
}

}  // namespace treering::tuner::runners
