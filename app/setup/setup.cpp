#include "app/setup/setup.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/setup/fields.h"
#include "app/setup/load_machine.h"
#include "app/setup/peer_access.h"
#include "core/result.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/text/table.h"
#include "core/topology/cluster.h"
#include "core/topology/edited_topology.h"
#include "core/topology/names.h"
#include "core/topology/part.h"
#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/fabric/node_order.h"
#include "hw/load_cluster.h"
#include "sim/carrier.h"
#include "sim/cost/machine.h"
#include "sim/job/port_variables.h"
#include "sim/nccl/system/adapters.h"
#include "sim/nccl/versions/version.h"

namespace treering::app::setup {
namespace {

using core::DeviceId;
using sim::job::AdapterList;
using sim::nccl::system::AdapterPort;

// The adapters of a job and their rates, by the request and by NCCL_IB_HCA.

constexpr std::size_t kMostNames = 32;  // in an error
constexpr std::string_view kGiveNames = "give names as in NCCL_IB_HCA, or how many";
constexpr double kMostGbit = 100'000;

std::string all_names(const core::Topology& node) {
  return fmt::format("have {}",
                     names_of_adapters(sim::nccl::system::adapter_ports(node), kMostNames));
}

/// "mlx5_0, mlx5_4 (2 of 8 NIC ports)".
std::string part_text(const core::Topology& node, const std::set<DeviceId>& kept) {
  std::vector<AdapterPort> ports = sim::nccl::system::adapter_ports(node);
  const std::size_t all = ports.size();
  std::erase_if(ports, [&](const AdapterPort& port) { return !kept.contains(port.id); });
  return fmt::format("{} ({} of {} NIC ports)", names_of_adapters(ports), ports.size(), all);
}

/// The first name in a list that fits no adapter, as typed; empty where each fits one.
std::string_view first_unknown(const core::Topology& node, std::string_view list) {
  const std::size_t marks = std::min(list.find_first_not_of("^="), list.size());
  const std::string prefix(list.substr(0, marks));
  for (std::string_view rest = list.substr(marks); !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view typed = rest.substr(0, comma);
    const AdapterList alone = sim::job::read_adapter_list(prefix + std::string(typed));
    if (!sim::nccl::system::unknown_names(node, alone).empty()) return typed;
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return {};
}

std::string_view value_of(const Variables& variables, std::string_view name) {
  const auto found = std::ranges::find(
      variables, name, [](const auto& one) -> std::string_view { return one.name; });
  return found == variables.end() ? std::string_view() : found->value;
}

core::Result<std::set<DeviceId>> so_many(const core::Topology& node, int count) {
  const int most = sim::nccl::system::least_ports(node);
  if (count >= 1 && count <= most) return sim::nccl::system::spread_ports(node, count);
  return core::usage_error(
      core::field("nics"), fmt::format("found {}", core::counted(count, "NIC port")),
      fmt::format("expected 1 to {}, as many as a host of {} has", most, node.name()));
}

core::Result<std::set<DeviceId>> named(const core::Topology& node, std::string_view text) {
  const AdapterList list = sim::job::read_adapter_list(text);
  if (list.names.empty()) {
    return core::usage_error(core::field("nics"), "no adapter given", all_names(node),
                             std::string(kGiveNames));
  }
  if (const auto unknown = first_unknown(node, text); !unknown.empty()) {
    return core::usage_error(
        core::field("nics"),
        fmt::format("{} has no adapter {}", node.name(), core::in_quotes(unknown)), all_names(node),
        std::string(kGiveNames));
  }
  auto kept = sim::nccl::system::used_ports(node, list);
  if (!kept.empty()) return kept;
  return core::usage_error(core::field("nics"),
                           fmt::format("{} leaves none", core::in_quotes(text)), all_names(node));
}

core::Result<std::set<DeviceId>> asked_for(const core::Topology& node, std::string_view text) {
  if (node.of_kind(core::DeviceKind::NicPort).empty()) {
    return core::usage_error(core::field("nics"),
                             fmt::format("{} has no network port", node.name()));
  }
  if (const auto count = core::whole_number<int>(text)) return so_many(node, *count);
  return named(node, text);
}

core::Result<double> read_rate(std::string_view text) {
  double gbit = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, gbit);
  const bool is_rate = error == std::errc() && rest == end && gbit >= 1e-3 && gbit <= kMostGbit;
  if (is_rate) return gbit;
  return core::usage_error(core::field("nic-rate"),
                           fmt::format("{} is no rate", core::in_quotes(text)),
                           "expected Gbit/s of a port, each way", "write it like 200");
}

void set_rate(core::Topology& node, double gbit) {
  node = core::with_devices(node, [&](core::Device& device) {
    auto* const port = std::get_if<core::NicPort>(&device.info);
    if (port == nullptr) return;
    port->speed_mbps = std::llround(gbit * 1000);
    std::erase(device.assumed, "speed_mbps");
  });
}

/// Removes all adapters but those requested, and sets the requested rate. Returns, for people:
/// "mlx5_0, mlx5_4 (2 of 8 NIC ports), 200 Gbit/s a port"; empty without a request.
core::Result<std::string> take_adapters(const AdapterRequest& request, core::Topology& node) {
  std::string text;
  if (request.nics) {
    const auto kept = asked_for(node, *request.nics);
    if (!kept) return core::fail(kept.error());
    text = part_text(node, *kept);
    node = sim::nccl::system::with_ports(node, *kept);
  }
  if (request.nic_rate) {
    const auto gbit = read_rate(*request.nic_rate);
    if (!gbit) return core::fail(gbit.error());
    set_rate(node, *gbit);
    text += fmt::format("{}{:g} Gbit/s a port", text.empty() ? "" : ", ", *gbit);
  }
  return text;
}

/// On all nodes. Returns the same of those that Cluster::node stands for.
core::Result<std::string> take_adapters(const AdapterRequest& request, core::Cluster& cluster) {
  std::string text;
  for (core::Topology* const node : topologies_of(cluster)) {
    auto taken = take_adapters(request, *node);
    if (!taken) return taken;
    if (node == &cluster.node) text = *std::move(taken);
  }
  cluster = core::merged(std::move(cluster));
  return text;
}

/// Removes from the job's node the adapters that NCCL_IB_HCA does not allow, with a note. Fails
/// where several nodes have none left.
core::Result<void> follow_adapter_list(Setup& setup) {
  const sim::AdapterUse use = sim::adapter_use(setup.cluster, setup.job.settings);
  const auto list = std::exchange(setup.job.settings.adapters, std::nullopt);
  if (!list) return {};
  core::Topology& node = setup.cluster.node;
  const auto note = [&](std::string text) {
    setup.notes.push_back(fmt::format("NCCL_IB_HCA: {}", text));
  };
  if (use == sim::AdapterUse::Unread) {
    std::erase_if(setup.variables, [](const auto& one) { return one.name == "NCCL_IB_HCA"; });
    note(fmt::format("without effect on {}, which NCCL's own InfiniBand plugin does not serve",
                     sim::cost::network_of(setup.cluster)));
    return {};
  }
  if (use == sim::AdapterUse::None && setup.job.nodes > 1) {
    return core::fail(sim::nccl::system::no_adapter_left(node));
  }
  const bool is_known = sim::nccl::system::unknown_names(node, *list).empty();
  if (use == sim::AdapterUse::None) {
    note(fmt::format("it leaves NCCL none of the adapters; {}", all_names(node)));
  } else if (!is_known && !node.of_kind(core::DeviceKind::NicPort).empty()) {
    const std::string_view typed = first_unknown(node, value_of(setup.variables, "NCCL_IB_HCA"));
    note(fmt::format("no adapter {}; {}", core::in_quotes(typed), all_names(node)));
  }
  if (use == sim::AdapterUse::All && is_even(setup.cluster)) return {};
  const auto used = sim::nccl::system::used_ports(node, *list);
  if (!used.empty()) note(fmt::format("leaves NCCL {}", part_text(node, used)));
  for (core::Topology* const one : topologies_of(setup.cluster)) {
    const auto left = sim::nccl::system::used_ports(*one, *list);
    if (left.empty() && setup.job.nodes > 1) {
      return core::fail(sim::nccl::system::no_adapter_left(*one));
    }
    *one = sim::nccl::system::with_ports(*one, left);
  }
  setup.cluster = core::merged(std::move(setup.cluster));
  return {};
}

// The leaf switches of a job by hand: how many nodes each has, and how much less it has to the
// others than its nodes have to it.

constexpr double kMost = 64;  // as in cluster files

core::Result<double> read_ratio(std::string_view text) {
  double ratio = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, ratio);
  if (error == std::errc() && rest == end && ratio >= 1 && ratio <= kMost) return ratio;
  return core::usage_error(
      core::field("oversubscription"), fmt::format("found {}", core::in_quotes(text)),
      fmt::format("expected a number from 1 to {:g}", kMost), "2 is half as much up as down");
}

/// What the adapters say, where the source has no fabric.
core::LinkKind link_of(const core::Cluster& cluster) {
  const std::string network = sim::cost::network_of(cluster);
  if (network == "infiniband") return core::LinkKind::InfiniBand;
  return network == "roce" ? core::LinkKind::RoCE : core::LinkKind::Ethernet;
}

/// A fault of the request, where a reader would say that of its file.
core::Failure as_usage(core::Error error) {
  error.category = core::Category::Usage;
  return core::fail(std::move(error));
}

/// What the request says of leaf switches, in place of what the source says.
core::Result<core::Fabric> with_request(const LeafSwitchRequest& request, core::Fabric fabric) {
  if (request.oversubscription) {
    const auto ratio = read_ratio(*request.oversubscription);
    if (!ratio) return core::fail(ratio.error());
    fabric.oversubscription = *ratio;
  }
  fabric.nodes_per_leaf = request.nodes_per_leaf.value_or(fabric.nodes_per_leaf);
  if (!request.node_order) return fabric;
  auto order = hw::fabric::parse_node_order(*request.node_order);
  if (!order) {
    return core::usage_error(core::field("node-order"), "found " + order.error().found,
                             order.error().expected, order.error().hint);
  }
  fabric.order = *std::move(order);
  return fabric;
}

/// Makes the fabric of the job's cluster one with leaf switches as requested, a fat tree of two
/// levels where the source has none. Fails where neither says how many nodes a leaf switch has.
core::Result<void> take_leaf_switches(const LeafSwitchRequest& request, Setup& setup) {
  if (request == LeafSwitchRequest{}) return {};
  auto fabric = with_request(request, setup.cluster.fabric);
  if (!fabric) return core::fail(fabric.error());
  const char* const first = request.oversubscription ? "oversubscription" : "node-order";
  if (fabric->nodes_per_leaf < 1) {
    return core::usage_error(core::field(first),
                             setup.source + " does not say how many nodes a leaf switch has",
                             "expected ⟨nodes-per-leaf⟩ with it");
  }
  if (fabric->kind == core::FabricKind::Unspecified) fabric->link = link_of(setup.cluster);
  if (!core::has_leaves(fabric->kind)) fabric->kind = core::FabricKind::FatTree;
  fabric->origin = {core::Origin::Kind::Discovered, core::field("oversubscription")};
  if (auto done = hw::fabric::check_order(*fabric, core::field("node-order")); !done) {
    return as_usage(done.error());
  }
  setup.cluster.fabric = *std::move(fabric);
  return {};
}

/// Nodes without a port on each rail.
void note_rails(Setup& setup) {
  const core::Cluster& cluster = setup.cluster;
  const auto ports = [](const core::Topology& node) {
    return node.of_kind(core::DeviceKind::NicPort).size();
  };
  for (const core::NodeClass& other : cluster.others) {
    if (ports(other.node) == ports(cluster.node)) continue;
    setup.notes.push_back(fmt::format(
        "node {} has {} where others have {}: rails are counted in the order of ports, "
        "so a port after a missing one counts as the rail before its own",
        core::number_ranges(other.nodes),
        core::counted(static_cast<int>(ports(other.node)), "NIC port"), ports(cluster.node)));
  }
}

/// Fails where a list of leaves is not that of the job's nodes. Notes say where leaf switches have
/// no effect, and where nodes do not have equal rails.
core::Result<void> check_leaf_switches(const LeafSwitchRequest& request, Setup& setup) {
  const core::Cluster& cluster = setup.cluster;
  const core::Fabric& fabric = cluster.fabric;
  const auto fits =
      hw::fabric::check_length(fabric.order, cluster.node_count, core::field("node-order"));
  if (!fits && request.node_order) return as_usage(fits.error());
  if (!fits) {
    setup.notes.push_back(
        fmt::format("the source has the leaf switches of {} nodes; the others are taken to be "
                    "sorted under further ones",
                    fabric.order.leaves.size()));
  }
  if (fabric.kind != core::FabricKind::RailOptimised) return {};
  const bool is_asked = request != LeafSwitchRequest{} || fabric.oversubscription != 1;
  if (is_asked && core::leaves_by_node(fabric, cluster.node_count).empty()) {
    setup.notes.emplace_back(
        "all nodes are under one group of rail switches: only data that changes rails crosses the "
        "others");
  }
  note_rails(setup);
  return {};
}

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

/// \param unasked those of a request that names none
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
                                  std::string& remark) {
  const std::string unnamed =
      request.unnamed_nccl == UnnamedNccl::OfSource ? nccl_reported_by(host) : "";
  const std::string_view text = request.nccl ? std::string_view(*request.nccl) : unnamed;
  const sim::nccl::versions::Version* version = sim::nccl::versions::find_version(text);
  if (version == nullptr || request.nccl == "") {
    return core::usage_error(core::field("nccl"),
                             fmt::format("'{}' is no version of NCCL 2", core::printable(text)),
                             "expected one such as 2.28.9 or 2.21");
  }
  remark = sim::nccl::versions::nearest_version_remark(*version, text);
  return std::string(version->name);
}

