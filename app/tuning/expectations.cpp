#include "app/tuning/expectations.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/hosts/records.h"
#include "core/text/reading.h"
#include "sim/hosts/host_profile.h"
#include "sim/libraries/library.h"
#include "tuner/launch/shape.h"
#include "tuner/measure/conditions.h"
#include "tuner/models/call_model.h"
#include "tuner/stats/quantiles.h"
#include "tuner/tune/prior.h"

namespace treering::app::tuning {

namespace {

using sim::hosts::HostJob;
using sim::libraries::Library;
using Grids = std::vector<tuner::tune::SweptGrid>;

/// What is known of the ranks' machine: of those that are started, or of those of a recording.
struct Hosts {
  std::string runner;
  std::string gbit;  // "0.1,2=0.02"; empty: no links
  std::map<std::string, std::string> environment;
};

Hosts hosts_of(const TuneRequest& request, const tuner::measure::Hello& hello) {
  const measuring::MeasureRequest& measure = request.measure;
  Hosts hosts{measure.runner, measure.shaped, {}};
  if (hosts.gbit.empty()) hosts.gbit = request.nic_rate.value_or("");
  if (!measure.measurements) {
    hosts.environment = tuner::measure::environment_now();
    return hosts;
  }
  // Of emulated GPUs there are no measurements, and no model of hosts.
  const auto runner = hello.environment.find(tuner::measure::kReplayedFact);
  const bool is_known = runner != hello.environment.end() &&
                        !hello.environment.contains(tuner::measure::kEmulatedFact);
  if (!is_known) return hosts;
  hosts.runner = runner->second;
  hosts.environment = hello.environment;
  const auto shaped = hosts.environment.find(tuner::measure::kShapedFact);
  if (hosts.gbit.empty() && shaped != hosts.environment.end()) hosts.gbit = shaped->second;
  return hosts;
}

core::Result<HostJob> job_of(Library library, const Hosts& hosts,
                             const tuner::measure::Hello& hello) {
  HostJob job;
  job.library = library;
  job.ranks = hello.ranks;
  if (!hosts.gbit.empty()) {
    auto rates = tuner::launch::parse_links(hosts.gbit, job.ranks, "⟨nic-rate⟩");
    if (!rates) return core::fail(rates.error());
    job.gbit = *std::move(rates);
  }
  const auto cores = hosts.environment.find("cores");
  if (cores != hosts.environment.end()) {
    job.cores = core::whole_number<int>(cores->second).value_or(0);
  }
  return job;
}

core::Result<std::string> by_hosts(const TuneRequest& request, HostJob job, Grids& grids) {
  if (job.ranks < 2) return std::string();
  auto profile = hosts::read_host_profile(request.time_model.profile);
  if (!profile) return core::fail(profile.error());
  std::string name = "the model of hosts, profile " + profile->name + ": " + hosts::text_of(job);
  const auto model = tuner::models::host_call_model(std::move(job), *std::move(profile));
  for (auto& one : grids) tuner::tune::expect(*model, one.grid);
  return name;
}

std::string by_plan(const Job& job, Grids& grids) {
  const auto model = tuner::models::plan_call_model(job.plan, job.time_model);
  for (auto& one : grids) {
    tuner::tune::expect(*model, one.grid);
    tuner::tune::leave_out_repeats(*model, one);
  }
  return "the cost model of " + job.machine.source + ", profile " + job.time_model_name().profile;
}

}  // namespace

core::Result<std::string> fill_expectations(const TuneRequest& request, const JobPtr& job,
                                            const tuner::measure::Hello& hello, Grids& grids) {
  if (job != nullptr) return by_plan(*job, grids);
  const Hosts hosts = hosts_of(request, hello);
  const auto library = sim::libraries::find_on_cpus(hosts.runner);
  if (!library) return std::string();
  auto host_job = job_of(*library, hosts, hello);
  if (!host_job) return core::fail(host_job.error());
  return by_hosts(request, *std::move(host_job), grids);
}

namespace {

using tuner::tune::Grid;
using tuner::tune::Table;

/// ln(measured / expected) over a way's results.
struct Excess {
  double least = 0;
  double middle = 0;
  std::size_t results = 0;
};

/// Standard deviation of ln of a median: a launch whose samples agree no better, some of which the
/// scheduler held back, is no witness.
constexpr double kMostDoubt = 0.1;

/// By way; nothing where it has no result.
std::vector<std::optional<Excess>> excesses(const Table& table) {
  const Grid& grid = table.grid;
  std::vector<std::vector<double>> all(grid.ways.size());
  for (const auto& one : table.evidence.all()) {
    if (grid.expected_us.empty() || !grid.expected_us[one.cell]) continue;
    if (one.sd > kMostDoubt) continue;
    all[grid.cell_at(one.cell).way].push_back(std::log(one.us / *grid.expected_us[one.cell]));
  }
  std::vector<std::optional<Excess>> result;
  for (const auto& of_way : all) {
    result.emplace_back();
    if (of_way.empty()) continue;
    result.back() = {std::ranges::min(of_way), tuner::stats::median(of_way), of_way.size()};
  }
  return result;
}

/// The library's own choice, which may be that way, does not count.
std::optional<double> middle_of_others(const Grid& grid,
                                       const std::vector<std::optional<Excess>>& all,
                                       std::size_t way) {
  std::vector<double> others;
  for (std::size_t other = 0; other < all.size(); ++other) {
    if (other != way && all[other] && !grid.ways[other].is_default()) {
      others.push_back(all[other]->middle);
    }
  }
  if (others.empty()) return std::nullopt;
  return tuner::stats::median(others);
}

/// One launch may be an odd one.
double least_excess(std::size_t results) {
  return results > 1 ? std::numbers::ln2 : 2 * std::numbers::ln2;
}

}  // namespace

std::vector<std::string> unexpected_ways(const tuner::tune::Tuning& tuning) {
  std::vector<std::string> sentences;
  for (const Table& table : tuning.tables) {
    const auto all = excesses(table);
    for (std::size_t way = 0; way < all.size(); ++way) {
      const auto others = middle_of_others(table.grid, all, way);
      // The library's own choice is another way at each size.
      if (!all[way] || !others || table.grid.ways[way].is_default()) continue;
      // Nothing holds back what is as fast as expected, if others are faster than that; nor does a
      // turn of the scheduler in one launch.
      const double beyond = all[way]->least - std::max(*others, 0.0);
      if (beyond < least_excess(all[way]->results)) continue;
      auto call = table.grid.configuration(table.grid.index_of({0, way}));
      sentences.push_back(
          fmt::format("{} {} takes {:.1f} times as long as the model expects, other ways {:.1f} "
                      "times: something that the model does not know treats it otherwise",
                      name_of(call.call.collective), way_text(call), std::exp(all[way]->middle),
                      std::exp(*others)));
    }
  }
  return sentences;
}

}  // namespace treering::app::tuning
