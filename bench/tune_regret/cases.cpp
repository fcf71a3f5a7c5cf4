#include "bench/tune_regret/cases.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <utility>

#include "app/setup/plan.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "core/text/reading.h"
#include "sim/hosts/host_profile.h"
#include "sim/libraries/library.h"
#include "tuner/launch/shape.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/summary.h"
#include "tuner/models/call_model.h"
#include "tuner/runs/formats.h"
#include "tuner/runs/runs.h"
#include "tuner/tune/noise.h"
#include "tuner/tune/prior.h"

namespace treering::bench {
namespace {

namespace setup = app::setup;
namespace models = tuner::models;
using tuner::measure::Configuration;

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Grids of times; sizes without any are none.
std::vector<Case> cases_of(const std::map<Configuration, std::vector<double>>& times) {
  std::vector<Configuration> all;
  for (const auto& [configuration, us] : times) all.push_back(configuration);
  std::vector<Case> cases;
  for (auto& swept : tuner::tune::grids_of(all)) {
    Case one;
    one.grid = std::move(swept.grid);
    one.us.resize(one.grid.cells());
    for (std::size_t cell = 0; cell < one.us.size(); ++cell) {
      const auto at = times.find(one.grid.configuration(cell));
      if (at != times.end()) one.us[cell] = at->second;
    }
    constexpr std::size_t kFewestSizes = 4;
    if (one.grid.sizes.size() >= kFewestSizes && one.grid.ways.size() > 1) {
      cases.push_back(std::move(one));
    }
  }
  return cases;
}

/// The model of the hosts on which a file was recorded.
std::unique_ptr<models::CallModel> host_model_of(const tuner::measure::Record& record) {
  sim::hosts::HostJob job;
  job.library = *treering::sim::libraries::find_on_cpus(record.runner);
  job.ranks = record.ranks;
  const auto shaped = record.environment.find(tuner::measure::kShapedFact);
  if (shaped != record.environment.end()) {
    job.gbit = *tuner::launch::parse_shape(shaped->second, record.ranks);
  }
  const auto cores = record.environment.find("cores");
  if (cores != record.environment.end()) job.cores = std::stoi(cores->second);
  return models::host_call_model(std::move(job), sim::hosts::assumed_profile());
}

/// A machine, a plan on it, and a time model of it.
struct Machine {
  setup::Setup job;
  sim::nccl::Plan plan;

  explicit Machine(const std::string& topology, int nodes, const std::string& variable = {}) {
    setup::JobRequest request;
    request.topology = topology;
    request.nodes = nodes;
    if (!variable.empty()) request.variables.env = {variable};
    job = setup::set_up(request).value();
    setup::carry_over(job);
    plan = setup::make_plan(job).value();
  }

  [[nodiscard]] sim::TimeModel model(const setup::TimeModelOptions& options) const {
    return setup::time_model_for(options, job.cluster, plan);
  }
};

setup::TimeModelOptions options_of(sim::Model model) {
  return setup::time_model_options({}, model).value();
}

/// For all strategies alike.
void leave_out_repeats(const models::CallModel& model, Case& one) {
  tuner::tune::SweptGrid swept{one.grid, std::vector<bool>(one.us.size())};
  for (std::size_t cell = 0; cell < one.us.size(); ++cell) {
    swept.missing[cell] = one.us[cell].empty();
  }
  tuner::tune::leave_out_repeats(model, swept);
  for (std::size_t cell = 0; cell < one.us.size(); ++cell) {
    if (swept.missing[cell]) one.us[cell].clear();
  }
}

/// Nothing is expected of NCCL on a machine that is not known.
void expect_recorded(const tuner::measure::Record& record, const std::string& topology,
                     std::vector<Case>& cases) {
  const auto expect_all = [&](const models::CallModel& model) {
    for (Case& one : cases) tuner::tune::expect(model, one.grid);
  };
  if (!treering::sim::libraries::is_on_gpus(record.runner))
    return expect_all(*host_model_of(record));
  if (topology.empty()) return;
  const Machine machine(topology, record.nodes);
  const auto model =
      models::plan_call_model(machine.plan, machine.model(options_of(sim::Model::Cost)));
  expect_all(*model);
  for (Case& one : cases) leave_out_repeats(*model, one);
}

/// Every parameter by a factor of its own.
core::Profile changed(core::Profile profile, std::mt19937& random) {
  constexpr double kSpread = 0.25;
  std::normal_distribution<double> normal;
  for (auto& [name, parameter] : profile.parameters) {
    // Shares stay shares.
    const double factor = std::exp(kSpread * normal(random));
    parameter.value = parameter.unit.empty() && parameter.value <= 1
                          ? std::min(1.0, parameter.value * factor)
                          : parameter.value * factor;
  }
  return profile;
}

constexpr int kLaunches = 5;

std::vector<double> scattered(double us, std::mt19937& random) {
  constexpr double kUsual = 0.03;
  constexpr double kOdd = 0.15;
  std::normal_distribution<double> normal;
  std::vector<double> launches;
  for (int launch = 0; launch < kLaunches; ++launch) {
    const double spread = random() % 10 == 0 ? kOdd : kUsual;
    launches.push_back(us * std::exp(spread * normal(random)));
  }
  return launches;
}

/// The sizes of a sweep, 1 KiB to 256 MiB.
std::vector<std::uint64_t> simulated_sizes() {
  std::vector<std::uint64_t> sizes;
  for (unsigned octave = 10; octave <= 28; octave += 2) sizes.push_back(std::uint64_t{1} << octave);
  return sizes;
}

}  // namespace

std::size_t Case::cells() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(us, [](const auto& launches) { return !launches.empty(); }));
}

