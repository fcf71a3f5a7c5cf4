#include "app/measuring/conduct.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/unit_text.h"
#include "sim/libraries/library.h"
#include "tuner/launch/process.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/environment.h"
#include "tuner/runners/tuned_variables.h"

namespace treering::app::measuring {
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
