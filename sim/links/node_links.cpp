#include "sim/links/node_links.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "core/topology/cluster.h"
#include "core/topology/names.h"
#include "sim/links/host_memory.h"

namespace treering::sim::links {
namespace {

using core::DeviceId;
using core::DeviceKind;
using nccl::PathType;
using nccl::paths::LinkTable;
using nccl::paths::Path;
using nccl::system::NodeId;
using nccl::system::NodeType;

/// The node of the System that stands for each device; all NVSwitches are one.
std::vector<NodeId> nodes_by_device(const nccl::paths::NodePaths& paths) {
  const auto& system = paths.system();
  std::vector<NodeId> nodes(paths.node().devices().size(), nccl::system::kNoNode);
  for (std::size_t i = 0; i < system.nodes.size(); ++i) {
    const DeviceId device = system.nodes[i].device;
    if (device != core::kNoDevice) nodes[static_cast<std::size_t>(device)] = static_cast<NodeId>(i);
  }
  if (system.count(NodeType::Nvs) > 0) {
    for (const DeviceId id : paths.node().of_kind(DeviceKind::NvSwitch)) {
      nodes[static_cast<std::size_t>(id)] = system.at(NodeType::Nvs, 0);
    }
  }
  return nodes;
}

/// NCCL has one rate, 6 GB/s, for the links between two CPUs of any Arm server (v2.28.9-1,
/// src/graph/topo.h, ARM_BW): a label, which the machine's own figure replaces.
bool is_between_arms(const nccl::system::System& system, const LinkTable::Entry& link) {
  const auto is_arm = [&](NodeId id) {
    const auto* const cpu = std::get_if<nccl::system::CpuNode>(&system.node(id).info);
    return cpu != nullptr && cpu->arch == nccl::CpuArch::Arm;
  };
  return is_arm(link.from) && is_arm(link.to);
}

/// The number of the link between two nodes of the System; -1: none.
int find_link(const LinkTable& table, NodeId from, NodeId to) {
  if (from == nccl::system::kNoNode || to == nccl::system::kNoNode || from == to) return -1;
  const auto at = static_cast<std::size_t>(from);
  for (int id = table.first_of[at]; id < table.first_of[at + 1]; ++id) {
    if (table[id].to == to) return id;
  }
  return -1;
}

}  // namespace

double usual_rate(const NodeLink& link, const CountedRates& counted) {
  double rate = 0;  // that NCCL counts
  const bool is_of_node = link.kind == NodeLinkKind::NvLink && counted.to_switches > 0;
  if (is_of_node) rate = link.to_switch ? counted.to_switches : link.nccl_rate;
  if (link.kind == NodeLinkKind::Host && counted.host_links) rate = link.nccl_rate;
  return rate > 0 ? std::min(link.gb_per_s, rate) : link.gb_per_s;
}

NodeLinks::NodeLinks(const core::Topology& node, const job::JobSpec& job) : paths_(node, job) {
  add_links();
  add_threads();
  add_memory();
}

void NodeLinks::add_links() {
  for (const LinkTable::Entry& entry : paths_.links().links) links_.push_back(link_of(entry));
  const std::vector<NodeId> nodes = nodes_by_device(paths_);
  for (const core::Link& link : paths_.node().links()) {
    const int id = find_link(paths_.links(), nodes[static_cast<std::size_t>(link.from)],
                             nodes[static_cast<std::size_t>(link.to)]);
    if (id < 0) continue;
    links_[static_cast<std::size_t>(id)].gb_per_s += link.bandwidth.in_gb_per_s();
  }
  // Where NCCL merges switches, or counts links that the source does not list, its own rate stands.
  for (NodeLink& link : links_) {
    if (link.gb_per_s <= 0) link.gb_per_s = link.nccl_rate;
  }
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (is_between_arms(paths_.system(), paths_.links().links[i])) {
      links_[i].nccl_rate = links_[i].gb_per_s;
    }
  }
}

void NodeLinks::add_threads() {
  const auto add = [this](NodeLinkKind kind, std::string name) {
    links_.push_back({.kind = kind, .name = std::move(name)});
  };
  const auto& system = paths_.system();
  first_proxy_ = static_cast<int>(links_.size());
  for (const NodeId id : system.of(NodeType::Net)) {
    add(NodeLinkKind::Proxy, fmt::format("proxy of {}", name_of(id)));
  }
  first_thread_ = static_cast<int>(links_.size());
  for (const NodeId id : system.of(NodeType::Gpu)) {
    add(NodeLinkKind::Thread, fmt::format("sockets of {}", name_of(id)));
  }
  first_receiver_ = static_cast<int>(links_.size());
  for (const NodeId id : system.of(NodeType::Gpu)) {
    add(NodeLinkKind::Thread, fmt::format("sockets into {}", name_of(id)));
  }
  first_multicast_ = static_cast<int>(links_.size());
  for (const NodeId id : system.of(NodeType::Gpu)) {
    add(NodeLinkKind::Multicast, fmt::format("multicast of {}", name_of(id)));
  }
}

