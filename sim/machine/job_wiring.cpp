#include "sim/machine/job_wiring.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/assert.h"
#include "core/units.h"
#include "sim/machine/flow_costs.h"
#include "sim/machine/job_links.h"
#include "sim/nccl/plan.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::machine {
namespace {

// The NET by which each rank of a call sends and receives.

class NetChoice {
 public:
  /// Refers to `plan`. \param algorithm whose graph assigns the NETs; nothing: the nearest
  NetChoice(const nccl::Plan& plan, std::optional<nccl::Algorithm> algorithm);

  /// By local rank. \param links of that node
  std::int64_t of(const NodeLinks& links, int node, int local, int channel) const;

 private:
  /// What one node, or a part of a machine, found.
  struct Found {
    const nccl::ChannelGraph* graph = nullptr;
    std::vector<int> ranks;  // ascending
  };

  const nccl::ChannelGraph& graph_of(int node, int local) const;

  const nccl::Plan& plan_;
  bool has_heads_ = false;
  std::size_t channels_ = 0;               // that all nodes have; 0: the nearest NET
  std::vector<std::vector<Found>> found_;  // by class of machines
};

using nccl::Algorithm;
using nccl::ChannelGraph;
using nccl::NodeChannel;
using nccl::NodeGraphs;

const ChannelGraph& graph_of(const NodeGraphs& graphs, Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::Ring:
    case Algorithm::Pat:
      break;
    case Algorithm::Tree:
      return graphs.tree;
    case Algorithm::CollNetChain:
      return graphs.collnet_chain;
    case Algorithm::CollNetDirect:
      return graphs.collnet_direct;
    case Algorithm::Nvls:
    case Algorithm::NvlsTree:
      return graphs.nvls;
  }
  return graphs.ring;
}

bool has_heads(Algorithm algorithm) {
  return algorithm == Algorithm::Nvls || algorithm == Algorithm::NvlsTree ||
         algorithm == Algorithm::CollNetDirect;
}

NetChoice::NetChoice(const nccl::Plan& plan, std::optional<Algorithm> algorithm) : plan_(plan) {
  if (!algorithm) return;
  has_heads_ = has_heads(*algorithm);
  channels_ = machine::graph_of(plan.common, *algorithm).channels.size();
  for (const nccl::search::NodeSearch& machine : plan.machines.classes) {
    std::vector<Found>& parts = found_.emplace_back();
    const auto add = [&](const NodeGraphs& graphs) {
      parts.push_back({&machine::graph_of(graphs, *algorithm), nccl::search::ranks_of(graphs)});
    };
    add(machine.graphs);
    std::ranges::for_each(machine.other_parts, add);
  }
}

const ChannelGraph& NetChoice::graph_of(int node, int local) const {
  const std::vector<int>& class_of = plan_.machines.class_of;
  const int number = class_of.empty() ? 0 : class_of[static_cast<std::size_t>(node)];
  const std::vector<Found>& parts = found_[static_cast<std::size_t>(number)];
  const auto own = std::ranges::find_if(
      parts, [&](const Found& one) { return std::ranges::binary_search(one.ranks, local); });
  return *(own == parts.end() ? parts.front() : *own).graph;
}

/// NCCL v2.28.9-1, src/graph/search.cc, ncclTopoGetNetDev: the first GPU of a channel uses the NET
/// by which it is entered, every other the one by which it is left. With heads, a channel of the
/// graph belongs to its first GPU.
std::int64_t NetChoice::of(const NodeLinks& links, int node, int local, int channel) const {
  if (channels_ == 0) return links.nearest_net(local, channel);
  const auto& channels = graph_of(node, local).channels;
  if (has_heads_) {
    const auto end = channels.begin() + static_cast<std::ptrdiff_t>(channels_);
    const auto own = std::find_if(
        channels.begin(), end, [&](const NodeChannel& one) { return one.gpus.front() == local; });
    return own == end ? links.nearest_net(local, channel) : own->nets[0];
  }
  const NodeChannel& one = channels[static_cast<std::size_t>(channel) % channels_];
  return one.gpus.front() == local ? one.nets[0] : one.nets[1];
}

using engine::LinkId;
using engine::Wire;
using schedule::Schedule;
using schedule::StreamId;

constexpr double kPerUs = core::kBytesPerUsPerGbPerS;

/// Agents by number: ranks, then an NVSwitch a machine where the schedule multicasts, then switches
/// of the network.
struct Agents {
  int ranks = 1;
  int per_node = 1;
  bool has_nvswitches = false;

