#include "hw/subnet/uneven_cabling.h"

#include <cctype>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/subnet/most_common.h"

namespace treering::hw {
namespace {

using Findings = std::vector<Finding>;

// Two that differ say nothing of what is usual.
constexpr std::size_t kFewestAlike = 3;

std::size_t at(int id) {
  return static_cast<std::size_t>(id);
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string kind_of_switch(std::size_t level) {
  return level == 0 ? "leaf" : fmt::format("switch of level {}", level + 1);
}

const SubnetCable& cable_of(const CheckedSubnet& checked, int cable) {
  return checked.subnet.cables[at(cable)];
}

void find_fewer_uplinks(const CheckedSubnet& checked, Findings& findings) {
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
                       name_of(checked.subnet.node(one.node)), counted(at(one.uplinks), "uplink"),
                       usual.count, switches.size(), usual.value)});
    }
  }
}

/// The cables from `below` to switches of the level above, by what most of them carry.
void find_slow_uplinks_of(const CheckedSubnet& checked, SubnetNodeId below,
                          const std::vector<SubnetNeighbour>& neighbours, Findings& findings) {
  std::vector<int> up;
  std::vector<std::int64_t> rates;
  for (const SubnetNeighbour& neighbour : neighbours) {
    if (checked.tree.level[at(neighbour.node)] <= checked.tree.level[at(below)]) continue;
    up.push_back(neighbour.cable);
    rates.push_back(cable_of(checked, neighbour.cable).rate.mbps());
  }
  const auto usual = most_common(rates);
  for (const int index : up) {
    const SubnetCable& cable = cable_of(checked, index);
    if (cable.rate.mbps() == 0 || cable.rate.mbps() >= usual.value) continue;
    const auto& [near, far] = cable.ends;
    findings.push_back(
        {FindingKind::SlowUplink,
         fmt::format("the cable from {} port {} to {} port {} is {}, {} of {} up "
                     "from there carry {:g} Gbit/s",
                     name_of(checked.subnet.node(near.node)), near.number,
                     name_of(checked.subnet.node(far.node)), far.number, text_of(cable.rate),
                     usual.count, rates.size(), static_cast<double>(usual.value) / 1000)});
  }
}

void find_slow_uplinks(const CheckedSubnet& checked, Findings& findings) {
  const auto neighbours = neighbours_of(checked.subnet);
  for (const TreeLevel& level : checked.tree.levels) {
    for (const TreeSwitch& one : level.switches) {
      find_slow_uplinks_of(checked, one.node, neighbours[at(one.node)], findings);
    }
  }
}

/// What is usual for each key; worked out once, however many ask.
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

void find_fewer_ports(const CheckedSubnet& checked, Findings& findings) {
  Usual<std::string, std::size_t> families;
  for (const SubnetHost& host : checked.hosts.hosts) {
    families.add(family_of(host.name), host.ports.size());
  }
  families.finish();
  for (const SubnetHost& host : checked.hosts.hosts) {
    const auto& [usual, of] = families.of(family_of(host.name));
    if (of < kFewestAlike || host.ports.size() >= usual.value) continue;
    findings.push_back(
        {FindingKind::FewerPorts,
         fmt::format("host {} has {}, {} of {} hosts named like it have {}", host.name,
                     counted(host.ports.size(), "connected port"), usual.count, of, usual.value)});
  }
}

std::string name_of_port(const SubnetHost& host, const HostPort& port) {
  return port.device.empty() ? host.name : fmt::format("{} {}", host.name, port.device);
}

void find_slow_ports(const CheckedSubnet& checked, Findings& findings) {
  // The same device of hosts that are alike: the ports for storage are often slower than others.
  Usual<std::pair<std::string, std::string>, std::int64_t> alike;
  const auto rate_of = [&](const HostPort& port) { return cable_of(checked, port.cable).rate; };
  for (const SubnetHost& host : checked.hosts.hosts) {
    const std::string family = family_of(host.name);
    for (const HostPort& port : host.ports) {
      alike.add({family, port.device}, rate_of(port).mbps());
    }
  }
  alike.finish();
  for (const SubnetHost& host : checked.hosts.hosts) {
    const std::string family = family_of(host.name);
    for (const HostPort& port : host.ports) {
      const auto& [usual, of] = alike.of({family, port.device});
      const SubnetRate rate = rate_of(port);
      if (of < kFewestAlike || rate.mbps() == 0 || rate.mbps() >= usual.value) continue;
      findings.push_back({FindingKind::SlowPort,
                          fmt::format("host {} is connected at {}, {} of {} on hosts named like it "
                                      "at {:g} Gbit/s",
                                      name_of_port(host, port), text_of(rate), usual.count, of,
                                      static_cast<double>(usual.value) / 1000)});
    }
  }
}

