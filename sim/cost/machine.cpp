#include "sim/cost/machine.h"

#include <algorithm>
#include <array>
#include <map>
#include <ranges>

#include "sim/bound/device_rates.h"
#include "sim/links/network_ways.h"
#include "sim/nccl/connections/connections.h"
#include "sim/nccl/rules/terms.h"
#include "sim/nccl/search/graph_search.h"
#include "sim/nccl/system/system.h"

namespace treering::sim::cost {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::LinkKind;
using core::Topology;

constexpr std::array<std::string_view, 3> kCpus{"x86", "power", "arm"};

constexpr std::array<std::string_view, 6> kNetworks{"infiniband", "roce", "slingshot",
                                                    "efa",        "efa1", kSockets};

constexpr std::array<std::string_view, nccl::versions::kGpuGenerations> kGenerations{
    "volta", "ampere", "hopper", "blackwell"};

constexpr std::array<std::string_view, 3> kLinks{"nvswitch", "mesh", "pcie"};

/// PCI vendor ids (pci-ids.ucw.cz): 1d0f Amazon, whose first two EFAs are efa0 and efa1; 17db Cray.
std::string network_by_adapter(const core::Device& nic) {
  if (!nic.pci) return {};
  if (nic.pci->vendor == "0x17db") return "slingshot";
  if (nic.pci->vendor != "0x1d0f") return {};
  return nic.pci->device == "0xefa0" || nic.pci->device == "0xefa1" ? "efa1" : "efa";
}

/// Devices of the plugin aws-ofi-nccl, which has called its network "AWS Libfabric", "Libfabric"
/// and "OFI", as logs number them: "AWS Libfabric 0" on EFA, "OFI (cxi) 0" with Slingshot's
/// provider.
std::string network_by_plugin(std::string_view port) {
  constexpr std::array<std::string_view, 3> kPlugins{"AWS Libfabric ", "Libfabric ", "OFI "};
  const auto* const plugin =
      std::ranges::find_if(kPlugins, [&](std::string_view name) { return port.starts_with(name); });
  if (plugin == kPlugins.end()) return {};
  const std::string_view rest = port.substr(plugin->size());
  if (rest.starts_with("(cxi")) return "slingshot";
  if (rest.starts_with("(tcp") || rest.starts_with("(sockets")) return std::string(kSockets);
  return rest.starts_with('(') ? "" : "efa";
}

/// By the names that drivers give their devices. "ib0" is an interface for IP over InfiniBand,
/// "ibp65s0" a device of verbs.
std::string network_by_name(std::string_view port) {
  if (std::string network = network_by_plugin(port); !network.empty()) return network;
  if (port.starts_with("cxi") || port.starts_with("hsn")) return "slingshot";
  if (port.starts_with("rdmap") || port.starts_with("efa")) return "efa";
  if (port.starts_with("roce")) return "roce";
  if (port.size() > 2 && port.starts_with("ib") && port[2] >= '0' && port[2] <= '9')
    return std::string(kSockets);
  for (const std::string_view ethernet : {"eth", "en", "bond"}) {
    if (port.starts_with(ethernet)) return std::string(kSockets);
  }
  return {};
}

/// ConnectX and BlueField take the PCI class of what their ports run, 0200 Ethernet or 0207
/// InfiniBand (PCI-SIG, code and ID assignment specification, 1.2), and RDMA over Ethernet is RoCE.
/// 15b3: Mellanox (pci-ids.ucw.cz).
bool runs_ethernet(const Topology& node, const core::NicPort& port) {
  if (port.nic == core::kNoDevice) return false;
  const auto& pci = node.device(port.nic).pci;
  return pci && pci->vendor == "0x15b3" && pci->class_code.starts_with("0x0200");
}

/// Of mixed adapters those of InfiniBand count.
bool runs_roce(const Topology& node) {
  const auto ports = node.of_kind(DeviceKind::NicPort);
  return !ports.empty() && std::ranges::all_of(ports, [&](DeviceId id) {
    return runs_ethernet(node, std::get<core::NicPort>(node.device(id).info));
  });
}

/// Generations of adapters: EDR and older, HDR, NDR and newer, and their like.
std::string rate_of(const Topology& node) {
  std::int64_t mbps = 0;
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    mbps = std::max(mbps, std::get<core::NicPort>(node.device(id).info).speed_mbps);
  }
  if (mbps <= 100'000) return "100G";
  return mbps <= 200'000 ? "200G" : "400G";
}

std::string link_of(const Topology& node, const nccl::NodeFacts& facts) {
  if (facts.has_nvswitch || !node.of_kind(DeviceKind::NvSwitch).empty()) return "nvswitch";
  return facts.all_nvlink ? "mesh" : "pcie";
}

/// x86 for unknown and mixed ones too: most servers are.
std::string cpu_of(nccl::CpuArch arch) {
  const std::size_t which = arch == nccl::CpuArch::Power ? 1 : arch == nccl::CpuArch::Arm ? 2 : 0;
  return std::string(kCpus.at(which));
}

struct NvlinkRates {
  double least = 0;  // GB/s, of the GPU that the others wait for
  double most = 0;
};

/// NVLinks from a GPU of the job to switches and to the others of it.
NvlinkRates nvlink_rates(const Topology& node, const std::vector<DeviceId>& gpus) {
  std::map<DeviceId, double> rates;
  for (const DeviceId id : gpus) rates[id] = 0;
  for (const core::Link& link : node.links()) {
    if (link.kind != LinkKind::NvLink || !rates.contains(link.from)) continue;
    const bool to_switch = node.device(link.to).kind() == DeviceKind::NvSwitch;
    if (to_switch || rates.contains(link.to)) rates[link.from] += link.bandwidth.in_gb_per_s();
  }
  if (rates.empty()) return {};
  const auto [least, most] = std::ranges::minmax(rates | std::views::values);
  return {least, most};
}

/// The rate of the rings; without rings that of the trees, and without both that of the fallback,
/// GPUs in simple order.
double rings_per_gpu(const nccl::Plan& plan, const Machine& machine) {
  if (machine.rings_in_order && machine.trees_in_order) return machine.rings_in_order->per_gpu;
  const nccl::ChannelGraph& graph = machine.rings_in_order ? plan.graphs.tree : plan.graphs.ring;
  return static_cast<double>(graph.bw_intra) * plan.channels.counts().searched;
}

std::optional<SimpleOrder> in_order(const Topology& node, const nccl::Plan& plan,
                                    const nccl::ChannelGraph& graph) {
  if (!nccl::search::is_fallback(graph)) return std::nullopt;
  return simple_order_of(node, plan, graph);
}

/// GB/s that NCCL counts for the links of a GPU.
double counted_for(const Machine& machine, nccl::Algorithm algorithm) {
  const auto& order = order_for(machine, algorithm);
  return order ? order->per_gpu : machine.wires.ring_per_gpu;
}

constexpr std::array kPairCollectives{core::Collective::AllToAll, core::Collective::Gather,
                                      core::Collective::Scatter, core::Collective::SendRecv};

/// Fills in what the connections make of the links.
void add_connections(const nccl::connections::Connections& connections,
                     const links::NodeLinks& node, Machine& machine) {
  for (const core::Collective collective : kPairCollectives) {
    machine.pairs[collective] = links::pair_load(connections, node, collective);
  }
  machine.pair_channels = connections.pair_channels();
  const bool is_one_node = connections.nodes() < 2;
  for (int i = 0; i < nccl::kAlgorithms; ++i) {
    const auto algorithm = static_cast<nccl::Algorithm>(i);
    const double counted = is_one_node ? counted_for(machine, algorithm) : 0;
    const bool is_found = !order_for(machine, algorithm);
    auto& inside = machine.inside.at(static_cast<std::size_t>(i));
    auto& network = machine.network.ways.at(static_cast<std::size_t>(i));
    for (const links::ChannelWays& ways :
         links::channel_ways(connections, node, algorithm, {counted, is_found})) {
      inside.push_back(ways.inside);
      machine.memory.at(static_cast<std::size_t>(i)).push_back(ways.memory);
      if (!is_one_node) network.push_back(ways.network);
    }
  }
}

/// On PCIe alone pairs meet at the same switches and CPUs as the rings do.
void limit_pairs(const nccl::Plan& plan, double rate, Machine& machine) {
  const double n = plan.shape.ranks();
  const double others = (plan.shape.ranks_per_node - 1) / n;
  for (auto& [collective, load] : machine.pairs) {
    const double share = collective == core::Collective::SendRecv ? 1 : others;
    load.inside = slower(load.inside, {share, rate});
  }
}

NodePorts ports_of(const links::NodeLinks& node) {
  NodePorts ports{node.rails(), 0};
  for (const links::NodeLink& link : node.links()) {
    if (link.kind != links::NodeLinkKind::Port || link.gb_per_s <= 0) continue;
    if (ports.gb_per_s > 0 && link.gb_per_s != ports.gb_per_s) return {ports.count, 0};
    ports.gb_per_s = link.gb_per_s;
  }
  return ports;
}

}  // namespace

