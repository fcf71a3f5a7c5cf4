#include "sim/cost/terms/wires.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "sim/nccl/communicator/binary_tree.h"

namespace treering::sim::cost::terms {

namespace {

using core::DeviceId;
using core::DeviceKind;

constexpr DeviceId kSwitches = -1;  // stands for all NVSwitches

using Way = std::pair<DeviceId, DeviceId>;  // from, to

class NodeLinks {
 public:
  NodeLinks(const core::Topology& node, std::span<const DeviceId> gpus) : gpus_(gpus) {
    for (const core::Link& link : node.links()) {
      const Way way = {end_of(node, link.from), end_of(node, link.to)};
      if (way.first == way.second || is_between_gpus_of_a_host(node, link)) continue;
      rates_[way] += link.bandwidth.in_gb_per_s();
      if (forwards(node, link.from)) forwarding_.insert(link.from);
    }
  }

  double rate(Way way) const {
    const auto found = rates_.find(way);
    return found == rates_.end() ? 0 : found->second;
  }

  std::vector<Way> between(DeviceId from, DeviceId to) const {
    if (rate({from, to}) > 0) return {{from, to}};
    if (rate({from, kSwitches}) > 0 && rate({kSwitches, to}) > 0) {
      return {{from, kSwitches}, {kSwitches, to}};
    }
    const DeviceId middle = middle_of(from, to);
    if (middle != from) return {{from, middle}, {middle, to}};
    return through_host(from, to);
  }

 private:
  static DeviceId end_of(const core::Topology& node, DeviceId end) {
    return node.device(end).kind() == DeviceKind::NvSwitch ? kSwitches : end;
  }

  static bool is_between_gpus_of_a_host(const core::Topology& node, const core::Link& link) {
    return link.kind != core::LinkKind::NvLink &&
           node.device(link.from).kind() == DeviceKind::Gpu &&
           node.device(link.to).kind() == DeviceKind::Gpu;
  }

  static bool forwards(const core::Topology& node, DeviceId device) {
    const DeviceKind kind = node.device(device).kind();
    return kind == DeviceKind::Cpu || kind == DeviceKind::PciSwitch;
  }

  /// Over the fewest links of CPUs and PCIe switches; none where these do not join the two.
  std::vector<Way> through_host(DeviceId from, DeviceId to) const {
    std::map<DeviceId, DeviceId> before{{from, from}};
    std::vector<DeviceId> reached{from};
    for (std::size_t next = 0; next < reached.size(); ++next) {  // they become more on the way
      const DeviceId at = reached[next];
      if (at != from && !forwarding_.contains(at)) continue;
      const Way first{at, std::numeric_limits<DeviceId>::min()};
      for (auto way = rates_.lower_bound(first); way != rates_.end(); ++way) {
        const auto [here, there] = way->first;
        if (here != at) break;
        if (before.try_emplace(there, at).second) reached.push_back(there);
      }
    }
    std::vector<Way> ways;
    if (!before.contains(to)) return ways;
    for (DeviceId at = to; at != from; at = before.at(at)) ways.emplace_back(before.at(at), at);
    return ways;
  }

  /// The GPU of the job with the fastest NVLinks to both; `from` without one.
  DeviceId middle_of(DeviceId from, DeviceId to) const {
    DeviceId best = from;
    double most = 0;
    for (const DeviceId one : gpus_) {
      const double through = std::min(rate({from, one}), rate({one, to}));
      if (through > most) {
        most = through;
        best = one;
      }
    }
    return best;
  }

  std::span<const DeviceId> gpus_;
  std::map<Way, double> rates_;
  std::set<DeviceId> forwarding_;
};

class Load {
 public:
  explicit Load(const NodeLinks& links) : links_(links) {}

  void add(DeviceId from, DeviceId to, double share) {
    for (const Way& way : links_.between(from, to)) shares_[way] += share;
  }

  /// The highest rate of a share of 1; 0: no link is known.
  double rate() const {
    double slowest = 0;
    for (const auto& [way, share] : shares_) {
      if (links_.rate(way) > 0) slowest = std::max(slowest, share / links_.rate(way));
    }
    return slowest > 0 ? 1 / slowest : 0;
  }

 private:
  const NodeLinks& links_;
  std::map<Way, double> shares_;
};

}  // namespace

PeerRates peer_rates(const core::Topology& node, std::span<const DeviceId> gpus, bool wraps) {
  if (gpus.size() < 2) return {};
  const NodeLinks links(node, gpus);
  const double share = 1.0 / static_cast<double>(gpus.size() - 1);
  Load to_all(links);
  Load to_next(links);
  Load gathered(links);
  Load scattered(links);
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    for (const DeviceId other : gpus) {
      if (other != gpus[i]) to_all.add(gpus[i], other, share);
    }
    const bool is_last = i + 1 == gpus.size();
    if (!is_last || wraps) to_next.add(gpus[i], gpus[(i + 1) % gpus.size()], 1);
    if (i == 0) continue;
    gathered.add(gpus[i], gpus[0], share);
    scattered.add(gpus[0], gpus[i], share);
  }
  return {to_all.rate(), to_next.rate(), std::min(gathered.rate(), scattered.rate())};
}

PeerRates no_faster(const PeerRates& rates, double most) {
  if (most <= 0) return rates;
  return {std::min(rates.to_all, most), std::min(rates.to_next, most),
          std::min(rates.to_root, most)};
}

double double_tree_out_of(int nodes, int group) {
  std::vector<int> edges_out(static_cast<std::size_t>((nodes + group - 1) / group));
  for (int node = 0; node < nodes; ++node) {
    for (const nccl::communicator::TreePlace& place :
         nccl::communicator::double_binary_tree(nodes, node)) {
      if (place.parent < 0 || place.parent / group == node / group) continue;
      ++edges_out[static_cast<std::size_t>(node / group)];
      ++edges_out[static_cast<std::size_t>(place.parent / group)];
    }
  }
  return *std::ranges::max_element(edges_out) / 2.0;
}

Spine spine_of(const core::Fabric& fabric, int nodes, double per_node) {
  const int size = fabric.nodes_per_leaf;
  if (size <= 0 || size >= nodes) return {};
  Spine spine;
  spine.leaves = (nodes + size - 1) / size;
  spine.nodes_per_leaf = size;
  if (fabric.kind == core::FabricKind::FatTree) {
    spine.per_leaf = per_node * size / fabric.oversubscription;
  }
  // Leaf, spine, leaf: two switches more than under one leaf.
  spine.crossing_us = 2 * fabric.hop_latency.in_us();
  spine.double_tree_out = double_tree_out_of(nodes, size);
  return spine;
}

}  // namespace treering::sim::cost::terms