/// In what the answer is not NCCL's of the version that was asked for; empty for the default
/// version. \param remark where another version was asked for than is known
std::string version_note(std::string_view version, const std::string& remark) {
  const std::string_view own = sim::nccl::versions::default_version().name;
  if (version == own) return remark;
  return fmt::format(
      "{}; how it searches and what it connects is as in {}, so its channels may differ",
      remark.empty() ? fmt::format("the tables and the limits of the search of NCCL {}", version)
                     : remark,
      own);
}

/// What says that NCCL does not run on GPUs of this age, or not by every build; empty for others.
/// NCCL 2.28 makefiles/common.mk: code for 5.0 and newer, for 3.5 with CUDA before 12.
std::string too_old_for_nccl(const core::Topology& node) {
  constexpr int kOldest = 35;
  constexpr int kOldestSinceCuda12 = 50;
  int oldest = kOldestSinceCuda12;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    const core::Device& gpu = node.device(id);
    const int capability = std::get<core::Gpu>(gpu.info).compute_capability;
    const bool is_known = capability > 0 && !core::is_assumed(gpu, "compute_capability");
    if (is_known) oldest = std::min(oldest, capability);
  }
  if (oldest >= kOldestSinceCuda12) return "";
  return fmt::format(
      "NCCL is built for GPUs of compute capability 5.0 and newer, with CUDA 11 and older for 3.5, "
      "and these have {}.{}: {}, and the answer is as if it did",
      oldest / 10, oldest % 10,
      oldest < kOldest ? "NCCL does not run on them" : "no build for CUDA 12 runs on them");
}