std::size_t Case::launches() const {
  std::size_t most = 0;
  for (const auto& launches : us) most = std::max(most, launches.size());
  return most;
}

double Case::truth(std::size_t cell) const {
  if (!exact_us.empty()) return exact_us[cell];
  std::vector<double> all = us[cell];
  std::ranges::sort(all);
  const std::size_t half = all.size() / 2;
  return all.size() % 2 == 1 ? all[half] : (all[half - 1] + all[half]) / 2;
}

std::vector<Case> recorded_cases(const std::string& file, const std::string& topology) {
  const auto records = tuner::measure::parse_journal(text_of(file), file).value();
  std::map<Configuration, std::vector<double>> times;
  std::map<Configuration, std::vector<double>> deviations;
  for (const tuner::measure::Record& record : records) {
    if (record.trial.is_sentinel || !record.median_us || !record.error.empty()) continue;
    times[record.trial.configuration].push_back(*record.median_us);
    deviations[record.trial.configuration].push_back(tuner::tune::deviation_of(record));
  }
  std::vector<Case> cases = cases_of(times);
  for (Case& one : cases) {
    for (std::size_t cell = 0; cell < one.us.size(); ++cell) {
      one.sd.push_back(one.us[cell].empty() ? std::vector<double>()
                                            : deviations.at(one.grid.configuration(cell)));
    }
  }
  expect_recorded(records.back(), topology, cases);
  const std::string name = file.substr(file.rfind('/') + 1);
  for (Case& one : cases) {
    one.name = name + " " + std::string(name_of(one.grid.call.call.collective));
    one.kind = "recorded";
  }
  return cases;
}

std::vector<Case> published_cases(const std::string& csv, const std::vector<Published>& which) {
  const std::string text = text_of(csv);
  const auto set = tuner::runs::read_measurement_csv({csv, text}, {}).value();
  std::vector<Case> cases;
  for (const Published& one : which) {
    std::map<Configuration, std::vector<double>> times;
    for (const tuner::Measurement& row : set.rows) {
      if (!row.id.starts_with(one.prefix) || row.is_fallback || !tuner::time_of(row)) continue;
      Configuration configuration;
      configuration.call.collective = row.collective;
      configuration.call.bytes = row.bytes;
      configuration.way.algorithm = core::lower_case(row.way.algorithm);
      configuration.way.protocol = core::lower_case(row.way.protocol);
      times[configuration].push_back(tuner::time_of(row)->in_us());
    }
    for (Case& found : cases_of(times)) {
      found.name = one.prefix + " " + std::string(name_of(found.grid.call.call.collective));
      found.kind = "published";
      if (!one.topology.empty()) {
        const Machine machine(one.topology, one.nodes);
        tuner::tune::expect(
            *models::plan_call_model(machine.plan, machine.model(options_of(sim::Model::Cost))),
            found.grid);
      }
      cases.push_back(std::move(found));
    }
  }
  return cases;
}

Case simulated_case(const Simulated& which) {
  std::mt19937 random(which.seed);
  const Machine whole(which.topology, which.nodes);
  const auto expected =
      models::plan_call_model(whole.plan, whole.model(options_of(sim::Model::Cost)));
  const Machine real(which.topology, which.nodes, which.fault);
  setup::TimeModelOptions options = options_of(sim::Model::Event);
  options.profile = changed(options.profile, random);
  const auto truth = models::plan_call_model(real.plan, real.model(options));
  std::map<Configuration, std::vector<double>> times;
  std::map<Configuration, double> exact;
  for (const std::uint64_t bytes : simulated_sizes()) {
    Configuration call;
    call.call.collective = which.collective;
    call.call.bytes = bytes;
    auto ways = expected->candidates(call);
    ways.push_back(call);
    for (const Configuration& way : ways) {
      const auto time = truth->expect(way);
      if (!time) continue;
      exact[way] = time->us;
      times[way] = scattered(time->us, random);
    }
  }
  Case one = std::move(cases_of(times).front());
  one.exact_us.resize(one.us.size());
  for (const auto& [way, us] : exact) {
    if (const auto cell = one.grid.find(way)) one.exact_us[*cell] = us;
  }
  tuner::tune::expect(*expected, one.grid);
  one.name = which.topology + " x " + std::to_string(which.nodes) + " " +
             std::string(name_of(which.collective)) +
             (which.fault.empty() ? "" : " " + which.fault);
  one.kind = "event";
  return one;
}

}  // namespace treering::bench
