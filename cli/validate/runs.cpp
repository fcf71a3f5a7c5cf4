#include "cli/validate/runs.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "cli/import/measurement_files.h"
#include "cli/options/job_options.h"
#include "cli/output/plan.h"
#include "core/text/quote.h"
#include "core/topology/gpu_numbers.h"
#include "core/unit_text.h"
#include "hw/load_cluster.h"
#include "tuner/importers/nearest_version.h"

namespace treering::cli {
namespace {

using BenchResult = core::Result<std::shared_ptr<const tuner::calibration::Bench>>;

core::Result<tuner::MeasurementSet> read_set(const Arguments& arguments, int nodes) {
  auto hints = read_hints(arguments);
  if (!hints) return core::fail(hints.error());
  hints->id.clear();
  hints->nodes = nodes;
  auto set = read_measurements(arguments.all_values("measurements"), *hints);
  if (!set) return core::fail(set.error());
  const auto id = arguments.value("id");
  if (!id) return set;
  std::erase_if(set->rows, [&](const tuner::Measurement& row) { return row.id != *id; });
  if (!set->rows.empty()) return set;
  return core::bad_input(arguments.all_values("measurements").front(),
                         fmt::format("no row with the id '{}'", *id), "",
                         "treering import shows what is in there");
}

struct JobOnCluster {
  core::Cluster cluster;
  sim::job::Job job;
};

core::Result<sim::job::Job> job_of(const tuner::calibration::System& system,
                                   const core::Topology& node, const std::string& nccl_version) {
  sim::job::Job job;
  job.nccl_version = nccl_version;
  job.nodes = system.nodes;
  job.devices = system.devices;
  job.gpus_per_process = system.gpus_per_process;
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
                                      const std::string& nccl_version) {
  auto loaded = hw::load_cluster(system.topology);
  if (!loaded) return core::fail(loaded.error());
  loaded->cluster.node_count = system.nodes;
  auto job = job_of(system, loaded->cluster.node, nccl_version);
  if (!job) return core::fail(job.error());
  const auto idle = leave_out_idle_hosts(loaded->cluster, *job);
  if (!idle) return core::fail(idle.error());
  return JobOnCluster{std::move(loaded->cluster), *std::move(job)};
}

BenchResult bench_of(const tuner::calibration::System& system, const std::string& nccl_version) {
  const auto machine = machine_of(system, nccl_version);
  if (!machine) return core::fail(machine.error());
  return tuner::calibration::make_bench(machine->cluster, machine->job, system.network);
}

/// Whether the machine of a row of the table is there and can run its job.
core::Result<void> check_system(const tuner::calibration::System& system) {
  if (system.topology.empty()) return {};
  const auto machine = machine_of(system, sim::job::Job{}.nccl_version);
  auto reason = machine ? sim::nccl::why_not(machine->cluster.node, machine->job)
                        : std::optional(machine.error());
  if (!reason) return {};
  if (reason->where.starts_with(system.where)) return core::fail(*std::move(reason));
  // Elsewhere options say what is said by columns here.
  const bool is_option = reason->where == "--nodes" || reason->where == "--devices";
  const std::string column = is_option ? reason->where.substr(2) : "topology";
  if (!is_option) reason->found = fmt::format("{}: {}", reason->where, reason->found);
  reason->where = system.place_of(column);
  reason->category = core::Category::BadInput;
  return core::fail(*std::move(reason));
}

core::Result<std::vector<tuner::calibration::System>> read_table(const std::string& file) {
  const auto text = hw::io::RealFiles().read(file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  auto systems = tuner::calibration::read_systems(*text, core::printable(file));
  if (!systems) return systems;
  for (const tuner::calibration::System& system : *systems) {
    if (const auto checked = check_system(system); !checked) return core::fail(checked.error());
  }
  return systems;
}

/// Of versions of NCCL that the rows in use name.
std::vector<std::string> nearest_versions_of(const Runs& runs) {
  std::vector<tuner::Measurement> used;
  for (const tuner::calibration::Observation& seen : runs.gathered.observations) {
    used.push_back(runs.measurement(seen));
  }
  return tuner::importers::nearest_versions(used);
}

core::Result<Runs> check_any(Runs runs) {
  if (!runs.gathered.observations.empty()) return runs;
  const auto& skipped = runs.gathered.skipped;
  return core::bad_input(runs.files.front(), "no row that can be laid beside a prediction", "",
                         skipped.empty() ? "" : skipped.front().reason);
}

core::Result<Runs> read_many(const Arguments& arguments, const core::Profile& profile) {
  const auto systems = read_table(std::string(*arguments.value("systems")));
  if (!systems) return core::fail(systems.error());
  auto set = read_set(arguments, 0);
  if (!set) return core::fail(set.error());
  Runs runs;
  runs.files = arguments.all_values("measurements");
  runs.set = *std::move(set);
  runs.gathered = tuner::calibration::gather(runs.set.rows, *systems, bench_of, profile);
  runs.nearest_versions = nearest_versions_of(runs);
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

core::Result<Runs> read_one(const Arguments& arguments, const core::Profile& profile,
                            const std::string& network) {
  const auto job = read_job(arguments);
  if (!job) return core::fail(job.error());
  const auto plan = make_plan(*job);
  if (!plan) return core::fail(plan.error());
  auto set = read_set(arguments, job->job.nodes);
  if (!set) return core::fail(set.error());
  Runs runs;
  runs.files = arguments.all_values("measurements");
  runs.machines =
      fmt::format("{} of {}", shape_text(plan->shape, job->job.nodes), job->cluster.node.name());
  runs.notes = notes_on(*job, *plan);
  runs.set = *std::move(set);
  const auto bench_for = [&](const tuner::calibration::System&,
                             const std::string& release) -> BenchResult {
    if (arguments.has("nccl") || release == job->job.nccl_version) {
      return tuner::calibration::make_bench(job->cluster, *plan, network);
    }
    sim::job::Job own = job->job;
    own.nccl_version = release;
    return tuner::calibration::make_bench(job->cluster, own, network);
  };
  tuner::calibration::System all;
  all.id = "*";
  all.topology = job->source;
  runs.gathered = tuner::calibration::gather(runs.set.rows, {all}, bench_for, profile);
  if (!arguments.has("nccl")) runs.nearest_versions = nearest_versions_of(runs);
  return check_any(std::move(runs));
}

}  // namespace

core::Result<bool> is_about_many(const Arguments& arguments) {
  const bool is_many = arguments.has("systems");
  if (arguments.all_values("measurements").empty()) {
    return core::usage_error(arguments.command, "--measurements missing", "expected FILE",
                             "nccl-tests output, its JSON, or CSV; repeat it for more files");
  }
  const bool has_topology = !arguments.positional(0).empty();
  if (!is_many && !has_topology) {
    return core::usage_error(arguments.command, "TOPOLOGY missing",
                             "expected it, or --systems FILE for the runs of many machines",
                             "see treering list topologies");
  }
  if (!is_many) return false;
  if (has_topology) {
    return core::usage_error(
        "--systems", fmt::format("given together with '{}'", arguments.positional(0)),
        "expected one of the two", "write --measurements before each of several files");
  }
  for (const char* const option :
       {"nodes", "gpus-per-node", "devices", "gpus-per-process", "nccl", "network"}) {
    if (!arguments.has(option)) continue;
    return core::usage_error(fmt::format("--{}", option), "given together with --systems",
                             "expected it in the table of systems");
  }
  for (const char* const option : {"env", "nics", "nic-rate"}) {
    if (!arguments.has(option) && arguments.all_values(option).empty()) continue;
    return core::usage_error(fmt::format("--{}", option), "given together with --systems",
                             "expected it with the TOPOLOGY of one job");
  }
  return true;
}

core::Result<Runs> read_runs(const Arguments& arguments, const core::Profile& profile,
                             const std::string& network) {
  const auto is_many = is_about_many(arguments);
  if (!is_many) return core::fail(is_many.error());
  return *is_many ? read_many(arguments, profile) : read_one(arguments, profile, network);
}

}  // namespace treering::cli