// Each byte that passes is written and read: it takes two of the memory's. NCCL's figures for links
// between sockets are those of GPUs that read and write each other's memory; where the machine has
// no other, the vendor's is taken for what goes to memory (docs/model.md, host memory).
void NodeLinks::add_memory() {
  const auto& system = paths_.system();
  memory_of_.assign(system.nodes.size(), -1);
  for (const NodeId id : system.of(NodeType::Cpu)) {
    const HostRates rates = host_rates(paths_.node(), system.node(id).device);
    if (rates.memory <= 0) continue;
    memory_of_[static_cast<std::size_t>(id)] = static_cast<int>(links_.size());
    links_.push_back({.kind = NodeLinkKind::Memory,
                      .name = fmt::format("memory of {}", name_of(id)),
                      .gb_per_s = rates.memory / 2});
  }
  crossing_of_.assign(paths_.links().links.size(), -1);
  for (std::size_t i = 0; i < crossing_of_.size(); ++i) {
    const LinkTable::Entry& entry = paths_.links().links[i];
    if (entry.type != PathType::Sys || memory_of_[static_cast<std::size_t>(entry.to)] < 0) continue;
    NodeLink crossing = links_[i];
    if (crossing.gb_per_s == crossing.nccl_rate) {
      crossing.gb_per_s = host_rates(paths_.node(), system.node(entry.from).device).crossing;
    }
    crossing.nccl_rate = 0;
    crossing_of_[i] = static_cast<int>(links_.size());
    links_.push_back(std::move(crossing));
  }
}

NodeLink NodeLinks::link_of(const LinkTable::Entry& entry) const {
  NodeLink link;
  const auto is_end = [&](NodeType type) {
    return paths_.system().node(entry.from).type() == type ||
           paths_.system().node(entry.to).type() == type;
  };
  if (entry.type == PathType::Nvl) link.kind = NodeLinkKind::NvLink;
  if (entry.type == PathType::Net || is_end(NodeType::Net)) link.kind = NodeLinkKind::Port;
  link.to_switch = is_end(NodeType::Nvs);
  link.from = name_of(entry.from);
  link.to = name_of(entry.to);
  link.name = fmt::format("{} -> {}", link.from, link.to);
  link.nccl_rate = entry.bandwidth;
  return link;
}

std::string NodeLinks::name_of(NodeId id) const {
  const auto& node = paths_.system().node(id);
  if (node.device == core::kNoDevice) return kSwitches;
  return paths_.node().device(node.device).name;
}

std::string NodeLinks::stand_in(const std::string& device) const {
  const auto is_known = [&](const std::string& name) {
    return std::ranges::any_of(
        links_, [&](const NodeLink& link) { return link.from == name || link.to == name; });
  };
  const core::Topology& node = paths_.node();
  core::DeviceId id = core::device_named(node, device).value();
  if (node.device(id).kind() == core::DeviceKind::NvSwitch && is_known(kSwitches)) return kSwitches;
  while (id != core::kNoDevice && !is_known(node.device(id).name)) {
    const bool is_merged = node.device(id).kind() == core::DeviceKind::PciSwitch;
    id = is_merged ? node.parent_of(id) : core::kNoDevice;
  }
  return id == core::kNoDevice ? "" : node.device(id).name;
}

LinkList NodeLinks::between(int from, int to) const {
  const Path& path = paths_.between_gpus(from, to);
  return path.links;
}

LinkList NodeLinks::through_memory(int from, int to) const {
  LinkList route = between(from, to);
  const int memory = memory_at_end(route);
  for (int& link : route) {
    if (crossing_of_[static_cast<std::size_t>(link)] >= 0) {
      link = crossing_of_[static_cast<std::size_t>(link)];
    }
  }
  if (memory >= 0) route.push_back(memory);
  return route;
}

int NodeLinks::memory_at_end(const LinkList& route) const {
  int memory = -1;
  for (const int link : route) {
    const NodeId next = paths_.links()[link].to;
    const int one = memory_of_[static_cast<std::size_t>(next)];
    if (one >= 0) memory = one;
  }
  return memory;
}

bool NodeLinks::has_pcie_to_host(int gpu) const {
  return paths_.to_host(gpu).type > PathType::C2c;
}

LinkList NodeLinks::out(int gpu, int relay, NetUse use) const {
  LinkList route = between(gpu, relay);
  const LinkList onwards = use.through_host ? paths_.to_net_through_host(relay, use.net)
                                            : paths_.to_net(relay, use.net).links;
  route.insert(route.end(), onwards.begin(), onwards.end());
  route.push_back(first_proxy_ + paths_.net_index(use.net, relay));
  route.push_back(first_thread_ + relay);
  const int memory = use.through_host ? memory_at_end(paths_.to_host(relay).links) : -1;
  if (memory >= 0) route.push_back(memory);
  return route;
}

LinkList NodeLinks::in(NetUse use, int gpu) const {
  LinkList route = use.through_host ? paths_.from_net_through_host(use.net, gpu)
                                    : paths_.from_net(use.net, gpu).links;
  route.push_back(first_receiver_ + gpu);
  const int memory = use.through_host ? memory_at_end(paths_.to_host(gpu).links) : -1;
  if (memory >= 0) route.push_back(memory);
  return route;
}

LinkList NodeLinks::to_nvswitch(int gpu) const {
  return paths_.to_nvswitch(gpu).links;
}

LinkList NodeLinks::from_nvswitch(int gpu) const {
  return paths_.from_nvswitch(gpu).links;
}

ClassLinks class_links(const core::Cluster& cluster, const job::JobSpec& job) {
  ClassLinks links;
  for (const core::Topology* const node : topologies_of(cluster)) {
    links.classes.emplace_back(*node, job);
  }
  links.class_of = classes_by_node(cluster);
  return links;
}

}  // namespace treering::sim::links
