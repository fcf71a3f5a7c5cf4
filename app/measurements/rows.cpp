#include "app/measurements/rows.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/text/field.h"
#include "core/units.h"
#include "sim/nccl/versions/version.h"

namespace treering::app::measurements {

namespace {

core::Result<tuner::runs::RunFile> read_file(const std::string& file,
                                             const tuner::runs::ImportHints& hints,
                                             const hw::io::Files& source) {
  const auto text = source.read(file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  return tuner::runs::read_run_file({hw::io::shown_path(file), *text}, hints);
}

}  // namespace

core::Result<tuner::runs::Runs> read_runs(const std::vector<std::string>& files,
                                          const tuner::runs::ImportHints& hints,
                                          const hw::io::Files& source) {
  tuner::runs::Runs all;
  for (const std::string& file : files) {
    auto runs = read_file(file, hints, source);
    if (!runs) return core::fail(runs.error());
    all.push_back(*std::move(runs));
  }
  return all;
}

core::Result<tuner::MeasurementSet> gpu_rows_of(const tuner::runs::Runs& runs) {
  auto set = tuner::runs::rows_of(runs);
  if (!set) return set;
  for (const tuner::Measurement& row : set->rows) {
    if (row.way.library.empty()) continue;
    return core::bad_input(
        row.file, "runs of " + row.way.library + " on CPUs", "expected runs of NCCL on GPUs",
        "treering calibrate hosts, validate hosts and check --topology hosts take them; tune "
        "--runner replay --measurements FILE --report PAGE makes a page of them, measure --compare "
        "lays two beside each other");
  }
  return set;
}

bool Wanted::has(const tuner::Measurement& row) const {
  return row.id == id.value_or(row.id) &&
         (collectives.empty() ||
          std::ranges::find(collectives, row.collective) != collectives.end());
}

namespace {

using tuner::Measurement;

/// The number on which all rows agree; 0 where they differ or lack it.
int common(const std::vector<Measurement>& rows, int Measurement::*field) {
  const int first = rows.front().*field;
  const bool is_common =
      std::ranges::all_of(rows, [&](const Measurement& row) { return row.*field == first; });
  return is_common ? first : 0;
}

/// The NCCL that all rows name; empty where they differ or name none.
std::string common_version(const std::vector<Measurement>& rows) {
  const std::string& first = rows.front().nccl_version;
  const bool is_common =
      std::ranges::all_of(rows, [&](const Measurement& row) { return row.nccl_version == first; });
  return is_common && sim::nccl::versions::find_version(first) != nullptr ? first : "";
}

}  // namespace

setup::JobRequest completed(setup::JobRequest job, const std::vector<Measurement>& rows) {
  const int nodes = common(rows, &Measurement::nodes);
  if (!job.nodes && nodes > 0) job.nodes = nodes;
  const int gpus = common(rows, &Measurement::gpus_per_node);
  if (!job.devices && !job.gpus_per_node && gpus > 0) job.gpus_per_node = gpus;
  const int per_process = common(rows, &Measurement::gpus_per_process);
  if (!job.gpus_per_process && per_process > 1 && per_process <= gpus) {
    job.gpus_per_process = per_process;
  }
  std::string version = common_version(rows);
  if (!job.nccl && !version.empty()) job.nccl = std::move(version);
  return job;
}

core::Result<setup::Setup> set_up(const setup::JobRequest& asked,
                                  const std::vector<Measurement>& rows,
                                  const hw::io::RealFiles& files) {
  const setup::JobRequest job = completed(asked, rows);
  auto machine = setup::set_up(job, files);
  const bool is_of_rows = job.gpus_per_node != asked.gpus_per_node;
  if (machine || !is_of_rows || machine.error().where != core::field("gpus-per-node")) {
    return machine;
  }
  return core::bad_input(
      rows.front().file,
      fmt::format("rows of {} on each node", core::counted(*job.gpus_per_node, "GPU")),
      machine.error().expected, "choose the topology on which they were measured");
}

std::vector<core::Collective> collectives_of(const std::vector<Measurement>& rows) {
  std::vector<core::Collective> collectives;
  for (const core::Collective one : core::all_collectives()) {
    const bool is_there = std::ranges::find(rows, one, &Measurement::collective) != rows.end();
    if (is_there) collectives.push_back(one);
  }
  return collectives;
}

}  // namespace treering::app::measurements