const std::optional<SimpleOrder>& order_for(const Machine& machine,
                                            std::optional<nccl::Algorithm> algorithm) {
  static constexpr std::optional<SimpleOrder> kNone;
  if (!algorithm) return machine.rings_in_order;
  switch (*algorithm) {
    case nccl::Algorithm::Ring:
      return machine.rings_in_order;
    case nccl::Algorithm::Tree:
    case nccl::Algorithm::Pat:
      return machine.trees_in_order;
    default:  // NCCL has no such row for the others
      return kNone;
  }
}

std::string network_of(const core::Cluster& cluster) {
  const Topology& node = cluster.node;
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    const auto& port = std::get<core::NicPort>(node.device(id).info);
    std::string name;
    if (port.nic != core::kNoDevice) name = network_by_adapter(node.device(port.nic));
    if (name.empty()) name = network_by_name(node.device(id).name);
    if (!name.empty()) return name;
  }
  if (cluster.fabric.link == LinkKind::RoCE) return "roce";
  if (cluster.fabric.link == LinkKind::Ethernet) return std::string(kSockets);
  return runs_roce(node) ? "roce" : "infiniband";
}

Machine machine_of(const core::Cluster& cluster, const nccl::Plan& plan, std::string_view network) {
  const std::vector<DeviceId> gpus = nccl::system::local_ranks(cluster.node, plan.job);
  Machine machine;
  machine.kind = {std::string(generation_name(plan.facts.max_compute_capability)),
                  link_of(cluster.node, plan.facts),
                  network.empty() ? network_of(cluster) : std::string(network),
                  rate_of(cluster.node), cpu_of(plan.facts.cpu_arch)};
  machine.rings_in_order = in_order(cluster.node, plan, plan.graphs.ring);
  machine.trees_in_order = in_order(cluster.node, plan, plan.graphs.tree);
  const double rings = rings_per_gpu(plan, machine);
  const NvlinkRates nvlinks = nvlink_rates(cluster.node, gpus);
  const bool has_some_without = nvlinks.least <= 0 && nvlinks.most > 0;
  machine.wires.all_per_gpu = nvlinks.least > 0 ? nvlinks.least : rings;
  if (has_some_without && machine.rings_in_order) {
    machine.wires.all_per_gpu = machine.rings_in_order->per_gpu;
  }
  // Between nodes NCCL asks no more of the links inside than the network can use.
  machine.wires.ring_per_gpu = plan.shape.nodes > 1 ? std::max(nvlinks.least, rings) : rings;
  const links::NodeLinks node(cluster.node, plan.job);
  machine.ports = ports_of(node);
  add_connections(nccl::connections::Connections(cluster, plan), node, machine);
  if (nvlinks.most <= 0) limit_pairs(plan, rings, machine);
  const terms::NetworkWays widest = machine.network.widest();
  machine.wires.per_node = widest.gb_per_s;
  machine.wires.way_out = widest.way;
  machine.adapters = widest.nets;
  // Uplinks are laid for all ports, in use or not.
  const bound::Rates ports = bound::rates_of_all_adapters(cluster.node);
  machine.spine = terms::spine_of(cluster.fabric, plan.job.nodes,
                                  std::min(ports.out, ports.in).in_gb_per_s(), node.rails());
  return machine;
}

