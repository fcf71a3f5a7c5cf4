// Gloo: ranks that our worker program starts itself, or that were started by a launcher with us.
#include <algorithm>
#include <string>

#include "tuner/launch/shape.h"
#include "tuner/launch/worker_group.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {
namespace {

// Ranks meet within seconds; those of a launcher may still be on their way.
constexpr core::Duration kMostToMeet = core::Duration::from_us(120e6);

launch::Command command_for(const LaunchRequest& job, const Programs& programs) {
  launch::Command command;
  command.environment.push_back(binding_setting(job));
  if (!programs.shape.empty()) {
    command.words = launch::words_to_shape(programs.shape, job.shaped_gbit);
  }
  command.words.insert(command.words.end(), {programs.worker, launch::kSocketWord});
  if (job.launcher == Launcher::None) {
    command.words.insert(command.words.end(), {"--ranks", std::to_string(job.ranks)});
  } else {
    command.words.emplace_back(launch::kLaunchedWord);
  }
  return command;
}

}  // namespace

core::Result<measure::StartWorkers> start_gloo(const LaunchRequest& job) {
  const auto programs = programs_for(job, "treering-worker-gloo");
  if (!programs) return core::fail(programs.error());
  return measure::StartWorkers([command = command_for(job, *programs), stop = job.stop] {
    return launch::start_workers(command, {kMostToMeet}, stop);
  });
}

core::Result<launch::Command> member_gloo(const LaunchRequest& job) {
  const auto programs = programs_for(job, "treering-worker-gloo");
  if (!programs) return core::fail(programs.error());
  launch::Command command = command_for(job, *programs);
  std::ranges::replace(command.words, std::string(launch::kSocketWord),
                       std::string(launch::kMemberWord));
  return command;
}

}  // namespace treering::tuner::runners
