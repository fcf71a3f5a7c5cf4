#include "hw/fabric/analysis/uneven_cabling.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/reading.h"
#include "core/units.h"
#include "hw/fabric/analysis/hosts.h"
#include "hw/fabric/analysis/most_common.h"

namespace treering::hw::fabric::analysis {
namespace {

using Findings = std::vector<Finding>;
using Neighbours = std::vector<std::vector<FabricNeighbour>>;

// Finds odd cables between switches: fewer, slower or spread differently than on other switches of
// the level.

std::string kind_of_switch(std::size_t level) {
  return level == 0 ? "leaf" : fmt::format("switch of level {}", level + 1);
}

void find_fewer_uplinks(const CheckedFabric& checked, Findings& findings) {
  for (std::size_t level = 0; level < checked.tree.levels.size(); ++level) {
    const auto& switches = checked.tree.levels[level].switches;
    std::vector<int> counts;
    for (const TreeSwitch& one : switches) counts.push_back(one.uplinks);
    const auto usual = most_common(counts);
    if (switches.size() < kFewestAlike) continue;
    for (const TreeSwitch& one : switches) {
      if (one.uplinks >= usual.value) continue;
      findings.push_back(
          {FindingKind::FewerUplinks,
           fmt::format("{} {} has {}, {} of {} have {}", kind_of_switch(level),
                       checked.names[at(one.node)], core::counted(at(one.uplinks), "uplink"),
                       usual.count, switches.size(), usual.value)});
    }
  }
}

/// The cables from `below` to switches of the level above, by what most of them carry.
void find_slow_uplinks_of(const CheckedFabric& checked, FabricNodeId below,
                          const std::vector<FabricNeighbour>& neighbours, Findings& findings) {
  std::vector<int> up;
  std::vector<std::int64_t> rates;
  for (const FabricNeighbour& neighbour : neighbours) {
    if (checked.tree.level[at(neighbour.node)] <= checked.tree.level[at(below)]) continue;
    up.push_back(neighbour.cable);
    rates.push_back(cable_of(checked, neighbour.cable).rate.mbps());
  }
  const auto usual = most_common(rates);
  for (const int index : up) {
    const Cable& cable = cable_of(checked, index);
    if (cable.rate.mbps() == 0 || cable.rate.mbps() >= usual.value) continue;
    const auto& [near, far] = cable.ends;
    findings.push_back(
        {FindingKind::SlowUplink,
         fmt::format("the cable from {} port {} to {} port {} is {}, but {} of {} up from there "
                     "carry {:g} Gbit/s",
                     checked.names[at(near.node)], near.number, checked.names[at(far.node)],
                     far.number, text_of(cable.rate), usual.count, rates.size(),
                     static_cast<double>(usual.value) / 1000)});
  }
}

void find_slow_uplinks(const CheckedFabric& checked, const Neighbours& neighbours,
                       Findings& findings) {
  for (const TreeLevel& level : checked.tree.levels) {
    for (const TreeSwitch& one : level.switches) {
      find_slow_uplinks_of(checked, one.node, neighbours[at(one.node)], findings);
    }
  }
}

/// How the uplinks of a switch are: what most of them carry, and how they are spread over the
/// switches above.
struct Uplinks {
  std::int64_t mbps = 0;  // 0 when unknown
  std::size_t above = 0;  // switches
  std::size_t least = 0;  // cables to one of them
  std::size_t most = 0;

