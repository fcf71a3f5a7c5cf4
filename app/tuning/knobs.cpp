#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/tuning/session.h"
#include "sim/libraries/library.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/conductor.h"

namespace treering::app::tuning {
namespace {

using KnobLaunch = tuner::knobs::Launch;
using tuner::knobs::kMostRounds;
using tuner::knobs::Trials;
using tuner::measure::Configuration;
using tuner::measure::Record;

void take(const std::vector<Record>& records, Trials& trials) {
  for (const Record& record : records) {
    const auto us = time_of(record);
    if (!us || record.trial.is_sentinel || !is_own_choice(record.trial.configuration)) continue;
    if (!is_of_knobs(record)) {
      trials.take_usual(record.trial.configuration, *us);
      continue;
    }
    const std::string knob = fact_of(record, tuner::measure::kKnobFact);
    trials.take({record.trial.launch, knob == tuner::measure::kNoVariables ? "" : knob,
                 record.trial.configuration, *us});
  }
}

/// By turns that no drift follows. Fisher & Yates: the same with every compiler.
void shuffle(std::vector<KnobLaunch>& launches, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t left = launches.size(); left > 1; --left) {
    std::swap(launches[left - 1], launches[random() % left]);
  }
}

LaunchRequest request_of(const KnobLaunch& launch, int number) {
  LaunchRequest request;
  request.number = number;
  request.configurations = launch.calls;
  request.knob = tuner::measure::kNoVariables;
  if (launch.setting) {
    request.knob = launch.setting->text();
    request.variables[launch.setting->name] = launch.setting->value;
  }
  return request;
}

/// Rounds of one run.
class Rounds {
 public:
  Rounds(const TuneRequest& request, Session& session, TuneReport& report)
      : request_(request),
        session_(session),
        report_(report),
        trials_(report.knobs, request.rule) {}

  core::Result<void> run() {
    take(report_.records, trials_);
    for (std::size_t round = 0; round < kMostRounds; ++round) {
      std::vector<KnobLaunch> launches = trials_.next();
      std::erase_if(launches, [&](const KnobLaunch& one) {
        return one.setting && failed_.contains(one.setting->text());
      });
      if (launches.size() < 2) break;
      const int number = tuner::measure::next_launch(report_.records);
      shuffle(launches, request_.measure.seed + static_cast<std::uint64_t>(number));
      for (const KnobLaunch& launch : launches) session_.allow(launch.calls.size());
      for (const KnobLaunch& launch : launches) {
        if (request_.measure.stop.stop_requested()) break;
        if (const auto done = measure(launch, number); !done) return core::fail(done.error());
      }
    }
    report_.outcomes = trials_.outcomes();
    return {};
  }

 private:
  core::Result<void> measure(const KnobLaunch& launch, int number) {
    const auto records = session_.measure(request_of(launch, number));
    if (records) {
      take(*records, trials_);
    } else if (launch.setting) {
      failed_.insert(launch.setting->text());
      report_.notes.push_back(launch.setting->text() + ": " + records.error().message());
    } else {
      return core::fail(records.error());
    }
    return {};
  }

  const TuneRequest& request_;
  Session& session_;
  TuneReport& report_;
  Trials trials_;
  std::set<std::string> failed_;  // settings with which NCCL does not start
};

}  // namespace

core::Result<void> check_knobs(const TuneRequest& request, const measuring::Asked& asked) {
  if (!request.tries_knobs) return {};
  const std::string& runner = request.measure.runner;
  if (!sim::libraries::is_on_gpus(runner) && runner != "replay") {
    return core::usage_error("⟨knobs⟩", "given with the runner " + runner,
                             "expected nccl, or replay of its results",
                             "they are variables that NCCL alone reads");
  }
  if (!request.job) {
    return core::usage_error("⟨knobs⟩", "given without a machine", "expected TOPOLOGY",
                             "NCCL's plan for it says which variables can matter");
  }
  if (asked.job.launcher != tuner::runners::Launcher::None) {
    return core::usage_error("⟨knobs⟩", "given under a launcher",
                             "expected ranks that treering starts, each time with other variables");
  }
  return {};
}

std::vector<tuner::knobs::Knob> weighed_knobs(const Job& job, const tuner::measure::Hello& hello,
                                              const std::vector<tuner::tune::SweptGrid>& grids) {
  std::map<std::string, std::string> given;
  for (const auto& one : job.machine.variables) given[one.name] = one.value;
  for (const auto& [name, value] : hello.environment) {
    if (name.starts_with("NCCL_")) given[name] = value;
  }
  std::vector<Configuration> calls;
  for (const auto& one : grids) {
    const auto own = one.grid.default_way();
    if (!own) continue;
    for (std::size_t size = 0; size < one.grid.sizes.size(); ++size) {
      calls.push_back(one.grid.configuration(one.grid.index_of({size, *own})));
    }
  }
  return tuner::knobs::weighed({job.machine.cluster, job.machine.job, job.options.profile,
                                job.options.network, std::move(calls), std::move(given)});
}

bool is_of_knobs(const Record& record) {
  return record.environment.contains(tuner::measure::kKnobFact);
}

core::Result<void> try_knobs(const TuneRequest& request, Session& session, TuneReport& report) {
  if (!request.tries_knobs) return {};
  return Rounds(request, session, report).run();
}

}  // namespace treering::app::tuning