void find_crossed_rails(const CheckedSubnet& checked, Findings& findings) {
  if (!checked.rails.is_rail_optimised) return;
  for (std::size_t group = 0; group < checked.rails.groups.size(); ++group) {
    for (const std::size_t index : checked.rails.groups[group].hosts) {
      const SubnetHost& host = checked.hosts.hosts[index];
      for (const HostPort& port : host.ports) {
        const int other = checked.rails.group_of[at(port.switch_node)];
        const bool is_leaf = checked.tree.level[at(port.switch_node)] == 1;
        if (!is_leaf || other == static_cast<int>(group)) continue;
        findings.push_back(
            {FindingKind::CrossedRail,
             fmt::format("host {} is at leaf {}, where the hosts beside it have no port",
                         name_of_port(host, port),
                         name_of(checked.subnet.node(port.switch_node)))});
      }
    }
  }
}

void find_missing_leaves(const CheckedSubnet& checked, Findings& findings) {
  const auto& groups = checked.rails.groups;
  if (!checked.rails.is_rail_optimised || groups.size() < kFewestAlike) return;
  std::vector<std::size_t> sizes;
  for (const RailGroup& group : groups) sizes.push_back(group.leaves.size());
  const auto usual = most_common(sizes);
  for (const RailGroup& group : groups) {
    if (group.leaves.size() >= usual.value) continue;
    std::vector<std::string> names;
    for (const RailLeaf& leaf : group.leaves)
      names.push_back(name_of(checked.subnet.node(leaf.leaf)));
    findings.push_back({FindingKind::MissingLeaf,
                        fmt::format("the group of leaves {} has {} rails, {} of {} groups have {}",
                                    fmt::join(names, ", "), names.size(), usual.count,
                                    groups.size(), usual.value)});
  }
}

void find_the_rest(const CheckedSubnet& checked, Findings& findings) {
  for (const SubnetNodeId id : checked.tree.roots_with_hosts) {
    findings.push_back({FindingKind::HostsAboveLeaves,
                        fmt::format("switch {} of level {} has adapters below it, as a leaf has",
                                    name_of(checked.subnet.node(id)), checked.tree.level[at(id)])});
  }
  const std::size_t unplugged = checked.hosts.unplugged.size();
  if (unplugged > 0) {
    findings.push_back({FindingKind::Unplugged,
                        fmt::format("{} without a cable, as {}", counted(unplugged, "adapter"),
                                    name_of(checked.subnet.node(checked.hosts.unplugged[0])))});
  }
  if (checked.hosts.nameless.empty()) return;
  findings.push_back(
      {FindingKind::Nameless,
       fmt::format("{} without the name of a host, as {}; hosts named otherwise may have them",
                   counted(checked.hosts.nameless.size(), "port"),
                   name_of(checked.subnet.node(checked.hosts.nameless[0].port.node)))});
}

}  // namespace

std::string family_of(const std::string& host) {
  std::string family;
  for (const char c : host) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) {
      family += c;
    } else if (!family.ends_with('#')) {
      family += '#';
    }
  }
  return family;
}

std::vector<Finding> find_uneven_cabling(const CheckedSubnet& checked) {
  Findings findings;
  find_fewer_uplinks(checked, findings);
  find_slow_uplinks(checked, findings);
  find_fewer_ports(checked, findings);
  find_slow_ports(checked, findings);
  find_crossed_rails(checked, findings);
  find_missing_leaves(checked, findings);
  find_the_rest(checked, findings);
  return findings;
}

}  // namespace treering::hw