  [[nodiscard]] auto spread() const { return std::tuple(above, least, most); }
};

Uplinks uplinks_of(const CheckedFabric& checked, FabricNodeId below,
                   const std::vector<FabricNeighbour>& neighbours) {
  std::vector<std::int64_t> rates;
  std::map<FabricNodeId, std::size_t> cables;
  for (const FabricNeighbour& neighbour : neighbours) {
    if (checked.tree.level[at(neighbour.node)] <= checked.tree.level[at(below)]) continue;
    ++cables[neighbour.node];
    const std::int64_t mbps = cable_of(checked, neighbour.cable).rate.mbps();
    if (mbps > 0) rates.push_back(mbps);
  }
  Uplinks uplinks{.mbps = most_common(rates).value, .above = cables.size()};
  if (cables.empty()) return uplinks;
  const auto [least, most] =
      std::ranges::minmax_element(cables, {}, [](const auto& entry) { return entry.second; });
  uplinks.least = least->second;
  uplinks.most = most->second;
  return uplinks;
}

std::string text_of_spread(const std::tuple<std::size_t, std::size_t, std::size_t>& spread) {
  const auto& [above, least, most] = spread;
  const std::string each =
      least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
  return fmt::format("{} switch{} with {} to each", above, above == 1 ? "" : "es", each);
}

/// All of a switch are slower than those of most others beside it.
void find_slow_switches(const CheckedFabric& checked, std::size_t level,
                        const std::vector<Uplinks>& uplinks, Findings& findings) {
  const auto& switches = checked.tree.levels[level].switches;
  std::vector<std::int64_t> rates;
  for (const Uplinks& one : uplinks) {
    if (one.mbps > 0) rates.push_back(one.mbps);
  }
  const auto usual = most_common(rates);
  if (rates.size() < kFewestAlike || 2 * usual.count <= rates.size()) return;
  for (std::size_t i = 0; i < switches.size(); ++i) {
    if (uplinks[i].mbps == 0 || uplinks[i].mbps >= usual.value) continue;
    findings.push_back(
        {FindingKind::SlowUplink,
         fmt::format(
             "the uplinks of {} {} carry {:g} Gbit/s each, but those of {} of {} carry {:g} Gbit/s",
             kind_of_switch(level), checked.names[at(switches[i].node)],
             static_cast<double>(uplinks[i].mbps) / 1000, usual.count, rates.size(),
             static_cast<double>(usual.value) / 1000)});
  }
}

/// As many uplinks as the others, but to fewer switches, or more to one than to another.
void find_uneven_spread(const CheckedFabric& checked, std::size_t level,
                        const std::vector<Uplinks>& uplinks, Findings& findings) {
  const auto& switches = checked.tree.levels[level].switches;
  std::vector<int> counts;
  std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> spreads;
  for (std::size_t i = 0; i < switches.size(); ++i) {
    counts.push_back(switches[i].uplinks);
    spreads.push_back(uplinks[i].spread());
  }
  const int usual_count = most_common(counts).value;
  const auto usual = most_common(spreads);
  if (spreads.size() < kFewestAlike || 2 * usual.count <= spreads.size()) return;
  for (std::size_t i = 0; i < switches.size(); ++i) {
    if (switches[i].uplinks != usual_count || spreads[i] == usual.value) continue;
    findings.push_back({FindingKind::UnevenSpread,
                        fmt::format("the uplinks of {} {} go to {}, but those of {} of {} to {}",
                                    kind_of_switch(level), checked.names[at(switches[i].node)],
                                    text_of_spread(spreads[i]), usual.count, spreads.size(),
                                    text_of_spread(usual.value))});
  }
}

/// In the order of the kinds.
std::vector<Finding> find_uneven_uplinks(const CheckedFabric& checked) {
  Findings findings;
  Findings spread;
  const Neighbours neighbours = neighbours_of(checked.graph);
  find_fewer_uplinks(checked, findings);
  find_slow_uplinks(checked, neighbours, findings);
  for (std::size_t level = 0; level < checked.tree.levels.size(); ++level) {
    std::vector<Uplinks> uplinks;
    for (const TreeSwitch& one : checked.tree.levels[level].switches) {
      uplinks.push_back(uplinks_of(checked, one.node, neighbours[at(one.node)]));
    }
    find_slow_switches(checked, level, uplinks, findings);
    // Without cables, as of Slurm, the number of them is not known.
    if (checked.graph.knows_cables) find_uneven_spread(checked, level, uplinks, spread);
  }
  findings.insert(findings.end(), spread.begin(), spread.end());
  return findings;
}

using Findings = std::vector<Finding>;

/// Remarks on hosts as findings, many alike in one.
void add_folded(FindingKind kind, const std::vector<HostRemark>& remarks, Findings& findings) {
  for (std::string& text : folded(remarks)) findings.push_back({kind, std::move(text)});
}

/// The usual value for each key; computed once.
template <class Key, class T>
class Usual {
 public:
  struct Of {
    MostCommon<T> most;
    std::size_t of = 0;  // how many there are
  };

  void add(const Key& key, T value) { values_[key].push_back(value); }
  void finish() {
    for (const auto& [key, values] : values_) usual_[key] = {most_common(values), values.size()};
  }
  const Of& of(const Key& key) const { return usual_.at(key); }

