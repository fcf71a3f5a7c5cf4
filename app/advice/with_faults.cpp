#include "app/advice/with_faults.h"

#include <algorithm>
#include <utility>

#include "sim/algorithms/registry.h"
#include "sim/nccl/rules/call.h"
#include "tuner/advice/recommend.h"

namespace treering::app::advice {
namespace {

SimulateRequest simulation_of(const WithFaultsRequest& request, sim::Way way) {
  SimulateRequest asked = request.run;
  asked.way = std::move(way);
  asked.is_recorded = false;
  asked.work = {request.work.stop, {}};  // what is reported are algorithms
  return asked;
}

FaultyChoice choice_of(const SimulateReport& report) {
  return {report.way, report.time};
}

core::Result<SimulateReport> without_faults(const WithFaultsRequest& request, sim::Way way) {
  SimulateRequest asked = simulation_of(request, std::move(way));
  asked.faults.words.clear();
  return app::answer(asked);
}

/// All but NCCL's own choice.
std::vector<std::string> others(const SimulateReport& own) {
  std::vector<std::string> names;
  if (!own.is_nccl_choice || !sim::nccl::rules::is_tuned(own.call.collective)) return names;
  for (const auto* const entry : sim::algorithms::known_to_nccl()) {
    if (entry->name != own.way.algorithm) names.emplace_back(entry->name);
  }
  return names;
}

}  // namespace

core::Result<WithFaultsReport> answer(const WithFaultsRequest& request) {
  const auto own = app::answer(simulation_of(request, {}));
  if (!own) return core::fail(own.error());
  WithFaultsReport report{own->call, {choice_of(*own)}, false};
  const std::vector<std::string> names = others(*own);
  const std::uint64_t all = 2 * names.size() + 2;
  std::uint64_t done = 1;
  const auto count = [&] { request.work.say({"simulating", "runs", done++, all}); };
  count();
  for (const std::string& name : names) {
    // An algorithm that NCCL does not offer here is no candidate.
    const auto other = app::answer(simulation_of(request, {.algorithm = name}));
    if (other) report.choices.push_back(choice_of(*other));
    count();
  }
  for (FaultyChoice& one : report.choices) {
    const auto healthy = without_faults(request, {one.way.algorithm, one.way.protocol});
    if (healthy) {
      one.without = healthy->time;
      one.channels_without = healthy->way.channels;
    }
    if (&one == report.choices.data()) report.is_changed = !healthy || !healthy->is_nccl_choice;
    count();
  }
  if (const auto wanted = work::check_wanted(request.work); !wanted) {
    return core::fail(wanted.error());
  }
  std::stable_sort(report.choices.begin() + 1, report.choices.end(),
                   [](const FaultyChoice& a, const FaultyChoice& b) { return a.with < b.with; });
  return report;
}

const FaultyChoice* worth_setting(const WithFaultsReport& report) {
  if (report.choices.size() < 2) return nullptr;
  const FaultyChoice& other = report.choices[1];
  const double gain = report.choices.front().with / other.with;
  return gain >= tuner::advice::kLeastGain ? &other : nullptr;
}

bool is_due_to_faults(const WithFaultsReport& report) {
  const FaultyChoice& own = report.choices.front();
  const FaultyChoice& other = report.choices[1];
  if (report.is_changed || !own.without || !other.without) return true;
  return *own.without / *other.without < tuner::advice::kLeastGain;
}

}  // namespace treering::app::advice
