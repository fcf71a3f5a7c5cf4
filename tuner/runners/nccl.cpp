// NCCL: ranks that our worker program starts itself, each with a GPU of this machine: a process
// each, as PyTorch has them, or all in one process, as nccl-tests has them without MPI.
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tuner/launch/worker_group.h"
#include "tuner/measure/messages.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {
namespace {

// CUDA takes seconds for each GPU, and more where it compiles kernels for a new one.
constexpr core::Duration kMostToOpenGpus = core::Duration::from_us(120e6);

constexpr const char* kWorker = "treering-worker-nccl";

using Started = core::Result<std::unique_ptr<measure::Workers>>;

/// \param option how ranks that we start are spread: "--ranks" or "--threads"
core::Result<launch::Command> command_for(const LaunchRequest& job, const char* option) {
  if (!job.shaped_gbit.empty()) {
    return core::usage_error("⟨shaped⟩", "a runner of GPUs", "expected mpi or gloo");
  }
  const auto programs = programs_for(job, kWorker);
  if (!programs) return core::fail(programs.error());
  launch::Command command;
  command.environment.push_back(binding_setting(job));
  for (const auto& [name, value] : job.variables)
    command.environment.push_back(fmt::format("{}={}", name, value));
  command.words = {programs->worker, launch::kSocketWord};
  if (job.launcher == Launcher::None) {
    command.words.insert(command.words.end(), {option, std::to_string(job.ranks)});
  } else {
    command.words.emplace_back(launch::kLaunchedWord);
  }
  return command;
}

core::Result<measure::StartWorkers> start(const LaunchRequest& job, const char* option) {
  auto command = command_for(job, option);
  if (!command) return core::fail(command.error());
  return measure::StartWorkers([command = *std::move(command), stop = job.stop]() -> Started {
    auto started = launch::start_workers(command, {kMostToOpenGpus}, stop);
    if (started || started.error().message().find(measure::kNoGpu) == std::string::npos) {
      return started;
    }
    return core::environment_error("GPU", "none on this machine",
                                   "expected NVIDIA GPUs with their driver",
                                   "run it where they are; ⟨runner⟩ mpi or gloo measures CPUs");
  });
}

core::Failure no_threads_under_a_launcher() {
  return core::usage_error("⟨runner⟩", "nccl-threads under a launcher",
                           "expected ranks that treering starts", "take nccl");
}

}  // namespace

core::Result<measure::StartWorkers> start_nccl(const LaunchRequest& job) {
  return start(job, "--ranks");
}

core::Result<launch::Command> member_nccl(const LaunchRequest& job) {
  auto command = command_for(job, "--ranks");
  if (command) command->words[1] = launch::kMemberWord;
  return command;
}

core::Result<measure::StartWorkers> start_nccl_threads(const LaunchRequest& job) {
  if (job.launcher != Launcher::None) return no_threads_under_a_launcher();
  return start(job, "--threads");
}

core::Result<launch::Command> member_nccl_threads(const LaunchRequest& /*job*/) {
  return no_threads_under_a_launcher();
}

}  // namespace treering::tuner::runners
