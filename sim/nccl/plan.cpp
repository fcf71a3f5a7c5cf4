#include "sim/nccl/plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/assert.h"
#include "core/text/field.h"
#include "core/topology/cluster.h"
#include "core/topology/names.h"
#include "sim/nccl/paths/paths.h"
#include "sim/nccl/system/adapters.h"
#include "sim/nccl/system/system.h"

namespace treering::sim::nccl {
namespace {

using core::DeviceKind;
using core::Error;

// Hand-written and cloud files lack data that NCCL would read from the machine itself.
constexpr const char* kSkeletonHint =
    "NCCL reads what this file leaves out from the machine it runs on; use the file that "
    "NCCL_TOPO_DUMP_FILE writes there";

std::optional<Error> why_not_gpus(const core::Topology& node) {
  const auto gpus = node.of_kind(DeviceKind::Gpu);
  if (gpus.empty()) {
    return core::bad_input(node.name(), "no GPU", "expected at least one", kSkeletonHint).value();
  }
  for (const core::DeviceId id : gpus) {
    const core::Device& device = node.device(id);
    if (node.cpu_of(id) == core::kNoDevice) {
      return core::bad_input(node.name(), fmt::format("no CPU above '{}'", device.name),
                             "expected a PCIe link towards a CPU")
          .value();
    }
    if (std::get<core::Gpu>(device.info).compute_capability == 0) {
      return core::bad_input(node.name(),
                             fmt::format("compute capability of '{}' is unknown", device.name),
                             "expected it and the NVLinks of every GPU", kSkeletonHint)
          .value();
    }
  }
  return {};
}

std::optional<Error> why_not_version(const job::JobSpec& job) {
  if (versions::find_version(job.nccl_version) != nullptr) return {};
  return core::usage_error(core::field("nccl"),
                           fmt::format("'{}' is no version of NCCL 2", job.nccl_version),
                           "expected one such as 2.21.5")
      .value();
}

std::optional<Error> why_not_links(const core::Topology& node, const job::JobSpec& job) {
  const auto link = paths::one_way_link(node, job);
  if (!link) return {};
  const bool is_nvlink = link->kind == core::LinkKind::NvLink;
  return core::bad_input(node.name(),
                         fmt::format("{} from '{}' to '{}' and none back",
                                     is_nvlink ? "an nvlink" : "a pcilink",
                                     node.device(link->from).name, node.device(link->to).name),
                         "expected one in each direction",
                         "NCCL makes no communicator on such a machine (\"Failed to find reverse "
                         "path\")")
      .value();
}

std::optional<Error> why_not_joined(const core::Topology& node, const job::JobSpec& job) {
  if (!job.settings.nics.is_given()) return {};
  const auto joined = system::join_nics(node, job.settings.nics);
  if (!joined) return joined.error();
  if (job.nodes == 1 || !joined->of_kind(DeviceKind::NicPort).empty()) return {};
  return core::usage_error("NCCL_NET_MERGE_LEVEL", "no NET is left to reach other nodes",
                           "expected a level below SYS",
                           "NCCL loses NETs that it joins across CPUs")
      .value();
}

}  // namespace

std::optional<Error> why_not_devices(const core::Topology& node, const job::JobSpec& job) {
  const std::vector<int> known = core::sorted_gpu_numbers(node);
  std::set<int> seen;
  for (const int device : job.devices) {
    if (!std::ranges::binary_search(known, device)) {
      return core::usage_error(
                 core::field("devices"), fmt::format("GPU {} not found", device),
                 known.empty() ? "have none" : fmt::format("have {}", fmt::join(known, ", ")))
          .value();
    }
    if (!seen.insert(device).second) {
      return core::usage_error(core::field("devices"), fmt::format("GPU {} given twice", device),
                               "each at most once")
          .value();
    }
  }
  return {};
}

std::optional<Error> why_not_nodes(const core::Topology& node, const job::JobSpec& job) {
  const auto per_node = static_cast<int>(system::local_ranks(node, job).size());
  if (per_node == 0) return {};
  const int most = core::kMaxRanks / per_node;
  if (job.nodes < 1 || job.nodes > most) {
    return core::usage_error(core::field("nodes"), fmt::format("{} nodes", job.nodes),
                             fmt::format("expected 1 to {} with {} ranks each", most, per_node))
        .value();
  }
  if (job.nodes > 1 && node.of_kind(DeviceKind::NicPort).empty()) {
    return core::usage_error(
               core::field("nodes"),
               fmt::format("{} nodes, but no network port in '{}'", job.nodes, node.name()),
               "expected a NIC with a port (net) to reach other nodes",
               "add one, or ask for 1 node")
        .value();
  }
  return {};
}

std::optional<Error> why_not(const core::Topology& node, const job::JobSpec& job) {
  if (job.settings.adapters) {
    const auto used = system::used_ports(node, *job.settings.adapters);
    if (used.empty() && job.nodes > 1) return system::no_adapter_left(node);
    job::JobSpec rest = job;
    rest.settings.adapters.reset();
    return why_not(system::with_ports(node, used), rest);
  }
  if (auto error = why_not_gpus(node)) return error;
  if (auto error = why_not_version(job)) return error;
  if (auto error = why_not_devices(node, job)) return error;
  if (auto error = why_not_nodes(node, job)) return error;
  if (auto error = why_not_joined(node, job)) return error;
  return why_not_links(node, job);
}

std::optional<Error> why_not(const core::Cluster& cluster, const job::JobSpec& job) {
  if (auto error = why_not(cluster.node, job)) return error;
  for (const core::NodeClass& one : cluster.others) {
    auto error = why_not(one.node, job);
    if (!error) continue;
    error->found = fmt::format("node {}: {}", core::number_ranges(one.nodes), error->found);
    return error;
  }
  if (const auto even = core::check_classes(cluster, cluster.node.name()); !even) {
    return even.error();
  }
  return {};
}

Plan make_plan(const core::Topology& node, const job::JobSpec& job) {
  TREERING_ASSERT(!why_not(node, job), "the job runs on the node");
  return make_plan(job, search::search_node(node, job));
}

Plan make_plan(const core::Cluster& cluster, const job::JobSpec& job) {
  TREERING_ASSERT(!why_not(cluster, job), "the job runs on the nodes");
  TREERING_ASSERT(is_even(cluster) || cluster.node_count == job.nodes,
                  "classes of the job's nodes");
  return make_plan(job, search::search_job(cluster, job));
}

Plan make_plan(const job::JobSpec& job, const search::NodeSearch& found) {
  return make_plan(job, search::JobSearch{{found}, {}});
}

Plan make_plan(const job::JobSpec& job, search::JobSearch found) {
  TREERING_ASSERT(found.of(0).facts.gpus > 0 && job.nodes > 0, "a job has at least one rank");
  Plan plan;
  plan.job = job;
  plan.shape = search::shape_of(found, job.nodes);
  plan.facts = search::common_facts(found);
  plan.graphs = found.of(0).graphs;
  plan.common = search::common_graphs(found);
  plan.channels = communicator::ChannelSet({versions::version(job.nccl_version), plan.job.settings},
                                           found, job.nodes);
  plan.machines = std::move(found);
  plan.tuning = tuning::TuningTable(view_of(plan));
  return plan;
}

communicator::CommunicatorView view_of(const Plan& plan) {
  return {versions::version(plan.job.nccl_version),
          plan.job.settings,
          plan.facts,
          plan.common,
          plan.shape,
          plan.channels};
}

}  // namespace treering::sim::nccl
