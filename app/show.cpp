#include "app/show.h"

#include <array>
#include <cstdint>
#include <utility>

#include "app/job.h"
#include "app/setup/load_machine.h"
#include "app/setup/plan.h"
#include "app/variants.h"
#include "core/text/field.h"
#include "hw/io/files.h"
#include "hw/load_cluster.h"
#include "sim/nccl/call/choice.h"

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
       {"graphs", request.has_graphs},
       {"connections", request.has_connections}});
  for (const auto& [name, is_given] : of_machines) {
    if (!is_given) continue;
    return core::usage_error(core::field(name), "given for a fabric", "expected a machine");
  }
  return fabric_report(request.job.topology, **std::move(text));
}

/// Whether there is anything to show but what a run complained of, which the doctor says.
bool has_facts(const core::HostState& host) {
  return !host.gpus.empty() || !host.ports.empty() || !host.pcie_links.empty() ||
         !host.acs.empty() || !host.gpu_readings.empty() || !host.nvlink_errors.empty() ||
         !host.pair_rates.empty() || !host.kernel_events.empty();
}

/// Whether a log says who ran and with what, or on which hosts.
bool names_run(const hw::formats::LoadedRun& run) {
  const std::size_t hosts = run.logged.hosts.size();
  return hosts > 1 || (hosts == 1 && (run.host.nccl_version || run.host.driver_version));
}

/// What a log or texts without a machine have to show; nothing where they have nothing.
std::optional<ShowReport> report_of_run(const ShowRequest& request, hw::formats::LoadedRun run) {
  std::string source = hw::io::shown_path(request.job.topology);
  if (!run.logged.plan.empty() || run.logged.job.ranks > 0) {
    return PlanLinesReport{std::move(source), std::move(run.logged.plan),
                           std::move(run.logged.job)};
  }
  if (!has_facts(run.host) && !names_run(run)) return std::nullopt;
  return HostFactsReport{std::move(source),
                         {std::move(run.host), std::move(run.notes), std::move(run.read)},
                         std::move(run.why_no_machine),
                         std::move(run.logged.hosts),
                         run.shows_part};
}

/// A file that shows no machine: it may hold a fabric, or a log.
/// \param run of a log or of texts; nothing: the file shows neither
core::Result<ShowReport> answer_without_machine(const ShowRequest& request,
                                                const hw::io::RealFiles& files,
                                                std::optional<hw::formats::LoadedRun> run,
                                                const core::Error& why) {
  auto fabric = fabric_in_file(request, files);
  if (!fabric) return core::fail(fabric.error());
  if (*fabric) return **std::move(fabric);
  const bool is_of_machines =
      request.has_graphs || request.has_connections || !request.takes_plan_lines;
  auto report = is_of_machines || !run ? std::nullopt : report_of_run(request, *std::move(run));
  if (report) return *std::move(report);
  return core::fail(why);
}

MachineConnections connections_of(const Job& job) {
  const sim::nccl::connections::Connections all(job.machine.cluster, job.plan);
  MachineConnections shown;
  shown.ranks = job.ranks();
  shown.pair_channels = all.pair_channels();
  shown.algorithms = sim::nccl::call::chosen_algorithms(job.plan);
  if (shown.ranks <= kMostRanksShown) shown.collectives = all.of(shown.algorithms);
  if (shown.ranks <= kMostRanksInPairs) shown.pairs = all.of_pairs();
  return shown;
}

/// NCCL's plan and connections of the job, as far as they are asked for.
core::Result<void> add_job(const ShowRequest& request, MachineReport& report) {
  if (!request.has_graphs && !request.has_connections) return {};
  const auto job = open(report.setup, {.model = sim::Model::Nccl, .profile = {}, .network = {}});
  if (!job) return core::fail(job.error());
  report.setup =
      with_doubts(std::move(report.setup), deciding_facts(**job, {{core::Collective::AllReduce},
                                                                  {std::uint64_t{1} << 30U},
                                                                  core::DataType::Float,
                                                                  core::ReduceOp::Sum,
                                                                  {},
                                                                  sim::Model::Nccl}));
  report.setup.notes = setup::notes_on(report.setup, (*job)->plan);
  if (request.has_graphs) report.plan = (*job)->plan;
  report.lists_connections = request.has_connections;
  if (request.has_connections || (*job)->ranks() <= kMostRanksInPairs) {
    report.connections = connections_of(**job);
  }
  return {};
}

}  // namespace

core::Result<ShowReport> answer(const ShowRequest& request) {
  const hw::io::RealFiles files;
  setup::JobRequest asked = request.job;
  asked.nodes_may_differ = true;
  auto loaded = setup::load_machine_or_run(request.job.topology, files);
  if (!loaded) return answer_without_machine(request, files, {}, loaded.error());
  if (auto* const run = std::get_if<hw::formats::LoadedRun>(&*loaded)) {
    const core::Error why = run->why_no_machine;
    return answer_without_machine(request, files, std::move(*run), why);
  }
  auto setup = setup::set_up(std::get<hw::formats::LoadedCluster>(*std::move(loaded)), asked,
                             setup::Adapters::Used);
  if (!setup) return core::fail(setup.error());
  if (const auto error = sim::nccl::why_not_devices(setup->cluster.node, setup->job)) {
    return core::fail(*error);
  }
  MachineReport report;
  report.setup = *std::move(setup);
  report.paths = sim::smi_matrix(report.setup.cluster.node);
  report.rails = sim::rails_of(report.setup.cluster.node, report.setup.job);
  if (const auto added = add_job(request, report); !added) return core::fail(added.error());
  return report;
}

}  // namespace treering::app