/// Where a machine has what this version of NCCL does not know.
std::vector<std::string> unknown_to_version(std::string_view name, const core::Topology& node) {
  const auto& version = sim::nccl::versions::version(std::string(name));
  std::vector<std::string> notes;
  if (std::string old = too_old_for_nccl(node); !old.empty()) notes.push_back(std::move(old));
  int newest = 0;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    newest = std::max(newest, std::get<core::Gpu>(node.device(id).info).compute_capability);
  }
  if (newest / 10 > version.newest_gpus) {
    notes.push_back(fmt::format(
        "NCCL {} was built for GPUs of compute capability {}.x and older, and these have {}.{}: "
        "the answer is as if it knew them",
        name, version.newest_gpus, newest / 10, newest % 10));
  }
  if (core::host_count(node) > 1 && !version.joins_hosts_by_nvlink) {
    notes.push_back(
        fmt::format("NCCL {} does not join hosts by NVLink: the answer is as if it did", name));
  }
  return notes;
}

/// The version of NCCL, and notes on what the answer is not of it.
core::Result<std::string> version_of(const JobRequest& request,
                                     const hw::formats::LoadedCluster& loaded,
                                     std::vector<std::string>& notes) {
  std::string remark;
  auto version = nccl_of(request, loaded.host, remark);
  if (!version) return version;
  if (auto note = version_note(*version, remark); !note.empty()) notes.push_back(std::move(note));
  std::ranges::move(unknown_to_version(*version, loaded.cluster.node), std::back_inserter(notes));
  return version;
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

/// What it is read from, and what its reader notes.
Setup of_source(const JobRequest& request, const hw::formats::LoadedCluster& loaded) {
  Setup setup;
  setup.source = hw::io::shown_path(request.topology);
  setup.format = loaded.format;
  setup.notes = texts_of(loaded.notes);
  return setup;
}

}  // namespace

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

