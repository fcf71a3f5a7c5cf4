#include "app/measuring/conduct.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "sim/libraries/library.h"
#include "tuner/launch/binding.h"
#include "tuner/launch/process.h"
#include "tuner/launch/shape.h"
#include "tuner/measure/conditions.h"
#include "tuner/runners/mpi_command.h"

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

namespace {

/// What decides when a result is settled: "5 warm-ups of 50 ms or more; 30..1000 samples; 2.5 % at
/// 95 %; 20 s".
std::string rules_text(const tuner::measure::Rules& rules) {
  const auto& stop = rules.stop;
  const double warmup_ms = rules.least_warmup.in_us() / 1e3;
  return fmt::format("{}{}; {}..{} samples; {:.3g} % at {:.3g} %; {:.3g} s",
                     core::counted(rules.warmups, "warm-up"),
                     warmup_ms > 0 ? fmt::format(" of {:.3g} ms or more", warmup_ms) : "",
                     std::min(stop.least, stop.most), stop.most, 100 * stop.most_error,
                     100 * stop.level, rules.most_time.in_us() / 1e6);
}

/// What the user set in vain; empty where there is nothing of the kind.
std::string unheeded_text(const MeasureRequest& request) {
  using sim::libraries::Library;
  if (sim::libraries::library_of_runner(request.runner) != Library::OpenMpi) return "";
  const auto names =
      tuner::runners::unheeded_variables(tuner::launch::environment_of_this_process());
  return fmt::format("{}", fmt::join(names, "; "));
}

}  // namespace

tuner::measure::Conduct conduct_of(const MeasureRequest& request, const Asked& asked,
                                   tuner::measure::StartWorkers start) {
  tuner::measure::Conduct conduct;
  conduct.runner = request.runner;
  conduct.start = std::move(start);
  const bool is_ours = asked.job.launcher == tuner::runners::Launcher::None;
  if (is_ours && !request.measurements) conduct.ranks = request.ranks;
  if (!request.shaped.empty()) conduct.facts[tuner::measure::kShapedFact] = request.shaped;
  if (!request.treering.empty()) conduct.facts["treering"] = request.treering;
  conduct.facts["seed"] = std::to_string(request.seed);
  conduct.facts["bind"] = request.bind;
  if (const std::string unheeded = unheeded_text(request); !unheeded.empty()) {
    conduct.facts[tuner::runners::kUnheededFact] = unheeded;
  }
  conduct.facts["rules"] = rules_text(request.rules);
  conduct.stop = request.stop;
  return conduct;
}

void take_ranks(const tuner::measure::Hello& hello, tuner::measure::Conduct& conduct) {
  conduct.ranks = hello.ranks;
  conduct.nodes = hello.nodes;
  conduct.environment = tuner::measure::environment_with(hello);
}

std::string others_text(std::size_t others, const std::set<std::string>& unlike) {
  const std::string why = unlike.empty()
                              ? "they are of earlier launches"
                              : fmt::format("these differ in {}", fmt::join(unlike, ", "));
  return fmt::format("{} in the file {} not of this run and do not count as done: {}",
                     core::counted(others, "result"), others == 1 ? "is" : "are", why);
}

}  // namespace treering::app::measuring
