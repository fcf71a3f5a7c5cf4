#include "sim/groups/joint_wiring.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"

namespace treering::sim::groups {
namespace {

using engine::LinkId;
using engine::Wire;
using machine::LinkKind;
using machine::NodeLink;
using schedule::StreamId;

constexpr double kNone = std::numeric_limits<double>::infinity();

std::size_t index(int number) {
  return static_cast<std::size_t>(number);
}

bool is_thread(const NodeLink& link) {
  return link.kind == LinkKind::Proxy || link.kind == LinkKind::Thread;
}

}  // namespace

JointWiring::JointWiring(const JointInput& input, const SideBySide& schedule,
                         std::vector<Member> members)
    : input_(input),
      schedule_(schedule),
      members_(std::move(members)),
      first_own_{input.links.count()},
      capacities_(index(input.links.count()), 0) {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const machine::CallRun& run = *members_[i].run;
    const auto [found, is_new] = tables_.try_emplace(&run);
    if (is_new) found->second = table_of(run.input.links.node(0));
    table_.push_back(&found->second);
    const int nodes = static_cast<int>(members_[i].nodes.size());
    first_own_.push_back(first_own_.back() + nodes * found->second.owned);
    capacities_.resize(index(first_own_.back()), 0);
    add_capacities(i);
  }
  const double uplink = input_.spine.per_leaf * core::kBytesPerUsPerGbPerS;
  for (LinkId link = input_.links.up(0); link < input_.links.count(); ++link) {
    capacities_[index(link)] = uplink;
  }
  std::ranges::replace(capacities_, 0, kNone);
}

JointWiring::Table JointWiring::table_of(const machine::NodeLinks& node) const {
  std::map<std::string, int> known;
  const auto& whole = input_.links.node(0).links();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (!is_thread(whole[i])) known.emplace(whole[i].name, static_cast<int>(i));
  }
  Table table;
  for (const NodeLink& link : node.links()) {
    const auto found = known.find(link.name);
    const bool is_own = found == known.end();
    table.shared.push_back(is_own ? -1 : found->second);
    table.own.push_back(is_own ? table.owned++ : -1);
  }
  return table;
}

LinkId JointWiring::moved(std::size_t member, LinkId link) const {
  const Table& table = *table_[member];
  const int per_node = static_cast<int>(table.shared.size());
  const int node = link / per_node;
  const std::size_t local = index(link % per_node);
  if (table.shared[local] >= 0) {
    return input_.links.first(members_[member].nodes[index(node)]) + table.shared[local];
  }
  return first_own_[member] + node * table.owned + table.own[local];
}

void JointWiring::add_capacities(std::size_t member) {
  const std::vector<double>& own = members_[member].run->wiring.capacities;
  for (std::size_t link = 0; link < own.size(); ++link) {
    if (std::isinf(own[link])) continue;
    double& whole = capacities_[index(moved(member, static_cast<LinkId>(link)))];
    whole = std::max(whole, own[link]);
  }
}

int JointWiring::node_of(std::size_t member, StreamId own) const {
  const machine::CallRun& run = *members_[member].run;
  const int nodes = static_cast<int>(members_[member].nodes.size());
  const int per_node = std::max(run.schedule->contract().ranks / nodes, 1);
  const int agent = run.schedule->stream(own).agent;
  const int node = agent / per_node;
  return node < nodes ? members_[member].nodes[index(node)] : -1;
}

/// What stands in the network has as much of its leaf's uplinks as it needs.
void JointWiring::cross_spine(std::size_t member, StreamId own, int port, Wire& wire) const {
  if (input_.spine.leaves < 2) return;
  const machine::CallRun& run = *members_[member].run;
  const int from = node_of(member, own);
  const int to = node_of(member, run.schedule->stream(own).sends[index(port)].stream);
  if (from < 0 || to < 0) return;
  machine::cross_spine({input_.links, input_.spine, run.input.costs}, from, to, wire);
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
  const auto after = std::ranges::upper_bound(first_own_, link);
  const auto member = static_cast<std::size_t>(after - first_own_.begin()) - 1;
  const int own = link - first_own_[member];
  const Table& table = *table_[member];
  const int at = own % table.owned;
  const auto local = std::ranges::find(table.own, at) - table.own.begin();
  const auto& run = *members_[member].run;
  const std::string& name = run.input.links.node(0).links()[static_cast<std::size_t>(local)].name;
  return fmt::format("node {}: {}, of the communicator of rank {}",
                     members_[member].nodes[index(own / table.owned)], name,
                     members_[member].first_rank);
}

}  // namespace treering::sim::groups
