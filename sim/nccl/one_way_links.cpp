#include "sim/nccl/one_way_links.h"

#include <algorithm>
#include <vector>

#include "sim/nccl/system.h"

namespace treering::sim::nccl {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::Link;
using core::LinkKind;
using core::Topology;

bool has_way_back(const Topology& node, const Link& link) {
  return std::ranges::any_of(node.links(), [&](const Link& other) {
    return other.kind == link.kind && other.from == link.to && other.to == link.from;
  });
}

bool is_below(const Topology& node, DeviceId device, DeviceId above) {
  while (device != core::kNoDevice && device != above) device = node.parent_of(device);
  return device == above;
}

/// Whether a path starts on the link: at a device below the switch where it begins that does not
/// come by the other switch first.
bool is_taken(const Topology& node, const Link& link, const std::vector<DeviceId>& ends) {
  return std::ranges::any_of(ends, [&](DeviceId end) {
    return is_below(node, end, link.from) && !is_below(node, end, link.to);
  });
}

}  // namespace

std::optional<Link> one_way_link(const Topology& node, const Job& job) {
  const std::vector<DeviceId> gpus = local_ranks(node, job);
  std::vector<DeviceId> ends = gpus;
  for (const DeviceId port : node.of_kind(DeviceKind::NicPort)) ends.push_back(port);
  const auto is_rank = [&](DeviceId id) { return std::ranges::find(gpus, id) != gpus.end(); };
  for (const Link& link : node.links()) {
    const bool is_used = link.kind == LinkKind::NvLink    ? is_rank(link.from) && is_rank(link.to)
                         : link.kind == LinkKind::PciPeer ? is_taken(node, link, ends)
                                                          : false;
    if (is_used && !has_way_back(node, link)) return link;
  }
  return {};
}

}  // namespace treering::sim::nccl
