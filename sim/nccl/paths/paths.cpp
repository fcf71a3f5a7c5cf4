#include "sim/nccl/paths/paths.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "sim/nccl/system/system.h"
#include "sim/nccl/versions/constants.h"

namespace treering::sim::nccl::paths {

namespace {

constexpr std::array kEndTypes{system::NodeType::Cpu, system::NodeType::Gpu, system::NodeType::Net,
                               system::NodeType::Nvs};

/// The type of `path`, which ends at `link.from`, after it is extended by `link` to `hops` hops.
PathType extended_type(const system::System& system, const Path& path, const LinkTable::Entry& link,
                       int hops) {
  const system::NodeType near = system.node(link.from).type();
  const system::NodeType far = system.node(link.to).type();
  PathType hop = link.type == PathType::Net ? PathType::Loc : link.type;
  if (near == system::NodeType::Pci && far == system::NodeType::Pci) hop = PathType::Pxb;
  if (link.type == PathType::Pix &&
      (near == system::NodeType::Cpu || far == system::NodeType::Cpu)) {
    hop = PathType::Phb;
  }
  if (near == system::NodeType::Gpu && path.type == PathType::Nvl && hop == PathType::Nvl &&
      hops > 1) {
    hop = PathType::Nvb;
  }
  return std::max(path.type, hop);
}

/// Paths from every node to one base. They grow from the base, so that links are traversed
/// backwards.
class BreadthFirst {
 public:
  BreadthFirst(const system::System& system, const LinkTable& links, const job::PathPolicy& policy)
      : system_(system), links_(links), policy_(policy), paths_(system.nodes.size()) {}

  std::vector<Path> run(system::NodeId base) && {
    base_ = base;
    Path& self = paths_[static_cast<std::size_t>(base_)];
    self.bandwidth = versions::kLocalBandwidth;
    self.type = PathType::Loc;
    std::vector<system::NodeId> frontier{base_};
    while (!frontier.empty()) {
      std::vector<system::NodeId> next;
      for (const system::NodeId node : frontier) extend_from(node, next);
      frontier = std::move(next);
    }
    return std::move(paths_);
  }

 private:
  Path& path(system::NodeId node) { return paths_[static_cast<std::size_t>(node)]; }

  bool may_pass(system::NodeId node, const LinkTable::Entry& link, const Path& so_far) const {
    if (node == base_ || system_.node(node).type() != system::NodeType::Gpu) return true;
    return policy_.relays_over_nvlink && link.type == PathType::Nvl &&
           system_.node(link.to).type() == system::NodeType::Gpu && so_far.hops() <= 1;
  }

  void extend_from(system::NodeId node, std::vector<system::NodeId>& next) {
    const auto begin = links_.first_of[static_cast<std::size_t>(node)];
    const auto end = links_.first_of[static_cast<std::size_t>(node) + 1];
    for (LinkId id = begin; id < end; ++id) {
      const LinkTable::Entry& link = links_[id];
      if (!may_pass(node, link, path(node)) || !improve(path(node), link)) continue;
      if (std::ranges::find(next, link.to) == next.end()) next.push_back(link.to);
    }
  }

  /// Takes the path over `link` if it is the first one, or as short as the present one and wider.
  bool improve(const Path& near, const LinkTable::Entry& link) {
    Path& far = path(link.to);
    const float bandwidth = std::min(near.bandwidth, link.bandwidth);
    const bool not_longer = far.bandwidth == 0 || far.hops() > near.hops();
    if (!not_longer || !(far.bandwidth < bandwidth)) return false;
    const LinkId back = links_.find(link.to, link.from, link.type);
    if (back < 0) return false;  // a one-way link cannot carry the path

    Path found;
    found.links.reserve(near.links.size() + 1);
    found.links.push_back(back);
    found.links.insert(found.links.end(), near.links.begin(), near.links.end());
    found.bandwidth = bandwidth;
    found.type = extended_type(system_, near, link, found.hops());
    far = std::move(found);
    return true;
  }

  const system::System& system_;
  const LinkTable& links_;
  const job::PathPolicy& policy_;
  system::NodeId base_ = system::kNoNode;
  std::vector<Path> paths_;
};

}  // namespace

LinkId LinkTable::find(system::NodeId a, system::NodeId b, PathType type) const {
  const auto end = first_of[static_cast<std::size_t>(a) + 1];
  for (LinkId id = first_of[static_cast<std::size_t>(a)]; id < end; ++id) {
    if ((*this)[id].to == b && (*this)[id].type == type) return id;
  }
  return -1;
}

LinkTable number_links(const system::System& system) {
  LinkTable table;
  for (std::size_t node = 0; node < system.nodes.size(); ++node) {
    table.first_of.push_back(static_cast<LinkId>(table.links.size()));
    for (const system::SystemLink& link : system.nodes[node].links) {
      table.links.push_back(
          {link.type, link.bandwidth, static_cast<system::NodeId>(node), link.to});
    }
  }
  table.first_of.push_back(static_cast<LinkId>(table.links.size()));
  return table;
}

PathTable::PathTable(const system::System& system) : rows_(system.nodes.size()) {
  for (const system::NodeType type : kEndTypes) {
    for (const system::NodeId end : system.of(type)) {
      rows_[static_cast<std::size_t>(end)] = ends_.size();
      ends_.push_back(end);
    }
  }
  for (const system::NodeType type : kEndTypes) {
    to_[static_cast<std::size_t>(type)].assign(system.of(type).size(),
                                               std::vector<Path>(ends_.size()));
  }
}

PathTable shortest_paths(const system::System& system, const LinkTable& links,
                         const job::PathPolicy& policy) {
  PathTable table(system);
  for (const system::NodeType type : kEndTypes) {
    for (int i = 0; i < system.count(type); ++i) {
      std::vector<Path> paths = BreadthFirst(system, links, policy).run(system.at(type, i));
      for (const system::NodeId from : table.ends()) {
        table.between(from, type, i) = std::move(paths[static_cast<std::size_t>(from)]);
      }
    }
  }
  return table;
}

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
