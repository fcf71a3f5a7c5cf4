#include "app/measurements/job_of_rows.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/text/field.h"
#include "core/unit_text.h"
#include "sim/nccl/versions/version.h"

namespace treering::app::measurements {
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
