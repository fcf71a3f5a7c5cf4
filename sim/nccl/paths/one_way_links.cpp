#include "sim/nccl/paths/one_way_links.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "sim/nccl/system/system.h"

namespace treering::sim::nccl::paths {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::Link;
using core::LinkKind;
using core::Topology;

/// The devices where paths start: the job's GPUs and all ports. Counts them for every device above
/// them.
class Ends {
 public:
  Ends(const Topology& node, const std::vector<DeviceId>& gpus)
      : node_(node), is_rank_(node.devices().size()), below_(node.devices().size()) {
    for (const DeviceId gpu : gpus) is_rank_[index(gpu)] = true;
    for (const DeviceId gpu : gpus) count(gpu);
    for (const DeviceId port : node.of_kind(DeviceKind::NicPort)) count(port);
  }

  /// Whether some path reaches a device first over this link: a link between GPUs of the job, or
  /// one from a switch that has a device below it whose path does not pass the other switch before.
  bool take(const Link& link) const {
    if (link.kind == LinkKind::NvLink)
      return is_rank_[index(link.from)] && is_rank_[index(link.to)];
    if (link.kind != LinkKind::PciPeer || is_below(link.from, link.to)) return false;
    const int common = is_below(link.to, link.from) ? below_[index(link.to)] : 0;
    return below_[index(link.from)] > common;
  }

 private:
  static std::size_t index(DeviceId id) { return static_cast<std::size_t>(id); }

  void count(DeviceId id) {
    for (; id != core::kNoDevice; id = node_.parent_of(id)) ++below_[index(id)];
  }

  bool is_below(DeviceId id, DeviceId above) const {
    while (id != core::kNoDevice && id != above) id = node_.parent_of(id);
    return id == above;
  }

  const Topology& node_;
  std::vector<bool> is_rank_;
  std::vector<int> below_;
};

}  // namespace

std::optional<Link> one_way_link(const Topology& node, const job::JobSpec& job) {
  std::set<std::tuple<LinkKind, DeviceId, DeviceId>> ways;
  for (const Link& link : node.links()) ways.emplace(link.kind, link.from, link.to);
  const Ends ends(node, system::local_ranks(node, job));
  const auto found = std::ranges::find_if(node.links(), [&](const Link& link) {
    return !ways.contains({link.kind, link.to, link.from}) && ends.take(link);
  });
  if (found == node.links().end()) return {};
  return *found;
}

}  // namespace treering::sim::nccl::paths
