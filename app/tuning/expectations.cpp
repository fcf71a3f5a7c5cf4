#include "app/tuning/expectations.h"

#include <algorithm>
#include <utility>

#include "app/hosts/records.h"
#include "core/text/words.h"
#include "sim/hosts/host_profile.h"
#include "sim/libraries/library.h"
#include "tuner/launch/shape.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/environment.h"
#include "tuner/models/call_model.h"
#include "tuner/tune/expect.h"

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

}  // namespace treering::app::tuning
