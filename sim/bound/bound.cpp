#include "sim/bound/bound.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/assert.h"
#include "sim/bound/device_rates.h"
#include "sim/nccl/system/system.h"

namespace treering::sim::bound {
namespace {

using core::Bandwidth;
using core::Collective;
using core::DeviceId;
using core::DeviceKind;
using core::Topology;

/// The shares of the size that must leave and enter a part.
struct Demand {
  double out = 0;
  double in = 0;
};

Demand demand(Collective collective, const CutPart& part, int ranks) {
  const double inside = static_cast<double>(part.ranks) / ranks;
  const double outside = 1 - inside;
  switch (collective) {
    case Collective::AllReduce:
    case Collective::SendRecv:
      return {1, 1};
    case Collective::AllGather:
      return {inside, outside};
    case Collective::ReduceScatter:
      return {outside, inside};
    case Collective::Broadcast:
      return part.has_root ? Demand{1, 0} : Demand{0, 1};
    case Collective::Reduce:
      return part.has_root ? Demand{0, 1} : Demand{1, 0};
    case Collective::AllToAll:
      return {part.ranks * outside, part.ranks * outside};
    case Collective::Gather:
      return part.has_root ? Demand{0, outside} : Demand{inside, 0};
    case Collective::Scatter:
      return part.has_root ? Demand{outside, 0} : Demand{0, inside};
    case Collective::Barrier:
      return {};
  }
  TREERING_ASSERT(false, "a collective is one of its enumerators");
  return {};
}

/// The tightest limit at a level.
struct Tightest {
  double slowness = 0;  // ns per byte of the size
  Bandwidth rate;       // of the links that take this long