  int nodes() const { return ranks / per_node; }
  bool is_rank(int agent) const { return agent < ranks; }
  bool is_nvswitch(int agent) const {
    return has_nvswitches && agent >= ranks && agent < ranks + nodes();
  }
  int node_of(int agent) const { return is_rank(agent) ? agent / per_node : agent - ranks; }
  int local(int rank) const { return rank % per_node; }
};

class JobWiring {
 public:
  JobWiring(const WiringInput& input, const Schedule& schedule)
      : input_(input), schedule_(schedule), nets_(input.plan, input.algorithm) {
    agents_.ranks = schedule.contract().ranks;
    agents_.per_node = std::max(agents_.ranks / std::max(input.plan.job.nodes, 1), 1);
    agents_.has_nvswitches =
        input.algorithm == nccl::Algorithm::Nvls || input.algorithm == nccl::Algorithm::NvlsTree;
  }

  Wire wire(StreamId sender, int port) const {
    const auto [from, to, channel] = schedule_.connection(sender, port);
    if (agents_.is_nvswitch(from)) return from_nvswitch(from, to);
    if (!agents_.is_rank(from)) return from_network(to, channel);
    if (agents_.is_nvswitch(to)) return to_nvswitch(from);
    if (!agents_.is_rank(to)) return to_network(from, channel);
    const int local = agents_.local(from);
    const int peer = agents_.local(to);
    const bool is_inside = agents_.node_of(from) == agents_.node_of(to) &&
                           (local == peer || !node_at(from).meet_on_network(local, peer));
    return is_inside ? inside(from, to) : between(from, to, channel);
  }

 private:
  const NodeLinks& node_at(int agent) const { return input_.links.node(agents_.node_of(agent)); }

  void cross(Wire& wire, int node, const LinkList& links, Traffic traffic) const {
    for (const int link : links) {
      const NodeLink& one = input_.links.node(node).links()[static_cast<std::size_t>(link)];
      if (capacity_of(one, input_.costs) <= 0) continue;
      const LinkId id = input_.links.first(node) + link;
      const double weight = weight_on(one, traffic, input_.costs);
      const auto found = std::ranges::find(wire.route, id, &engine::Crossing::link);
      if (found != wire.route.end()) {
        found->weight += weight;  // a way through the host and back
      } else {
        wire.route.push_back({id, weight});
      }
    }
  }

  Wire inside(int from, int to) const {
    Wire wire;
    const LinkList links =
        from == to ? LinkList{} : node_at(from).between(agents_.local(from), agents_.local(to));
    cross(wire, agents_.node_of(from), links, Traffic::Inside);
    wire.rate = input_.costs.stream_rate * kPerUs;
    wire.latency_us = input_.costs.hop_us;
    wire.head = input_.costs.head;
    return wire;
  }

  Wire to_nvswitch(int from) const {
    const int local = agents_.local(from);
    return multicast(agents_.node_of(from), local, node_at(from).to_nvswitch(local));
  }

  Wire from_nvswitch(int nvswitch, int to) const {
    const int local = agents_.local(to);
    return multicast(agents_.node_of(nvswitch), local, node_at(nvswitch).from_nvswitch(local));
  }

  Wire multicast(int node, int local, LinkList links) const {
    Wire wire;
    links.push_back(input_.links.node(node).multicast(local));
    cross(wire, node, links, Traffic::Multicast);
    wire.rate = std::numeric_limits<double>::infinity();
    wire.latency_us = input_.costs.multicast_us;
    return wire;
  }

  Wire over_network() const {
    Wire wire;
    wire.rate = input_.costs.stream_rate * kPerUs;
    wire.latency_us = input_.costs.network_hop_us;
    wire.is_posted = true;
    wire.network_rate = input_.costs.network_rate * kPerUs;
    wire.head = input_.costs.head;
    return wire;
  }

  void leave(Wire& wire, int rank, int channel) const {
    const int local = agents_.local(rank);
    cross(wire, agents_.node_of(rank), node_at(rank).out(local, net_of(rank, channel)),
          Traffic::Network);
  }
  void enter(Wire& wire, int rank, int channel) const {
    const int local = agents_.local(rank);
    cross(wire, agents_.node_of(rank), node_at(rank).in(net_of(rank, channel), local),
          Traffic::Network);
  }

