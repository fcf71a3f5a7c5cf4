#include "app/measuring/ranks.h"

#include <utility>

#include <fmt/format.h>

#include "tuner/launch/binding.h"
#include "tuner/launch/process.h"
#include "tuner/launch/shape.h"

namespace treering::app::measuring {
namespace {

using tuner::measure::StartWorkers;
using tuner::measure::Workers;
using tuner::runners::Launcher;

core::Result<tuner::runners::LaunchRequest> job_of(const MeasureRequest& request) {
  tuner::runners::LaunchRequest job;
  job.ranks = request.ranks;
  job.recording = request.measurements.value_or("");
  job.stop = request.stop;
  job.launcher = tuner::runners::launcher_of_this_process();
  const auto binding = tuner::launch::parse_binding(request.bind);
  if (!binding) return core::fail(binding.error());
  job.binding = *binding;
  if (request.shaped.empty()) return job;
  auto rates = tuner::launch::parse_shape(request.shaped, request.ranks);
  if (!rates) return core::fail(rates.error());
  job.shaped_gbit = *std::move(rates);
  return job;
}

}  // namespace

core::Result<Asked> asked_of(const MeasureRequest& request) {
  const auto runner = tuner::runners::find_runner(request.runner);
  if (!runner) return core::fail(runner.error());
  auto job = job_of(request);
  if (!job) return core::fail(job.error());
  if (job->launcher != Launcher::None && request.rules.launches > 1) {
    return core::usage_error(
        "⟨launches⟩", fmt::format("{} under a launcher", request.rules.launches), "expected 1",
        "run it as often, with the same ⟨output⟩ and without ⟨resume⟩");
  }
  return Asked{*runner, *std::move(job)};
}

StartWorkers started_with(std::unique_ptr<Workers> first, Launcher launcher, StartWorkers next) {
  struct State {
    std::unique_ptr<Workers> first;
    bool has_started = false;
  };
  const auto state = std::make_shared<State>(State{std::move(first), false});
  return [state, launcher, next = std::move(next)]() -> core::Result<std::unique_ptr<Workers>> {
    const bool is_again = std::exchange(state->has_started, true);
    if (state->first) return std::move(state->first);
    if (launcher == Launcher::None || !is_again) return next();
    return core::environment_error("ranks", "those of the launcher have ended",
                                   "expected ranks that live", "run it again with ⟨resume⟩");
  };
}

core::Result<void> become_rank(const MeasureRequest& request) {
  if (tuner::runners::launcher_of_this_process() != Launcher::Member) return {};
  const auto asked = asked_of(request);
  if (!asked) return core::fail(asked.error());
  const auto command = asked->runner->member(asked->job);
  if (!command) return core::fail(command.error());
  return tuner::launch::become(*command);
}

}  // namespace treering::app::measuring