core::Result<std::string> take_adapters(AdapterRequest request,
                                        const hw::formats::LoadedCluster& source,
                                        core::Cluster& cluster) {
  const bool is_of_file = !request.nics && !source.nics.empty();
  if (is_of_file) request.nics = source.nics;
  auto taken = take_adapters(request, cluster);
  if (taken || !is_of_file) return taken;
  core::Error error = taken.error();
  // Nobody gave the option.
  if (error.where == core::field("nics")) error.where = "nics: in the cluster file";
  error.category = core::Category::BadInput;
  return core::fail(std::move(error));
}

core::Result<Setup> set_up(const JobRequest& request, const hw::io::RealFiles& files) {
  auto loaded = load_machine(request.topology, files);
  if (!loaded) return core::fail(loaded.error());
  return set_up(*std::move(loaded), request, Adapters::Used);
}

namespace {

/// With all adapters.
core::Result<Setup> set_up_all(hw::formats::LoadedCluster loaded, const JobRequest& request) {
  if (const auto counts = check_counts(request); !counts) return core::fail(counts.error());
  core::Cluster& cluster = loaded.cluster;
  cluster = core::of_size(std::move(cluster), request.nodes.value_or(cluster.node_count));
  if (!request.nodes_may_differ) {
    if (auto even = expect_even(cluster, hw::io::shown_path(request.topology)); !even) {
      return core::fail(even.error());
    }
  }
  auto devices = devices_of(request, cluster.node, loaded.devices);
  if (!devices) return core::fail(devices.error());
  auto nics = take_adapters(request.adapters, loaded, cluster);
  if (!nics) return core::fail(nics.error());
  const auto per_process = gpus_per_process_of(request, cluster.node, *devices);
  if (!per_process) return core::fail(per_process.error());
  Setup setup = of_source(request, loaded);
  const auto version = version_of(request, loaded, setup.notes);
  if (!version) return core::fail(version.error());
  if (!nics->empty()) setup.notes.push_back("NICs by hand: " + *nics);
  setup.nics = *std::move(nics);
  setup.job = {.nodes = cluster.node_count,
               .devices = *std::move(devices),
               .nccl_version = *version,
               .gpus_per_process = *per_process};
  setup.cluster = std::move(cluster);
  setup.host = std::move(loaded.host);
  if (const auto done = take_leaf_switches(request.leaf_switches, setup); !done) {
    return core::fail(done.error());
  }
  std::ranges::move(field_notes(setup.cluster), std::back_inserter(setup.notes));
  if (const auto done = check_leaf_switches(request.leaf_switches, setup); !done) {
    return core::fail(done.error());
  }
  if (const auto done = follow_variables(request.variables, setup); !done) {
    return core::fail(done.error());
  }
  follow_peer_access(setup);
  note_trays(request, setup);
  if (const auto done = drop_idle_hosts(setup); !done) return core::fail(done.error());
  return setup;
}

}  // namespace

core::Result<Setup> set_up(hw::formats::LoadedCluster loaded, const JobRequest& request,
                           Adapters kept) {
  auto setup = set_up_all(std::move(loaded), request);
  if (!setup || kept == Adapters::All) return setup;
  if (const auto done = follow_adapter_list(*setup); !done) return core::fail(done.error());
  return setup;
}

std::string settings_suffix(const Setup& setup) {
  return setup.variables.empty() ? "" : fmt::format(", with {}", variables_text(setup.variables));
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
