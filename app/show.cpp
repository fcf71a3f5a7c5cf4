#include "app/show.h"

#include <array>
#include <utility>

#include "app/job.h"
#include "app/setup/plan.h"
#include "core/text/field.h"
#include "hw/io/files.h"
#include "hw/load_cluster.h"

namespace treering::app {

FabricReport fabric_report(std::string_view source, hw::fabric::readers::FabricText text) {
  FabricReport report{hw::io::shown_path(source), std::move(text), {}};
  report.found = hw::fabric::analysis::fabric_of(report.text.graph, report.source);
  return report;
}

namespace {

/// The fabric in the file; nothing where it has none. Inputs only for machines are errors.
core::Result<std::optional<FabricReport>> fabric_in_file(const ShowRequest& request,
                                                         const hw::io::RealFiles& files) {
  auto text = hw::load_fabric(request.job.topology, files);
  if (!text) return core::fail(text.error());
  if (!*text) return std::nullopt;
  const auto of_machines = std::to_array<std::pair<const char*, bool>>(
      {{"nodes", request.job.nodes.has_value()},
       {"gpus-per-node", request.job.gpus_per_node.has_value()},
       {"devices", request.job.devices.has_value()},
       {"graphs", request.has_graphs}});
  for (const auto& [name, is_given] : of_machines) {
    if (!is_given) continue;
    return core::usage_error(core::field(name), "given for a fabric", "expected a machine");
  }
  return fabric_report(request.job.topology, **std::move(text));
}

}  // namespace

core::Result<ShowReport> answer(const ShowRequest& request) {
  const hw::io::RealFiles files;
  setup::JobRequest asked = request.job;
  asked.nodes_may_differ = true;
  auto setup = setup::set_up(asked, files);
  if (!setup) {
    // It may be a fabric.
    auto fabric = fabric_in_file(request, files);
    if (!fabric) return core::fail(fabric.error());
    if (*fabric) return **std::move(fabric);
    return core::fail(setup.error());
  }
  if (const auto error = sim::nccl::why_not_devices(setup->cluster.node, setup->job)) {
    return core::fail(*error);
  }
  MachineReport report{*std::move(setup), {}, {}, std::nullopt};
  report.paths = sim::smi_matrix(report.setup.cluster.node);
  report.rails = sim::rails_of(report.setup.cluster.node, report.setup.job);
  if (request.has_graphs) {
    const auto job = open(report.setup, {.model = sim::Model::Nccl, .profile = {}, .network = {}});
    if (!job) return core::fail(job.error());
    report.setup.notes = setup::notes_on((*job)->machine, (*job)->plan);
    report.plan = (*job)->plan;
  }
  return report;
}

}  // namespace treering::app