 private:
  std::map<Key, std::vector<T>> values_;
  std::map<Key, Of> usual_;
};

void find_fewer_ports(const CheckedFabric& checked, Findings& findings) {
  Usual<std::string, std::size_t> families;
  for (const FabricHost& host : checked.hosts.hosts) {
    families.add(family_of(host.name), host.ports.size());
  }
  families.finish();
  std::vector<HostRemark> remarks;
  for (const FabricHost& host : checked.hosts.hosts) {
    const auto& [usual, of] = families.of(family_of(host.name));
    if (of < kFewestAlike || host.ports.size() >= usual.value) continue;
    const std::string ports = core::counted(host.ports.size(), "connected port");
    remarks.push_back({host.name,
                       fmt::format("has {}, but {} of {} hosts named like it have {}", ports,
                                   usual.count, of, usual.value),
                       fmt::format("have {} each, but {} of {} hosts named like them have {}",
                                   ports, usual.count, of, usual.value)});
  }
  add_folded(FindingKind::FewerPorts, remarks, findings);
}

std::string name_of_port(const FabricHost& host, const HostPort& port) {
  return port.device.empty() ? host.name : fmt::format("{} {}", host.name, port.device);
}

/// "mlx5_0 ", to go between the name of the host and what is said of it.
std::string before_verb(const HostPort& port) {
  return port.device.empty() ? "" : port.device + " ";
}

void find_slow_ports(const CheckedFabric& checked, Findings& findings) {
  // The same device of hosts that are alike: the ports for storage are often slower than others.
  Usual<std::pair<std::string, std::string>, std::int64_t> alike;
  const auto rate_of = [&](const HostPort& port) { return cable_of(checked, port.cable).rate; };
  for (const FabricHost& host : checked.hosts.hosts) {
    const std::string family = family_of(host.name);
    for (const HostPort& port : host.ports) {
      alike.add({family, port.device}, rate_of(port).mbps());
    }
  }
  alike.finish();
  std::vector<HostRemark> remarks;
  for (const FabricHost& host : checked.hosts.hosts) {
    const std::string family = family_of(host.name);
    for (const HostPort& port : host.ports) {
      const auto& [usual, of] = alike.of({family, port.device});
      const CableRate rate = rate_of(port);
      if (of < kFewestAlike || rate.mbps() == 0 || rate.mbps() >= usual.value) continue;
      const auto usually = fmt::format("{} of {} on hosts named like", usual.count, of);
      const auto gbit = static_cast<double>(usual.value) / 1000;
      remarks.push_back(
          {host.name,
           fmt::format("{}is connected at {}, but {} it run at {:g} Gbit/s", before_verb(port),
                       text_of(rate), usually, gbit),
           fmt::format("have {} connected at {}, but {} them run at {:g} Gbit/s",
                       port.device.empty() ? "ports" : port.device, text_of(rate), usually, gbit)});
    }
  }
  add_folded(FindingKind::SlowPort, remarks, findings);
}

void find_crossed_rails(const CheckedFabric& checked, Findings& findings) {
  if (!checked.rails.is_rail_optimised) return;
  for (std::size_t group = 0; group < checked.rails.groups.size(); ++group) {
    for (const std::size_t index : checked.rails.groups[group].hosts) {
      const FabricHost& host = checked.hosts.hosts[index];
      for (const HostPort& port : host.ports) {
        const int other = checked.rails.group_of[at(port.switch_node)];
        const bool is_leaf = checked.tree.level[at(port.switch_node)] == 1;
        if (!is_leaf || other == static_cast<int>(group)) continue;
        findings.push_back(
            {FindingKind::CrossedRail,
             fmt::format("host {} is at leaf {}, where the hosts beside it have no port",
                         name_of_port(host, port), checked.names[at(port.switch_node)])});
      }
    }
  }
}

/// For a group: the leaf of each port on most hosts, by device and number.
using PortKey = std::pair<std::string, int>;

Usual<PortKey, FabricNodeId> usual_leaves(const CheckedFabric& checked, const RailGroup& group) {
  Usual<PortKey, FabricNodeId> leaves;
  for (const std::size_t index : group.hosts) {
    for (const HostPort& port : checked.hosts.hosts[index].ports) {
      leaves.add({port.device, port.port.number}, port.switch_node);
    }
  }
  leaves.finish();
  return leaves;
}

/// Ports at another leaf of their own group than on the hosts beside them.
void find_swapped_rails(const CheckedFabric& checked, Findings& findings) {
  if (!checked.rails.is_rail_optimised) return;
  std::vector<HostRemark> remarks;
  for (std::size_t group = 0; group < checked.rails.groups.size(); ++group) {
    const auto leaves = usual_leaves(checked, checked.rails.groups[group]);
    for (const std::size_t index : checked.rails.groups[group].hosts) {
      const FabricHost& host = checked.hosts.hosts[index];
      for (const HostPort& port : host.ports) {
        const auto& [usual, of] = leaves.of({port.device, port.port.number});
        // Two thirds: where hosts take turns, none is wrong.
        const bool is_clear = of >= kFewestAlike && 3 * usual.count >= 2 * of;
        const bool is_of_group =
            checked.rails.group_of[at(port.switch_node)] == static_cast<int>(group);
        if (!is_clear || !is_of_group || port.switch_node == usual.value) continue;
        const std::string where = fmt::format("at leaf {}, but {} of {} hosts there have it at {}",
                                              checked.names[at(port.switch_node)], usual.count, of,
                                              checked.names[at(usual.value)]);
        remarks.push_back(
            {host.name, fmt::format("{}is {}", before_verb(port), where),
             fmt::format("have {} {}", port.device.empty() ? "a port" : port.device, where)});
      }
    }
  }
  add_folded(FindingKind::SwappedRail, remarks, findings);
}

void find_missing_leaves(const CheckedFabric& checked, Findings& findings) {
  const auto& groups = checked.rails.groups;
  if (!checked.rails.is_rail_optimised || groups.size() < kFewestAlike) return;
  std::vector<std::size_t> sizes;
  for (const RailGroup& group : groups) sizes.push_back(group.leaves.size());
  const auto usual = most_common(sizes);
  for (const RailGroup& group : groups) {
    if (group.leaves.size() >= usual.value) continue;
    std::vector<std::string> names;
    for (const RailLeaf& leaf : group.leaves) names.push_back(checked.names[at(leaf.leaf)]);
    findings.push_back(
        {FindingKind::MissingLeaf,
         fmt::format("the group of leaves {} has {} rails, but {} of {} groups have {}",
                     fmt::join(names, ", "), names.size(), usual.count, groups.size(),
                     usual.value)});
  }
}

/// Cables from a switch to itself.
void find_loops(const CheckedFabric& checked, Findings& findings) {
  std::map<FabricNodeId, std::size_t> loops;
  for (const Cable& cable : checked.graph.cables) {
    if (cable.ends[0].node == cable.ends[1].node) ++loops[cable.ends[0].node];
  }
  for (const auto& [id, count] : loops) {
    findings.push_back(
        {FindingKind::Loop, fmt::format("{} from {} to itself", core::counted(count, "cable"),
                                        checked.names[at(id)])});
  }
}

void find_the_rest(const CheckedFabric& checked, Findings& findings) {
  for (const FabricNodeId id : checked.tree.roots_with_hosts) {
    findings.push_back({FindingKind::HostsAboveLeaves,
                        fmt::format("switch {} of level {} has adapters below it, like a leaf",
                                    checked.names[at(id)], checked.tree.level[at(id)])});
  }
  find_loops(checked, findings);
  const std::size_t unplugged = checked.hosts.unplugged.size();
  if (unplugged > 0) {
    findings.push_back(
        {FindingKind::Unplugged,
         fmt::format("{} without a cable, such as {}", core::counted(unplugged, "adapter"),
                     checked.names[at(checked.hosts.unplugged[0])])});
  }
  if (checked.hosts.nameless.empty()) return;
  findings.push_back({FindingKind::Nameless,
                      fmt::format("{} without a host's name, such as {}; other hosts may own them",
                                  core::counted(checked.hosts.nameless.size(), "port"),
                                  checked.names[at(checked.hosts.nameless[0].port.node)])});
}

}  // namespace

std::string family_of(const std::string& host) {
  std::string family;
  for (const char c : host) {
    if (!core::is_digit(c)) {
      family += c;
    } else if (!family.ends_with('#')) {
      family += '#';
    }
  }
  return family;
}

std::vector<Finding> find_uneven_cabling(const CheckedFabric& checked) {
  Findings findings = find_uneven_uplinks(checked);
  find_fewer_ports(checked, findings);
  find_slow_ports(checked, findings);
  find_crossed_rails(checked, findings);
  find_swapped_rails(checked, findings);
  find_missing_leaves(checked, findings);
  find_the_rest(checked, findings);
  return findings;
}

}  // namespace treering::hw::fabric::analysis