  /// A switch of the network has as much of its leaf's uplinks as it needs.
  Wire to_network(int from, int channel) const {
    Wire wire = over_network();
    leave(wire, from, channel);
    return wire;
  }
  Wire from_network(int to, int channel) const {
    Wire wire = over_network();
    enter(wire, to, channel);
    wire.rate = std::numeric_limits<double>::infinity();
    return wire;
  }

  Wire between(int from, int to, int channel) const {
    Wire wire = over_network();
    leave(wire, from, channel);
    cross_spine({input_.links, input_.spine, input_.costs}, agents_.node_of(from),
                agents_.node_of(to), wire);
    enter(wire, to, channel);
    return wire;
  }

  std::int64_t net_of(int rank, int channel) const {
    return nets_.of(node_at(rank), agents_.node_of(rank), agents_.local(rank), channel);
  }

  WiringInput input_;
  const Schedule& schedule_;
  NetChoice nets_;
  Agents agents_;
};

std::vector<double> capacities_of(const WiringInput& input) {
  std::vector<double> all;
  for (int node = 0; node < input.links.nodes(); ++node) {
    for (const NodeLink& link : input.links.node(node).links()) {
      const double rate = capacity_of(link, input.costs);
      all.push_back(rate > 0 ? rate * kPerUs : std::numeric_limits<double>::infinity());
    }
  }
  all.resize(static_cast<std::size_t>(input.links.count()), input.spine.per_leaf * kPerUs);
  return all;
}

/// The channel of a connection decides only by which NETs it leaves and enters. Nothing where no
/// part of the schedule is like another.
std::vector<int> channels_alike(const WiringInput& input, const Schedule& schedule) {
  const schedule::Copies copies = schedule.copies();
  if (copies.length == 0) return {};
  const int channels = *std::ranges::max_element(copies.channels) + 1;
  const NetChoice nets(input.plan, input.algorithm);
  const int nodes = input.links.nodes();
  const int per_node = std::max(schedule.contract().ranks / std::max(nodes, 1), 1);
  std::vector<std::vector<std::int64_t>> known;  // by channel, then rank
  std::vector<int> alike;
  for (int channel = 0; channel < channels; ++channel) {
    std::vector<std::int64_t>& own = known.emplace_back();
    for (int node = 0; node < nodes; ++node) {
      for (int local = 0; local < per_node; ++local) {
        own.push_back(nets.of(input.links.node(node), node, local, channel));
      }
    }
    alike.push_back(static_cast<int>(std::ranges::find(known, own) - known.begin()));
    if (alike.back() < channel) own.clear();
  }
  return alike;
}

/// What a switch of the network puts together takes none of a GPU's time.
std::function<double(StreamId)> local_rates_of(const Schedule& schedule, double rate) {
  const int ranks = schedule.contract().ranks;
  if (schedule.agents() == ranks) return {};
  std::vector<bool> is_rank;
  for (const int agent : schedule::agents_by_stream(schedule)) is_rank.push_back(agent < ranks);
  return [is_rank = std::move(is_rank), rate](StreamId id) {
    return is_rank[static_cast<std::size_t>(id)] ? rate : std::numeric_limits<double>::infinity();
  };
}

}  // namespace

int counted_leaves(const cost::terms::Spine& spine) {
  return spine.leaves > 1 && spine.per_leaf > 0 ? spine.leaves : 0;
}

void cross_spine(const SpineWay& way, int from_node, int to_node, Wire& wire) {
  if (way.spine.leaves < 2) return;
  const int per_leaf = std::max(way.spine.nodes_per_leaf, 1);
  const int up = from_node / per_leaf;
  const int down = to_node / per_leaf;
  if (up == down) return;
  wire.latency_us += way.spine.crossing_us;
  if (way.spine.per_leaf <= 0) return;
  const double weight = way.costs.uplinks_per_byte / way.costs.payload;
  wire.route.push_back({way.links.up(up), weight});
  wire.route.push_back({way.links.down(down), weight});
}

engine::Wiring wiring_of(const WiringInput& input, const Schedule& schedule) {
  engine::Wiring wiring;
  wiring.capacities = capacities_of(input);
  wiring.wire = [job = JobWiring(input, schedule)](StreamId sender, int port) {
    return job.wire(sender, port);
  };
  wiring.local_rate = input.costs.keep_rate * kPerUs;
  wiring.local_rates = local_rates_of(schedule, wiring.local_rate);
  wiring.channels_alike = channels_alike(input, schedule);
  return wiring;
}

}  // namespace treering::sim::machine
