#include "sim/nccl/system/build_steps.h"

#include <algorithm>
#include <limits>
#include <map>

#include "core/topology/names.h"
#include "sim/nccl/versions/constants.h"

namespace treering::sim::nccl::system {

namespace {

using core::DeviceId;
using core::DeviceKind;

constexpr int kNobody = std::numeric_limits<int>::max();

/// The first rank on each host, which sees the host's NICs before the others do.
std::map<int, int> first_rank_by_host(const core::Topology& topology,
                                      const std::vector<DeviceId>& ranks) {
  std::map<int, int> first;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    first.try_emplace(core::host_of(topology, ranks[rank]), static_cast<int>(rank));
  }
  return first;
}

/// The first local rank whose tree holds each device; kNobody when none does.
std::vector<int> first_rank_to_see(const core::Topology& topology,
                                   const std::vector<DeviceId>& ranks) {
  std::vector<int> first(topology.devices().size(), kNobody);
  const auto mark_upwards = [&](DeviceId device, int rank) {
    for (DeviceId id = device; id != core::kNoDevice; id = topology.parent_of(id)) {
      int& seen = first[static_cast<std::size_t>(id)];
      seen = std::min(seen, rank);
    }
  };
  const std::map<int, int> first_on = first_rank_by_host(topology, ranks);
  for (const DeviceId port : topology.of_kind(DeviceKind::NicPort)) {
    const auto host = first_on.find(core::host_of(topology, port));
    if (host != first_on.end()) mark_upwards(port, host->second);
  }
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    mark_upwards(ranks[rank], static_cast<int>(rank));
  }
  return first;
}

}  // namespace

FusedTree fuse(const core::Topology& topology, const std::vector<DeviceId>& ranks) {
  const std::vector<int> first = first_rank_to_see(topology, ranks);
  const auto rank_of = [&](DeviceId id) { return first[static_cast<std::size_t>(id)]; };
  const auto fused = [&](std::vector<DeviceId> siblings) {
    std::erase_if(siblings, [&](DeviceId id) { return rank_of(id) == kNobody; });
    std::ranges::stable_sort(siblings, {}, rank_of);
    return siblings;
  };

  FusedTree tree;
  tree.roots = fused(topology.of_kind(DeviceKind::Cpu));
  tree.children.resize(topology.devices().size());
  for (std::size_t id = 0; id < tree.children.size(); ++id) {
    tree.children[id] = fused(topology.children_of(static_cast<DeviceId>(id)));
  }
  return tree;
}

namespace {

NodeId local_cpu_avoiding(const System& system, NodeId start, NodeId from) {
  const SystemNode& node = system.node(start);
  if (node.type() == NodeType::Cpu) return start;
  for (const SystemLink& link : node.links) {
    const NodeType next = system.node(link.to).type();
    const bool goes_up = link.type == PathType::Pix && link.to != from &&
                         (next == NodeType::Pci || next == NodeType::Cpu);
    if (!goes_up) continue;
    const NodeId found = local_cpu_avoiding(system, link.to, start);
    if (found != kNoNode) return found;
  }
  return kNoNode;
}

using versions::kBroadcomGen4;
using versions::kBroadcomGen5;
using versions::kBroadcomGen5Level;
using versions::kBroadcomMask;

constexpr std::uint64_t kAlreadyFlat = 0xffffULL;

enum class SwitchLevel { Upper = 0, Lower = 1 };

int broadcom_generation(const System& system, NodeId id, SwitchLevel level) {
  const auto* pci = std::get_if<PciNode>(&system.node(id).info);
  if (pci == nullptr) return 0;
  const std::uint64_t model = pci->device_id & kBroadcomMask;
  const std::uint64_t offset = level == SwitchLevel::Lower ? kBroadcomGen5Level : 0;
  if (model == kBroadcomGen4) return 4;
  if (model == (kBroadcomGen5 | offset)) return 5;
  return 0;
}

void remove(System& system, NodeId id) {
  for (SystemNode& node : system.nodes) {
    std::erase_if(node.links, [&](const SystemLink& link) { return link.to == id; });
  }
  system.node(id).links.clear();
  std::erase(system.by_type[static_cast<std::size_t>(system.node(id).type())], id);
}

/// Moves the ports of `lower` to `upper`.
void absorb(System& system, NodeId upper, NodeId lower) {
  const std::vector<SystemLink> ports = system.node(lower).links;
  for (const SystemLink& port : ports) {
    if (port.to == upper) continue;
    system.node(upper).links.push_back(port);
    std::vector<SystemLink>& back = system.node(port.to).links;
    const auto up = std::ranges::find(back, lower, &SystemLink::to);
    if (up != back.end()) up->to = upper;
  }
  remove(system, lower);
}

void flatten_below(System& system, NodeId upper, int generation) {
  std::vector<NodeId> lower;
  std::erase_if(system.node(upper).links, [&](const SystemLink& link) {
    // Not over a link between peers: devices below another switch stay there.
    if (link.type != PathType::Pix) return false;
    if (broadcom_generation(system, link.to, SwitchLevel::Lower) != generation) return false;
    lower.push_back(link.to);
    return true;
  });
  for (const NodeId id : lower) absorb(system, upper, id);
  std::get<PciNode>(system.node(upper).info).device_id |= kAlreadyFlat;
}

void put_up_link_last(System& system, NodeId id, NodeId above) {
  std::vector<SystemLink>& links = system.node(id).links;
  if (above != kNoNode) {
    const auto up = std::ranges::find(links, above, &SystemLink::to);
    std::rotate(up, up + 1, links.end());
  }
  for (const SystemLink& link : links) {
    if (link.type == PathType::Pix && link.to != above) put_up_link_last(system, link.to, id);
  }
}

}  // namespace

void connect(System& system, NodeId from, SystemLink link) {
  std::vector<SystemLink>& links = system.node(from).links;
  auto place = std::ranges::find_if(links, [&](const SystemLink& existing) {
    return existing.to == link.to && existing.type == link.type;
  });
  if (place != links.end()) {
    place->bandwidth += link.bandwidth;
  } else {
    place = links.insert(links.end(), link);
  }
  while (place != links.begin() && (place - 1)->bandwidth < place->bandwidth) {
    std::iter_swap(place - 1, place);
    --place;
  }
}

void connect_both_ways(System& system, NodeId a, NodeId b, SystemLink prototype) {
  connect(system, a, {prototype.type, prototype.bandwidth, b});
  connect(system, b, {prototype.type, prototype.bandwidth, a});
}

NodeId local_cpu(const System& system, NodeId device) {
  return local_cpu_avoiding(system, device, kNoNode);
}

void flatten_broadcom_switches(System& system) {
  const auto& switches = system.by_type[static_cast<std::size_t>(NodeType::Pci)];
  std::size_t i = 0;
  while (i < switches.size()) {
    const NodeId id = switches[i];
    const int generation = broadcom_generation(system, id, SwitchLevel::Upper);
    if (generation == 0) {
      ++i;
    } else {
      flatten_below(system, id, generation);
      i = 0;  // the list has changed
    }
  }
}

void remove_gpus(System& system, const std::vector<int>& gpus) {
  std::vector<NodeId> doomed;
  doomed.reserve(gpus.size());
  for (const int gpu : gpus) doomed.push_back(system.at(NodeType::Gpu, gpu));
  for (const NodeId id : doomed) remove(system, id);
}

void put_up_links_last(System& system) {
  for (const NodeId cpu : system.of(NodeType::Cpu)) put_up_link_last(system, cpu, kNoNode);
}

}  // namespace treering::sim::nccl::system
