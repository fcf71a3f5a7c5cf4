// Gloo: ranks that our worker program starts itself, or that were started by a launcher with us.
#include <memory>
#include <string>
#include <utility>

#include "tuner/launch/worker_group.h"
#include "tuner/runners/registry.h"

namespace treering::tuner::runners {
namespace {

// Ranks meet within seconds; those of a launcher may still be on their way.
constexpr core::Duration kMostToMeet = core::Duration::from_us(120e6);

/// \param start how often workers were started before: each time they meet in a folder of their own
launch::Command command_for(const Job& job, const std::string& program, int start) {
  launch::Command command;
  command.words = {program, launch::kSocketWord};
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
  const auto program = worker_program("treering-worker-gloo");
  if (!program) return core::fail(program.error());
  if (job.launcher != Launcher::None && job.meeting.empty()) {
    return core::usage_error("⟨runner⟩", "gloo under a launcher without a folder to meet in");
  }
  const auto starts = std::make_shared<int>(0);
  return measure::StartWorkers([job, program = *program, starts] {
    return launch::start_workers(command_for(job, program, (*starts)++), kMostToMeet);
  });
}

}  // namespace treering::tuner::runners