terms::NetworkWays Network::of(nccl::Algorithm algorithm, int channels) const {
  return of_channels(ways.at(static_cast<std::size_t>(algorithm)), channels);
}

terms::NetworkWays Network::widest() const {
  terms::NetworkWays best;
  for (const auto& by_channels : ways) {
    if (!by_channels.empty() && by_channels.back().gb_per_s > best.gb_per_s) {
      best = by_channels.back();
    }
  }
  return best;
}

Machine with_network_share(Machine machine, double share) {
  machine.wires.per_node *= share;
  machine.wires.way_out *= share;
  machine.ports.gb_per_s *= share;
  for (auto& by_channels : machine.network.ways) {
    for (terms::NetworkWays& one : by_channels) {
      one.gb_per_s *= share;
      one.way *= share;
    }
  }
  for (auto& [collective, load] : machine.pairs) {
    load.outside.gb_per_s *= share;
    load.way.gb_per_s *= share;
  }
  return machine;
}

Machine with_network_of(Machine machine, const Machine& other) {
  machine.wires.per_node = other.wires.per_node;
  machine.wires.way_out = other.wires.way_out;
  machine.adapters = other.adapters;
  machine.network = other.network;
  machine.ports = other.ports;
  for (auto& [collective, load] : machine.pairs) {
    load.outside = other.pairs.at(collective).outside;
    load.way = other.pairs.at(collective).way;
    load.staged = other.pairs.at(collective).staged;
  }
  return machine;
}

std::string_view generation_name(int compute_capability) {
  const auto generation = nccl::rules::generation_of(compute_capability);
  return kGenerations.at(static_cast<std::size_t>(generation));
}

std::span<const std::string_view> generation_names() {
  return kGenerations;
}

std::span<const std::string_view> link_names() {
  return kLinks;
}

std::span<const std::string_view> cpu_names() {
  return kCpus;
}

std::span<const std::string_view> network_names() {
  return kNetworks;
}

}  // namespace treering::sim::cost
