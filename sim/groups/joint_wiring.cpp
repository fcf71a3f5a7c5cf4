#include "sim/groups/joint_wiring.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "sim/groups/joint_run.h"

namespace treering::sim::groups {
namespace {

using engine::LinkId;
using engine::Wire;
using links::NodeLink;
using links::NodeLinkKind;
using schedule::StreamId;

constexpr double kNone = std::numeric_limits<double>::infinity();

std::size_t index(int number) {
  return static_cast<std::size_t>(number);
}

bool is_thread(const NodeLink& link) {
  return link.kind == NodeLinkKind::Proxy || link.kind == NodeLinkKind::Thread;
}

}  // namespace

JointWiring::JointWiring(const JointInput& input, const SideBySide& schedule,
                         std::vector<Member> members)
    : input_(input), schedule_(schedule), members_(std::move(members)), end_(input.links.count()) {
  for (const Member& member : members_) add_places(member);
  capacities_.resize(index(end_), 0);
  for (std::size_t i = 0; i < members_.size(); ++i) add_capacities(i);
  const double uplink = machine::uplink_of(input_.spine) * core::kBytesPerUsPerGbPerS;
  for (LinkId link = input_.links.first(input_.links.nodes()); link < input_.links.count();
       ++link) {
    capacities_[index(link)] = uplink;
  }
  std::ranges::replace(capacities_, 0, kNone);
}

JointWiring::Table JointWiring::table_of(const links::NodeLinks& own,
                                         const links::NodeLinks& whole) {
  std::map<std::string, int> known;
  for (std::size_t i = 0; i < whole.links().size(); ++i) {
    const NodeLink& link = whole.links()[i];
    if (!is_thread(link)) known.emplace(link.name, static_cast<int>(i));
  }
  Table table;
  for (const NodeLink& link : own.links()) {
    const auto found = known.find(link.name);
    const bool is_own = found == known.end();
    table.shared.push_back(is_own ? -1 : found->second);
    table.own.push_back(is_own ? table.owned++ : -1);
  }
  return table;
}

void JointWiring::add_places(const Member& member) {
  std::vector<Place>& places = places_.emplace_back();
  for (std::size_t node = 0; node < member.nodes.size(); ++node) {
    const links::NodeLinks& own = member.run->input.links.node(static_cast<int>(node));
    const links::NodeLinks& whole = input_.links.node(member.nodes[node]);
    const auto [found, is_new] = tables_.try_emplace({&own, &whole});
    if (is_new) found->second = table_of(own, whole);
    places.push_back({&found->second, end_});
    end_ += found->second.owned;
  }
}

LinkId JointWiring::moved(std::size_t member, LinkId link) const {
  const machine::JobLinks& own = members_[member].run->input.links;
  const int node = own.node_of(link);
  const std::size_t local = index(link - own.first(node));
  const Place& place = places_[member][index(node)];
  if (place.table->shared[local] >= 0) {
    return input_.links.first(members_[member].nodes[index(node)]) + place.table->shared[local];
  }
  return place.first_own + place.table->own[local];
}

void JointWiring::add_capacities(std::size_t member) {
  const std::vector<double>& own = members_[member].run->wiring.capacities;
  for (std::size_t link = 0; link < own.size(); ++link) {
    if (std::isinf(own[link])) continue;
    double& whole = capacities_[index(moved(member, static_cast<LinkId>(link)))];
    whole = std::max(whole, own[link]);
  }
}

/// What stands in the network has as much of its leaf's uplinks as it needs.
void JointWiring::cross_spine(std::size_t member, StreamId own, int port, Wire& wire) const {
  if (!input_.spine.has_effect()) return;
  const machine::CallRun& run = *members_[member].run;
  const auto [from, to, channel] = run.schedule->connection(own, port);
  const int ranks = run.schedule->contract().ranks;
  if (from >= ranks || to >= ranks) return;
  machine::SwitchPorts ports = machine::ports_of(
      run.input, run.input.connections.of(run.input.algorithm, {channel, 0, from, to}));
  ports.from.node = members_[member].nodes[index(ports.from.node)];
  ports.to.node = members_[member].nodes[index(ports.to.node)];
  machine::cross_spine({input_.links, input_.spine, run.input.costs}, ports, wire);
}

Wire JointWiring::wire(StreamId sender, int port) const {
  const std::size_t member = member_of(sender);
  const StreamId own = sender - schedule_.first(member);
  const engine::Wiring& alone = members_[member].run->wiring;
  Wire wire = alone.wire(own, port);
  for (engine::Crossing& one : wire.route) {
    const LinkId link = moved(member, one.link);
    one.weight *= capacities_[index(link)] / alone.capacities[index(one.link)];
    one.link = link;
  }
  if (wire.is_posted) cross_spine(member, own, port, wire);
  return wire;
}

double JointWiring::start_us(StreamId stream) const {
  return members_[member_of(stream)].start_us;
}

std::string JointWiring::name(LinkId link) const {
  if (link < input_.links.count()) return input_.links.name(link);
  const auto is_before = [](LinkId number, const std::vector<Place>& places) {
    return number < places.front().first_own;
  };
  const auto after = std::upper_bound(places_.begin(), places_.end(), link, is_before);
  const auto member = static_cast<std::size_t>(after - places_.begin()) - 1;
  const std::vector<Place>& places = places_[member];
  const auto at = std::prev(std::ranges::upper_bound(places, link, {}, &Place::first_own));
  const auto node = static_cast<int>(at - places.begin());
  const auto local =
      std::ranges::find(at->table->own, link - at->first_own) - at->table->own.begin();
  const links::NodeLinks& own = members_[member].run->input.links.node(node);
  return fmt::format(
      "node {}: {}, of the communicator of rank {}", members_[member].nodes[index(node)],
      own.links()[static_cast<std::size_t>(local)].name, members_[member].first_rank);
}

}  // namespace treering::sim::groups