  /// A rate of zero is unknown and sets no bound.
  void add(double share, Bandwidth over) {
    if (over.in_gb_per_s() <= 0 || share / over.in_gb_per_s() <= slowness) return;
    slowness = share / over.in_gb_per_s();
    rate = over;
  }
};

Tightest tightest_of(const CutLevel& level, Collective collective, int ranks) {
  Tightest result;
  if (level.parts < 2) return result;
  for (const CutPart& part : level.distinct) {
    const Demand need = demand(collective, part, ranks);
    result.add(need.out, part.out);
    result.add(need.in, part.in);
  }
  if (collective == Collective::AllReduce && !level.switch_reduces) {
    result.add(2.0 * (level.parts - 1) / level.parts, level.mean_rate);
  }
  return result;
}

/// Multicast with reduction needs NVSwitch and GPUs of compute capability 9.0 or newer.
bool switch_reduces(const Topology& node, const std::vector<DeviceId>& gpus,
                    const job::JobSpec& job) {
  constexpr int kFirstWithMulticast = 90;  // Hopper with NVLink SHARP
  if (job.nvls != job::Feature::Auto) return job.nvls == job::Feature::On;
  return !node.of_kind(DeviceKind::NvSwitch).empty() &&
         std::all_of(gpus.begin(), gpus.end(), [&](DeviceId id) {
           return std::get<core::Gpu>(node.device(id).info).compute_capability >=
                  kFirstWithMulticast;
         });
}

CutLevel gpu_level(bool switch_reduces, const JobLinks& links, int nodes) {
  const std::size_t gpus = links.per_gpu.size();
  const int count = static_cast<int>(gpus) * nodes;
  CutLevel level{"the links of each GPU", count, {}, switch_reduces, {}};
  Rates sum;
  bool is_root = true;
  for (const Rates& rate : links.per_gpu) {
    sum.out += rate.out;
    sum.in += rate.in;
    level.distinct.push_back({1, rate.out, rate.in, is_root});
    // Rank 0's counterparts on the other nodes are not the root.
    if (is_root && nodes > 1) level.distinct.push_back({1, rate.out, rate.in, false});
    is_root = false;
  }
  if (gpus > 0) level.mean_rate = std::min(sum.out, sum.in) / static_cast<double>(gpus);
  const auto is_slower = [&](const CutPart& part) {
    return std::min(part.out, part.in) < level.mean_rate * (1 - 1e-9);
  };
  if (std::ranges::any_of(level.distinct, is_slower)) level.name = "the links of the slowest GPU";
  return level;
}

CutLevel network_level(std::string name, const std::vector<int>& group_of, int ranks_per_node,
                       Rates rates) {
  std::map<int, int> nodes;  // by group
  for (const int group : group_of) ++nodes[group];
  CutLevel level{
      std::move(name), static_cast<int>(nodes.size()), std::min(rates.out, rates.in), false, {}};
  std::set<std::pair<bool, int>> known;
  for (const auto& [group, count] : nodes) {
    const bool has_root = group == group_of.front();
    if (!known.emplace(has_root, count).second) continue;
    level.distinct.push_back({count * ranks_per_node, rates.out, rates.in, has_root});
  }
  return level;
}

std::vector<int> each_alone(int nodes) {
  std::vector<int> numbers(static_cast<std::size_t>(nodes));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

std::string name_of_uplinks(core::FabricKind kind) {
  switch (kind) {
    case core::FabricKind::RailOptimised:
      return "the uplinks of each group of rail switches";
    case core::FabricKind::Dragonfly:
      return "the links of each group to others";
    default:
      return "the uplinks of each leaf switch";
  }
}

/// By node the leaf whose uplinks set a bound. None is sure where nobody knows the order of nodes.
std::vector<int> sure_leaves(const core::Fabric& fabric, int nodes) {
  if (fabric.order.kind == core::NodeOrder::Kind::Unknown) return {};
  return core::leaves_by_node(fabric, nodes);
}

/// The rate of a node's ports, limited by the links of the job's GPUs to them. A rate of zero is
/// unknown.
Rates ports_reached(const Topology& node, const JobLinks& links) {
  const Rates ports = rates_of_all_adapters(node);
  const auto reached = [](Bandwidth port, Bandwidth host) {
    return host.in_gb_per_s() > 0 ? std::min(port, host) : port;
  };
  return {reached(ports.out, links.to_hosts.out), reached(ports.in, links.to_hosts.in)};
}

/// The rate of a leaf switch's uplinks in rates of one node.
double uplink_share(const core::Fabric& fabric) {
  return fabric.nodes_per_leaf / fabric.oversubscription;
}

}  // namespace

WireBound::WireBound(const core::Cluster& cluster, const job::JobSpec& job) {
  const auto gpus = nccl::system::local_ranks(cluster.node, job);
  const int local = static_cast<int>(gpus.size());
  ranks_ = local * job.nodes;
  const JobLinks links = links_of_job(cluster.node, gpus, job.nodes);
  levels_.push_back(gpu_level(switch_reduces(cluster.node, gpus, job), links, job.nodes));
  if (job.nodes < 2) return;
  levels_.push_back(network_level("the network ports of each node", each_alone(job.nodes), local,
                                  ports_reached(cluster.node, links)));
  // Uplinks are sized for all ports, also those that the job does not use.
  const Rates node = rates_of_all_adapters(cluster.node);
  const core::Fabric& fabric = cluster.fabric;
  // Data may change rails inside a node, so that the rails of a leaf bound it together.
  if (const std::vector<int> leaves = sure_leaves(fabric, job.nodes); !leaves.empty()) {
    const double share = uplink_share(fabric);
    levels_.push_back(network_level(name_of_uplinks(fabric.kind), leaves, local,
                                    {node.out * share, node.in * share}));
  }
  for (std::size_t i = 1; i < levels_.size(); ++i) {
    levels_[i].switch_reduces = job.collnet == job::Feature::On;
  }
}

WireBound::WireBound(std::vector<CutLevel> levels, int ranks)
    : levels_(std::move(levels)), ranks_(ranks) {}

core::Duration WireBound::time(Collective collective, core::Bytes bytes) const {
  const CutLevel* level = tightest(collective);
  if (level == nullptr) return {};
  const double slowness = tightest_of(*level, collective, ranks_).slowness;
  const double ns = slowness * static_cast<double>(bytes.count());
  return core::Duration::from_ns(ns);
}

const CutLevel* WireBound::tightest(Collective collective) const {
  const CutLevel* tightest = nullptr;
  double slowest = 0;
  for (const CutLevel& level : levels_) {
    const double slow = tightest_of(level, collective, ranks_).slowness;
    if (slow <= slowest) continue;
    slowest = slow;
    tightest = &level;
  }
  return tightest;
}

core::Bandwidth WireBound::tightest_rate(Collective collective) const {
  const CutLevel* level = tightest(collective);
  return level == nullptr ? core::Bandwidth{} : tightest_of(*level, collective, ranks_).rate;
}

}  // namespace treering::sim::bound
