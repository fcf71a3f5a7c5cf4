#include "sim/nccl/system/fusion_order.h"

#include <algorithm>
#include <limits>
#include <map>

#include "core/topology/gpu_numbers.h"

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

}  // namespace treering::sim::nccl::system
