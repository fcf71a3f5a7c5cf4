#include "app/setup/setup.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "app/setup/adapters.h"
#include "app/setup/leaf_switches.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/text/table.h"
#include "core/topology/gpu_numbers.h"
#include "core/topology/hosts_in_use.h"
#include "core/topology/node_classes.h"
#include "hw/load_cluster.h"
#include "sim/nccl/versions/version.h"

namespace treering::app::setup {
namespace {

/// Numbers that are counts of something are at least 1.
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

std::vector<int> first_gpus(const core::Topology& node, int count) {
  std::vector<int> numbers = core::sorted_gpu_numbers(node);
  numbers.resize(static_cast<std::size_t>(count));
  return numbers;
}

core::Result<std::vector<int>> devices_of(const JobRequest& request, const core::Topology& node) {
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
  if (!request.gpus_per_node) return std::vector<int>();
  const int count = *request.gpus_per_node;
  if (count > node.gpu_count()) {
    return core::usage_error(
        core::field("gpus-per-node"), fmt::format("found {}", count),
        fmt::format("expected at most {}, the GPUs of {}", node.gpu_count(), node.name()));
  }
  return first_gpus(node, count);
}

/// One thread submits only to GPUs of its own host.
core::Result<int> gpus_per_process_of(const JobRequest& request, const core::Topology& node,
                                      const std::vector<int>& devices) {
  const int count = request.gpus_per_process.value_or(1);
  const int gpus = devices.empty() ? node.gpu_count() : static_cast<int>(devices.size());
  if (count <= gpus || !request.gpus_per_process) return count;
  return core::usage_error(
      core::field("gpus-per-process"), fmt::format("found {}", count),
      fmt::format("expected at most {}, the GPUs of {} that the job has", gpus, node.name()));
}

/// "2.10.3" of "2.10.3+cuda11.3"; empty, which means the default, where the source reports none
/// that is known.
std::string nccl_reported_by(const core::HostState& host) {
  if (!host.nccl_version) return "";
  const std::string& reported = host.nccl_version->value;
  std::string release = reported.substr(0, reported.find('+'));
  return sim::nccl::versions::find_version(release) == nullptr ? "" : release;
}

core::Result<std::string> nccl_of(const JobRequest& request, const core::HostState& host,
                                  std::vector<std::string>& notes) {
  const std::string unnamed =
      request.unnamed_nccl == UnnamedNccl::OfSource ? nccl_reported_by(host) : "";
  const std::string_view text = request.nccl ? std::string_view(*request.nccl) : unnamed;
  const sim::nccl::versions::Version* version = sim::nccl::versions::find_version(text);
  if (version == nullptr || request.nccl == "") {
    return core::usage_error(core::field("nccl"),
                             fmt::format("'{}' is no version of NCCL 2", core::printable(text)),
                             "expected one such as 2.28.9 or 2.21");
  }
  const std::string remark = sim::nccl::versions::nearest_version_remark(*version, text);
  if (!remark.empty()) notes.push_back(remark);
  return std::string(version->name);
}

core::Result<void> follow_variables(const VariablesRequest& request, Setup& setup) {
  const auto& version = sim::nccl::versions::version(setup.job.nccl_version);
  const auto given = given_variables(request);
  if (!given) return core::fail(given.error());
  auto environment = sim::job::read_environment(*given, version);
  if (!environment) return core::fail(environment.error());
  setup.job.settings = environment->settings;
  setup.variables = std::move(environment->followed);
  std::ranges::move(environment->notes, std::back_inserter(setup.notes));
  std::string rules = sim::job::rules_note(setup.variables, version);
  if (!rules.empty()) setup.notes.push_back(std::move(rules));
  if (setup.job.settings.collnet != sim::job::Switch::On) return {};
  // A topology does not say whether the network's switches reduce and a plugin asks them to.
  setup.job.collnet = sim::job::Feature::On;
  setup.notes.emplace_back(
      "NCCL_COLLNET_ENABLE=1: assuming that the network reduces (SHARP) and that NCCL has a plugin "
      "for it");
  return {};
}

/// mpirun and NVIDIA call a tray of a rack a node. Where the job's GPUs would fit into one rack, it
/// may be meant so.
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

}  // namespace

core::Result<void> expect_even(const core::Cluster& cluster, const std::string& source) {
  if (is_even(cluster)) return {};
  return core::bad_input(source, differing_text(cluster.others.front()), "expected equal nodes",
                         "treering simulate and treering show take nodes that differ");
}

core::Result<int> leave_out_idle_hosts(core::Cluster& cluster, sim::job::Job& job) {
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

core::Result<Setup> set_up(const JobRequest& request, const hw::io::RealFiles& files) {
  auto loaded = hw::load_cluster(request.topology, files);
  if (!loaded) return core::fail(loaded.error());
  auto setup = set_up(*std::move(loaded), request);
  if (!setup) return setup;
  if (const auto done = follow_adapter_list(*setup); !done) return core::fail(done.error());
  return setup;
}

core::Result<Setup> set_up(hw::formats::LoadedCluster loaded, const JobRequest& request) {
  if (const auto counts = check_counts(request); !counts) return core::fail(counts.error());
  core::Cluster& cluster = loaded.cluster;
  const int nodes = request.nodes.value_or(cluster.node_count);
  cluster = core::of_size(std::move(cluster), nodes);
  if (!request.nodes_may_differ) {
    if (auto even = expect_even(cluster, hw::io::shown_path(request.topology)); !even) {
      return core::fail(even.error());
    }
  }
  auto devices = devices_of(request, cluster.node);
  if (!devices) return core::fail(devices.error());
  auto nics = take_adapters(request.adapters, cluster);
  if (!nics) return core::fail(nics.error());
  const auto per_process = gpus_per_process_of(request, cluster.node, *devices);
  if (!per_process) return core::fail(per_process.error());
  Setup setup;
  setup.source = hw::io::shown_path(request.topology);
  setup.notes = texts_of(loaded.notes);
  const auto version = nccl_of(request, loaded.host, setup.notes);
  if (!version) return core::fail(version.error());
  if (!nics->empty()) setup.notes.push_back("NICs by hand: " + *nics);
  setup.nics = *std::move(nics);
  setup.job.nodes = cluster.node_count;
  setup.job.devices = *std::move(devices);
  setup.job.gpus_per_process = *per_process;
  setup.job.nccl_version = *version;
  setup.cluster = std::move(cluster);
  setup.host = std::move(loaded.host);
  if (const auto done = take_leaf_switches(request.leaf_switches, setup); !done) {
    return core::fail(done.error());
  }
  if (const auto done = follow_variables(request.variables, setup); !done) {
    return core::fail(done.error());
  }
  note_trays(request, setup);
  if (const auto done = drop_idle_hosts(setup); !done) return core::fail(done.error());
  return setup;
}

std::string settings_suffix(const Setup& setup) {
  std::string text;
  if (!setup.variables.empty()) text += fmt::format(", with {}", variables_text(setup.variables));
  if (!setup.nics.empty()) text += fmt::format(", NICs by hand: {}", setup.nics);
  return text;
}

std::vector<std::string> all_texts_of(const std::vector<core::Diagnostic>& diagnostics) {
  std::vector<std::string> texts;
  for (const core::Diagnostic& one : diagnostics) {
    texts.push_back(core::printable(fmt::format("{}: {}", one.where, one.text)));
  }
  return texts;
}

std::vector<std::string> texts_of(const std::vector<core::Diagnostic>& diagnostics) {
  constexpr std::size_t kShown = 8;
  return core::shortened(all_texts_of(diagnostics), kShown, " of this file");
}

}  // namespace treering::app::setup
