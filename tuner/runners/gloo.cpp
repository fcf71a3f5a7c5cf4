// Gloo: ranks that our worker program starts itself, or that were started by a launcher with us.
#include <memory>
#include <string>
#include <utility>

#include "tuner/launch/shape.h"
#include "tuner/launch/worker_group.h"
#include "tuner/runners/registry.h"

namespace treering::tuner::runners {
namespace {

// Ranks meet within seconds; those of a launcher may still be on their way.
constexpr core::Duration kMostToMeet = core::Duration::from_us(120e6);

/// \param start how often workers were started before: each time they meet in a folder of their own
launch::Command command_for(const Job& job, const Programs& programs, int start) {
  launch::Command command;
  command.environment.push_back(binding_setting(job));
  if (!programs.shape.empty()) {
    command.words = launch::words_to_shape(programs.shape, job.shaped_gbit);
  }
  command.words.insert(command.words.end(), {programs.worker, launch::kSocketWord});
  if (job.launcher == Launcher::None) {
    command.words.insert(command.words.end(), {"--ranks", std::to_string(job.ranks)});
  } else {
    const std::string store = job.meeting + "/" + std::to_string(start);
    command.words.insert(command.words.end(), {"--member", "--store", store});
  }
  return command;
}

}  // namespace

core::Result<measure::StartWorkers> start_gloo(const Job& job) {
  const auto programs = programs_for(job, "treering-worker-gloo");
  if (!programs) return core::fail(programs.error());
  const auto starts = std::make_shared<int>(0);
  return measure::StartWorkers([job, programs = *programs, starts] {
    return launch::start_workers(command_for(job, programs, (*starts)++), kMostToMeet);
  });
}

}  // namespace treering::tuner::runners
