#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {

#define RUNNER(function, name, summary)                                           \
  core::Result<measure::StartWorkers> start_##function(const LaunchRequest& job); \
  core::Result<launch::Command> member_##function(const LaunchRequest& job);
#include "tuner/runners/runners.def"
#undef RUNNER

std::span<const Runner> all_runners() {
#define RUNNER(function, name, summary) Runner{name, summary, start_##function, member_##function},
  static constexpr std::array kRunners{
#include "tuner/runners/runners.def"
  };
#undef RUNNER
  return kRunners;
}

core::Result<const Runner*> find_runner(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Runner& runner : all_runners()) {
    if (runner.name == name) return &runner;
    names.push_back(runner.name);
  }
  return core::usage_error("⟨runner⟩", core::in_quotes(name),
                           fmt::format("expected {}", fmt::join(names, ", ")));
}

}  // namespace treering::tuner::runners
