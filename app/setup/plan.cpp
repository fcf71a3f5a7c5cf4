#include "app/setup/plan.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/field.h"
#include "core/topology/names.h"
#include "core/units.h"
#include "hw/builtin.h"
#include "hw/catalogue/gpus.h"
#include "hw/formats/format.h"
#include "sim/carrier.h"
#include "sim/nccl/rules/call.h"
#include "sim/nccl/search/graph_search.h"
#include "sim/nccl/system/adapters.h"

namespace treering::app::setup {
namespace {

std::string joining_note(const core::Topology& node,
                         const std::vector<sim::nccl::system::PortGroup>& groups) {
  const auto name_of = [&](core::DeviceId id) { return node.device(id).name; };
  // Within a line of 100; docs/environment.md says the rest.
  return fmt::format(
      "{} with several ports, unjoined ({}, {}); to join: ⟨env⟩ NCCL_IB_MERGE_NICS=1",
      core::counted(groups.size(), "adapter"), name_of(groups.front()[0]),
      name_of(groups.front()[1]));
}

/// Where the answer depends on what was assumed of the machine: the place of what is so there.
std::string place_text(const Setup& setup) {
  if (setup.doubts.empty()) return "here";
  std::vector<std::string> taken;
  for (const OpenFact& doubt : setup.doubts) taken.push_back(doubt.taken);
  return fmt::format("with {}, as assumed,", fmt::join(taken, " and "));
}

std::vector<std::string> search_notes(const Setup& setup, const sim::nccl::Plan& plan) {
  // "simple order" as in NCCL's log, by which users find it (src/graph/search.cc, ncclTopoCompute).
  const auto note = [&](std::string_view what) {
    return fmt::format(
        "NCCL's search finds no {} {}{} and falls back to one channel of 0.1 GB/s in simple order",
        what, place_text(setup), search_of_text(plan.job.nccl_version));
  };
  std::vector<std::string> notes;
  if (sim::nccl::search::is_fallback(plan.common.ring)) notes.push_back(note("ring"));
  if (sim::nccl::search::is_fallback(plan.common.tree)) notes.push_back(note("tree"));
  return notes;
}

std::vector<std::string> names_reaching(sim::job::Reach reach, const Variables& variables) {
  std::vector<std::string> names;
  for (const sim::job::Assignment& one : variables) {
    if (sim::job::find_variable(one.name)->reach == reach) names.push_back(one.name);
  }
  return names;
}

/// The first built-in machine with as many of the same GPUs, and adapters; empty for none.
std::string machine_with_adapters(const core::Topology& node) {
  const hw::catalogue::GpuModel* const model = hw::catalogue::gpu_model_of(node);
  if (model == nullptr) return "";
  for (const std::string_view name : hw::builtin_names()) {
    const auto builtin = hw::load_builtin(name);
    const bool is_alike = builtin && builtin->gpu_count() == node.gpu_count() &&
                          core::host_count(*builtin) == 1 &&
                          !builtin->of_kind(core::DeviceKind::NicPort).empty();
    if (is_alike && hw::catalogue::gpu_model_of(*builtin) == model) {
      return std::string(name);
    }
  }
  return "";
}

/// A log of several nodes may have no line about the network between them.
core::Error network_is_unseen(const Setup& setup) {
  const std::string like = machine_with_adapters(setup.cluster.node);
  return core::usage_error(
             setup.source,
             fmt::format("{}, and no adapter that joins them is shown",
                         core::counted(setup.job.nodes, "node")),
             fmt::format("expected the machine with its adapters as the topology{}",
                         like.empty() ? "" : ", such as " + like),
             fmt::format("give that and ⟨nodes⟩ {}, or ⟨nodes⟩ 1 for one of these nodes",
                         setup.job.nodes))
      .value();
}

/// On the variables that are followed and change nothing in an answer about calls of these
/// collectives.
std::vector<std::string> reach_notes(const Variables& variables,
                                     std::span<const core::Collective> asked) {
  using sim::job::Reach;
  std::vector<std::string> notes;
  const auto note = [&](Reach reach, const std::string& effect) {
    const auto names = names_reaching(reach, variables);
    if (!names.empty()) notes.push_back(fmt::format("{}: {}", fmt::join(names, ", "), effect));
  };
  std::vector<std::string_view> calls;
  for (const core::Collective one : asked) calls.push_back(core::name_of(one));
  const std::string no_effect = fmt::format("no effect on {}", fmt::join(calls, ", "));
  const auto tuned = std::ranges::count_if(asked, sim::nccl::rules::is_tuned);
  if (tuned == 0) note(Reach::Tuned, no_effect);
  if (tuned == std::ssize(asked)) note(Reach::Pairs, no_effect);
  return notes;
}

}  // namespace

std::optional<core::Error> why_not(const Setup& setup) {
  auto reason = sim::nccl::why_not(setup.cluster, setup.job);
  if (!reason) return reason;
  const bool has_no_port = setup.cluster.node.of_kind(core::DeviceKind::NicPort).empty();
  const bool may_hide_ports =
      hw::formats::hosts_of(setup.format) != hw::formats::HostsOfText::AsWritten;
  if (reason->where == core::field("nodes") && setup.job.nodes > 1 && has_no_port &&
      may_hide_ports) {
    return network_is_unseen(setup);
  }
  if (reason->category == core::Category::BadInput) reason->where = setup.source;
  return reason;
}

core::Result<sim::nccl::Plan> make_plan(const Setup& setup) {
  if (auto reason = why_not(setup)) return core::fail(*std::move(reason));
  return sim::nccl::make_plan(setup.cluster, setup.job);
}

void carry_over(Setup& setup, std::string_view network) {
  core::Cluster carried = sim::over_network(setup.cluster, network);
  if (carried == setup.cluster) return;
  setup.cluster = std::move(carried);
  if (setup.job.nodes == 1) return;
  setup.notes.emplace_back("TCP sockets have no GPUDirect RDMA: NCCL's plan does without");
}

std::string fabric_note_of_nccl(const Setup& setup) {
  if (setup.cluster.fabric.kind == core::FabricKind::Unspecified) return "";
  return "fabric: no effect here, as NCCL's own model knows no switches";
}

std::vector<std::string> call_notes(const Setup& setup, std::span<const core::Collective> asked) {
  std::vector<std::string> notes = setup.notes;
  if (!asked.empty()) {
    std::ranges::move(reach_notes(setup.variables, asked), std::back_inserter(notes));
  }
  return notes;
}

std::vector<std::string> notes_on(const Setup& setup, const sim::nccl::Plan& plan,
                                  std::span<const core::Collective> asked) {
  std::vector<std::string> notes = call_notes(setup, asked);
  std::ranges::copy(search_notes(setup, plan), std::back_inserter(notes));
  if (plan.shape.nodes == 1 || setup.job.settings.nics.is_given()) return notes;
  sim::job::NicJoining as_plugin;
  as_plugin.joins = true;
  const auto groups = sim::nccl::system::ports_to_join(setup.cluster.node, as_plugin);
  if (groups && !groups->empty()) notes.push_back(joining_note(setup.cluster.node, *groups));
  return notes;
}

std::string shape_text(const sim::nccl::Shape& shape, int machines) {
  const int ranks = shape.ranks();
  const std::string parts = shape.nodes == machines
                                ? ""
                                : fmt::format(" ({} to NCCL)", core::counted(shape.nodes, "node"));
  return fmt::format("{} x {} = {}{}", core::counted(machines, "node"),
                     core::counted(ranks / machines, "GPU"), core::counted(ranks, "rank"), parts);
}

}  // namespace treering::app::setup
