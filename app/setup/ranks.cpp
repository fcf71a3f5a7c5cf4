#include "app/setup/ranks.h"

#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/text/field.h"
#include "core/topology/names.h"
#include "core/topology/part.h"
#include "core/units.h"

namespace treering::app::setup {
namespace {

std::vector<int> first_gpus(const core::Topology& node, int count) {
  std::vector<int> numbers = core::sorted_gpu_numbers(node);
  numbers.resize(static_cast<std::size_t>(count));
  return numbers;
}

}  // namespace

core::Result<void> check_counts(const JobRequest& request) {
  const std::array<std::pair<const char*, std::optional<int>>, 4> counts{
      {{"nodes", request.nodes},
       {"nodes-per-leaf", request.leaf_switches.nodes_per_leaf},
       {"gpus-per-node", request.gpus_per_node},
       {"gpus-per-process", request.gpus_per_process}}};
  for (const auto& [name, count] : counts) {
    if (!count || (*count >= 1 && *count <= core::kMaxRanks)) continue;
    return core::usage_error(core::field(name), fmt::format("found {}", *count),
                             fmt::format("expected a whole number from 1 to {}", core::kMaxRanks));
  }
  return {};
}

core::Result<std::vector<int>> devices_of(const JobRequest& request, const core::Topology& node,
                                          const std::vector<int>& unasked) {
  if (request.devices && request.gpus_per_node) {
    return core::usage_error(core::field("devices"), "given together with ⟨gpus-per-node⟩",
                             "expected one of the two");
  }
  if (request.devices) {
    std::set<int> seen;
    for (const int device : *request.devices) {
      if (seen.insert(device).second) continue;
      return core::usage_error(core::field("devices"), fmt::format("GPU {} given twice", device),
                               "expected each GPU once", "each rank has a GPU of its own");
    }
    return *request.devices;
  }
  if (!request.gpus_per_node) return unasked;
  const int count = *request.gpus_per_node;
  if (count > node.gpu_count()) {
    return core::usage_error(
        core::field("gpus-per-node"), fmt::format("found {}", count),
        fmt::format("expected at most {}, the GPUs of {}", node.gpu_count(), node.name()));
  }
  return first_gpus(node, count);
}

core::Result<int> gpus_per_process_of(const JobRequest& request, const core::Topology& node,
                                      const std::vector<int>& devices) {
  const int count = request.gpus_per_process.value_or(1);
  const int gpus = devices.empty() ? node.gpu_count() : static_cast<int>(devices.size());
  if (count <= gpus || !request.gpus_per_process) return count;
  return core::usage_error(
      core::field("gpus-per-process"), fmt::format("found {}", count),
      fmt::format("expected at most {}, the GPUs of {} that the job has", gpus, node.name()));
}

void note_trays(const JobRequest& request, Setup& setup) {
  const core::Topology& node = setup.cluster.node;
  const int hosts = core::host_count(node);
  const int nodes = setup.job.nodes;
  if (hosts < 2 || nodes < 2 || !request.nodes) return;
  const bool is_whole = setup.job.devices.empty();
  const int gpus =
      nodes * (is_whole ? node.gpu_count() / hosts : static_cast<int>(setup.job.devices.size()));
  if (gpus > node.gpu_count()) return;
  setup.notes.push_back(fmt::format(
      "a node of {0} is all of its {1} trays, which NVLink joins, so these are {2} racks: "
      "if {2} trays or parts of one rack are meant, give ⟨nodes⟩ 1 and ⟨gpus-per-node⟩ {3}",
      node.name(), hosts, nodes, gpus));
}

core::Result<void> drop_idle_hosts(Setup& setup) {
  const auto idle = leave_out_idle_hosts(setup.cluster, setup.job);
  if (!idle) return core::fail(idle.error());
  if (*idle == 0) return {};
  setup.notes.push_back(fmt::format("{} hosts of {} have no rank and are left out", *idle,
                                    setup.cluster.node.name()));
  return {};
}

core::Result<void> expect_even(const core::Cluster& cluster, const std::string& source) {
  if (is_even(cluster)) return {};
  return core::bad_input(source, differing_text(cluster.others.front()), "expected equal nodes",
                         "treering simulate and treering show take nodes that differ");
}

core::Result<int> leave_out_idle_hosts(core::Cluster& cluster, sim::job::JobSpec& job) {
  auto used = core::hosts_in_use(cluster.node, job.devices);
  if (!used) return core::fail(used.error());
  if (used->idle > 0) {
    if (auto even = expect_even(cluster, cluster.node.name()); !even) {
      return core::fail(even.error());
    }
  }
  cluster.node = std::move(used->node);
  job.devices = std::move(used->devices);
  return used->idle;
}

}  // namespace treering::app::setup
