#include "sim/machine/job_wiring.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/units.h"
#include "sim/links/network_ways.h"
#include "sim/machine/flow_costs.h"
#include "sim/machine/job_links.h"
#include "sim/nccl/connections/connections.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::machine {
namespace {

using engine::LinkId;
using engine::Wire;
using nccl::connections::Connection;
using nccl::connections::Transport;
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
      : input_(input), schedule_(schedule) {
    agents_.ranks = schedule.contract().ranks;
    agents_.per_node = std::max(agents_.ranks / std::max(input.links.nodes(), 1), 1);
    agents_.has_nvswitches =
        input.algorithm == nccl::Algorithm::Nvls || input.algorithm == nccl::Algorithm::NvlsTree;
  }

  Wire wire(StreamId sender, int port) const {
    const auto [from, to, channel] = schedule_.connection(sender, port);
    if (agents_.is_nvswitch(from)) return from_nvswitch(from, to);
    if (!agents_.is_rank(from)) return from_network(to, channel);
    if (agents_.is_nvswitch(to)) return to_nvswitch(from);
    if (!agents_.is_rank(to)) return to_network(from, channel);
    if (from == to) return inside(from, {});
    const Connection connection = input_.connections.of(input_.algorithm, {channel, 0, from, to});
    if (connection.transport == Transport::Net) return between(connection);
    return inside(from, links::way_inside(node_at(from), connection, agents_.per_node));
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

  Wire inside(int from, const LinkList& links) const {
    Wire wire;
    cross(wire, agents_.node_of(from), links, Traffic::Inside);
    const bool is_in_memory = std::ranges::any_of(links, [&](int link) {
      return node_at(from).links()[static_cast<std::size_t>(link)].kind == NodeLinkKind::Memory;
    });
    wire.rate = (is_in_memory ? input_.costs.memory_rate : input_.costs.stream_rate) * kPerUs;
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
    wire.rate = input_.costs.multicast_rate * kPerUs;
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

  /// A switch of the network has as much of its leaf's uplinks as it needs.
  Wire to_network(int from, int channel) const {
    Wire wire = over_network();
    const int local = agents_.local(from);
    cross(wire, agents_.node_of(from),
          node_at(from).out(local, local, {net_to_network(from, channel)}), Traffic::Network);
    return wire;
  }
  Wire from_network(int to, int channel) const {
    Wire wire = over_network();
    cross(wire, agents_.node_of(to),
          node_at(to).in({net_to_network(to, channel)}, agents_.local(to)), Traffic::Network);
    wire.rate = std::numeric_limits<double>::infinity();
    return wire;
  }

  /// \pre the schedule is that of an algorithm that reduces in the network
  std::int64_t net_to_network(int rank, int channel) const {
    return input_.connections.net_to_network(*input_.algorithm, rank, channel);
  }

  Wire between(const Connection& one) const {
    Wire wire = over_network();
    const int from = agents_.node_of(one.from);
    const int to = agents_.node_of(one.to);
    const bool is_staged = links::is_staged_out(node_at(one.from), one, agents_.per_node) ||
                           links::is_staged_in(node_at(one.to), one, agents_.per_node);
    if (is_staged) wire.rate = input_.costs.staged_rate * kPerUs;
    cross(wire, from, links::way_out(node_at(one.from), one, agents_.per_node), Traffic::Network);
    if (input_.spine.has_effect()) {
      cross_spine({input_.links, input_.spine, input_.costs}, ports_of(input_, one), wire);
    }
    cross(wire, to, links::way_in(node_at(one.to), one, agents_.per_node), Traffic::Network);
    return wire;
  }

  WiringInput input_;
  const Schedule& schedule_;
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
  all.resize(static_cast<std::size_t>(input.links.count()), uplink_of(input.spine) * kPerUs);
  return all;
}

/// The channel of a connection decides only by which NETs it leaves and enters. Nothing where no
/// part of the schedule is like another.
std::vector<int> channels_alike(const WiringInput& input, const Schedule& schedule) {
  const schedule::Copies copies = schedule.copies();
  if (copies.length == 0) return {};
  const int channels = *std::ranges::max_element(copies.channels) + 1;
  std::vector<std::vector<std::int64_t>> known;  // by channel
  std::vector<int> alike;
  for (int channel = 0; channel < channels; ++channel) {
    known.push_back(input.connections.kind_of(input.algorithm, channel));
    alike.push_back(static_cast<int>(std::ranges::find(known, known.back()) - known.begin()));
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

LeafSwitches counted_leaves(const cost::terms::Spine& spine) {
  if (!spine.has_effect() || spine.per_leaf <= 0) return {};
  return {*std::ranges::max_element(spine.leaf_of) + 1, spine.rails};
}

double uplink_of(const cost::terms::Spine& spine) {
  return spine.per_leaf / spine.rails;
}

SwitchPorts ports_of(const WiringInput& input, const Connection& one) {
  const int per_node = input.connections.machine_ranks();
  SwitchPorts ports{{one.from / per_node}, {one.to / per_node}};
  ports.from.rail = input.links.node(ports.from.node).rail_of(one.net, one.sender() % per_node);
  ports.to.rail = input.links.node(ports.to.node).rail_of(one.to_net, one.to % per_node);
  return ports;
}

namespace {

/// A leaf switch.
struct Leaf {
  int number = 0;
  int rail = 0;
  bool operator==(const Leaf&) const = default;
};

/// A node may have more NETs than those by which rails are counted: the last rail has the rest.
Leaf leaf_at(const cost::terms::Spine& spine, SwitchPort port) {
  return {spine.leaf_of[static_cast<std::size_t>(port.node)], std::min(port.rail, spine.rails - 1)};
}

}  // namespace

void cross_spine(const SpineWay& way, const SwitchPorts& ports, Wire& wire) {
  if (!way.spine.has_effect()) return;
  const Leaf up = leaf_at(way.spine, ports.from);
  const Leaf down = leaf_at(way.spine, ports.to);
  if (up == down) return;
  wire.latency_us += way.spine.crossing_us;
  if (way.spine.per_leaf <= 0) return;
  const double weight = way.costs.uplinks_per_byte / way.costs.payload;
  wire.route.push_back({way.links.up(up.number, up.rail), weight});
  wire.route.push_back({way.links.down(down.number, down.rail), weight});
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
