#include "app/measurements/runs.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/measurements/machine_of_rows.h"
#include "app/measurements/rows.h"
#include "app/setup/load_machine.h"
#include "app/setup/plan.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/topology/names.h"
#include "core/units.h"
#include "hw/io/files.h"
#include "sim/job/variables.h"
#include "sim/nccl/versions/version.h"
#include "tuner/runs/runs.h"

namespace treering::app::measurements {
namespace {

using BenchResult = core::Result<std::shared_ptr<const tuner::calibration::Bench>>;

core::Result<tuner::MeasurementSet> read_set(const RunsRequest& request, int nodes,
                                             const hw::io::Files& files) {
  tuner::runs::ImportHints hints;
  hints.collective = request.collective;
  hints.nodes = nodes;
  const auto runs = read_runs(request.files, hints, files);
  if (!runs) return core::fail(runs.error());
  auto set = gpu_rows_of(*runs);
  if (!set || !request.id) return set;
  std::erase_if(set->rows, [&](const tuner::Measurement& row) { return row.id != *request.id; });
  if (!set->rows.empty()) return set;
  return core::bad_input(request.files.front(), fmt::format("no row with the id '{}'", *request.id),
                         "", "treering import shows what the file holds");
}

struct JobOnCluster {
  core::Cluster cluster;
  sim::job::JobSpec job;
};

core::Result<sim::job::JobSpec> job_of(const tuner::calibration::System& system,
                                       const core::Topology& node,
                                       const std::string& nccl_version) {
  sim::job::JobSpec job;
  job.nccl_version = nccl_version;
  job.nodes = system.nodes;
  job.devices = system.devices;
  job.gpus_per_process = system.gpus_per_process;
  auto environment =
      sim::job::read_environment(system.environment, sim::nccl::versions::version(nccl_version));
  if (!environment) {
    core::Error error = environment.error();
    error.where = system.place_of("env");
    error.category = core::Category::BadInput;
    return core::fail(std::move(error));
  }
  job.settings = environment->settings;
  if (system.gpus_per_node > 0 && job.devices.empty()) {
    job.devices = core::sorted_gpu_numbers(node);
    const auto count = static_cast<std::size_t>(system.gpus_per_node);
    if (count > job.devices.size()) {
      return core::bad_input(system.place_of("gpus_per_node"), fmt::format("'{}'", count),
                             fmt::format("{} has {}", node.name(), job.devices.size()));
    }
    job.devices.resize(count);
  }
  const int gpus = job.devices.empty() ? node.gpu_count() : static_cast<int>(job.devices.size());
  if (job.gpus_per_process <= gpus) return job;
  return core::bad_input(system.place_of("gpus_per_process"),
                         fmt::format("'{}'", job.gpus_per_process),
                         fmt::format("the job has {} of each node", gpus));
}

core::Result<JobOnCluster> machine_of(const tuner::calibration::System& system,
                                      const std::string& nccl_version,
                                      const hw::io::RealFiles& files) {
  auto loaded = setup::load_machine(system.topology, files);
  if (!loaded) return core::fail(loaded.error());
  if (auto even = setup::expect_even(loaded->cluster, system.topology); !even) {
    return core::fail(even.error());
  }
  loaded->cluster.node_count = system.nodes;
  auto job = job_of(system, loaded->cluster.node, nccl_version);
  if (!job) return core::fail(job.error());
  const auto idle = setup::leave_out_idle_hosts(loaded->cluster, *job);
  if (!idle) return core::fail(idle.error());
  return JobOnCluster{std::move(loaded->cluster), *std::move(job)};
}

BenchResult with_events(BenchResult bench, bool is_asked_for) {
  if (!bench || !is_asked_for) return bench;
  return tuner::calibration::with_events(**bench);
}

BenchResult bench_of(const tuner::calibration::System& system, const std::string& nccl_version,
                     const hw::io::RealFiles& files) {
  const auto machine = machine_of(system, nccl_version, files);
  if (!machine) return core::fail(machine.error());
  return tuner::calibration::make_bench(machine->cluster, machine->job, system.network);
}

/// Whether the machine of a row of the table exists and can run its job.
core::Result<void> check_system(const tuner::calibration::System& system,
                                const hw::io::RealFiles& files) {
  if (system.topology.empty()) return {};
  const auto machine = machine_of(system, sim::job::JobSpec{}.nccl_version, files);
  auto reason = machine ? sim::nccl::why_not(machine->cluster.node, machine->job)
                        : std::optional(machine.error());
  if (!reason) return {};
  if (reason->where.starts_with(system.where)) return core::fail(*std::move(reason));
  std::string column = "topology";
  for (const char* const name : {"nodes", "devices"}) {
    if (reason->where == core::field(name)) column = name;
  }
  if (column == "topology") reason->found = fmt::format("{}: {}", reason->where, reason->found);
  reason->where = system.place_of(column);
  reason->category = core::Category::BadInput;
  return core::fail(*std::move(reason));
}

core::Result<std::vector<tuner::calibration::System>> read_table(const std::string& file,
                                                                 const hw::io::RealFiles& files) {
  const auto text = files.read(file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  auto systems = tuner::calibration::read_systems(*text, core::printable(file));
  if (!systems) return systems;
  for (const tuner::calibration::System& system : *systems) {
    if (const auto checked = check_system(system, files); !checked)
      return core::fail(checked.error());
  }
  return systems;
}

std::vector<std::string> nearest_versions(const GatheredRuns& runs) {
  std::vector<tuner::Measurement> used;
  for (const tuner::calibration::Observation& seen : runs.gathered.observations) {
    used.push_back(runs.measurement(seen));
  }
  return tuner::runs::nearest_versions(used);
}

core::Result<GatheredRuns> check_any(GatheredRuns runs) {
  if (!runs.gathered.observations.empty()) return runs;
  const auto& skipped = runs.gathered.skipped;
  return core::bad_input(runs.files.front(), "no row can be compared with a prediction", "",
                         skipped.empty() ? "" : skipped.front().reason);
}

core::Result<GatheredRuns> read_many(const RunsRequest& request, const core::Profile& profile) {
  const hw::io::RealFiles files;
  const auto systems = read_table(*request.systems, files);
  if (!systems) return core::fail(systems.error());
  auto set = read_set(request, 0, files);
  if (!set) return core::fail(set.error());
  const auto bench_for = [&](const tuner::calibration::System& system, const std::string& release) {
    return with_events(bench_of(system, release, files), request.with_events);
  };
  GatheredRuns runs;
  runs.files = request.files;
  runs.set = *std::move(set);
  runs.gathered = tuner::calibration::gather(runs.set.rows, *systems, bench_for, profile);
  runs.nearest_versions = nearest_versions(runs);
  std::set<std::string> clusters;
  std::set<std::string> ids;
  for (const tuner::calibration::Observation& seen : runs.gathered.observations) {
    clusters.insert(seen.system);
    ids.insert(seen.id);
  }
  runs.machines = fmt::format("{} on {}", core::counted(ids.size(), "run"),
                              core::counted(clusters.size(), "cluster"));
  return check_any(std::move(runs));
}

/// The job of one machine: what the request leaves open is as the rows say. NCCL stays open, for
/// each row has its own.
core::Result<setup::Setup> machine_for(const RunsRequest& request, const tuner::MeasurementSet& set,
                                       const hw::io::RealFiles& files) {
  setup::JobRequest asked = request.job;
  const bool is_named = !asked.topology.empty();
  if (!is_named) {
    auto machine = only_machine(set.rows, request.files, files);
    if (!machine) return core::fail(machine.error());
    asked.topology = *std::move(machine);
  }
  const setup::NamedMachine named(asked.topology, files);
  CompletedJob whole = completed(asked, set.rows, named);
  whole.job.nccl = asked.nccl;
  auto with_variables = with_variables_of(set, std::move(whole.job), named);
  auto job = setup::set_up(with_variables.job, named);
  if (!job) return job;
  auto& notes = job->notes;
  notes.insert(notes.begin(), whole.notes.begin(), whole.notes.end());
  notes.insert(notes.begin(), with_variables.not_followed.begin(),
               with_variables.not_followed.end());
  if (!with_variables.note.empty()) {
    notes.insert(notes.begin(), std::move(with_variables.note));
  }
  if (!is_named) {
    notes.insert(notes.begin(),
                 fmt::format("deduced: the machine is {}, as the rows name its GPUs; "
                             "if it is another, name that as the topology",
                             asked.topology));
  }
  return job;
}

core::Result<GatheredRuns> read_one(const RunsRequest& request, const core::Profile& profile,
                                    const std::string& network) {
  const hw::io::RealFiles files;  // one log may show the rows and the machine
  auto set = read_set(request, request.job.nodes.value_or(0), files);
  if (!set) return core::fail(set.error());
  auto job = machine_for(request, *set, files);
  if (!job) return core::fail(job.error());
  setup::carry_over(*job, network);
  const auto plan = setup::make_plan(*job);
  if (!plan) return core::fail(plan.error());
  GatheredRuns runs;
  runs.topology = job->source;
  runs.files = request.files;
  runs.machines = fmt::format("{} of {}", setup::shape_text(plan->shape, job->job.nodes),
                              job->cluster.node.name());
  runs.notes = texts_on_runs(*set);
  std::ranges::copy(setup::notes_on(*job, *plan, collectives_of(set->rows)),
                    std::back_inserter(runs.notes));
  runs.set = *std::move(set);
  const bool is_nccl_given = request.job.nccl.has_value();
  const auto bench_of_release = [&](const std::string& release) -> BenchResult {
    if (is_nccl_given || release == job->job.nccl_version) {
      return tuner::calibration::make_bench(job->cluster, *plan, network);
    }
    sim::job::JobSpec own = job->job;
    own.nccl_version = release;
    return tuner::calibration::make_bench(job->cluster, own, network);
  };
  const auto bench_for = [&](const tuner::calibration::System&, const std::string& release) {
    return with_events(bench_of_release(release), request.with_events);
  };
  tuner::calibration::System all;
  all.id = "*";
  all.topology = job->source;
  runs.gathered = tuner::calibration::gather(runs.set.rows, {all}, bench_for, profile);
  if (!is_nccl_given) runs.nearest_versions = nearest_versions(runs);
  return check_any(std::move(runs));
}

core::Failure beside_systems(std::string_view name, std::string_view expected) {
  return core::usage_error(core::field(name), "given together with ⟨systems⟩",
                           std::string(expected));
}

}  // namespace

core::Result<void> check_runs(const RunsRequest& request) {
  if (!request.is_about_many()) return {};
  const setup::JobRequest& job = request.job;
  if (!job.topology.empty()) {
    return core::usage_error(
        core::field("systems"), fmt::format("given together with '{}'", job.topology),
        "expected one of the two", "write ⟨measurements⟩ before each of several files");
  }
  for (const auto& [name, is_given] :
       {std::pair{"nodes", job.nodes.has_value()},
        std::pair{"gpus-per-node", job.gpus_per_node.has_value()},
        std::pair{"devices", job.devices.has_value()},
        std::pair{"gpus-per-process", job.gpus_per_process.has_value()},
        std::pair{"nccl", job.nccl.has_value()},
        std::pair{"network", request.time_model.network.has_value()}}) {
    if (is_given) return beside_systems(name, "expected it in the table of systems");
  }
  for (const auto& [name, is_given] : {std::pair{"env", !job.variables.env.empty()},
                                       std::pair{"nics", job.adapters.nics.has_value()},
                                       std::pair{"nic-rate", job.adapters.nic_rate.has_value()}}) {
    if (is_given) return beside_systems(name, "expected it with the TOPOLOGY of one job");
  }
  return {};
}

core::Result<GatheredRuns> gathered_runs(const RunsRequest& request, const core::Profile& profile,
                                         const std::string& network) {
  return request.is_about_many() ? read_many(request, profile)
                                 : read_one(request, profile, network);
}

}  // namespace treering::app::measurements
