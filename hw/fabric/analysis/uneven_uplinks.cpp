#include "hw/fabric/analysis/uneven_uplinks.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "hw/fabric/analysis/most_common.h"

namespace treering::hw::fabric::analysis {
namespace {

using Findings = std::vector<Finding>;
using Neighbours = std::vector<std::vector<FabricNeighbour>>;

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

}  // namespace

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

}  // namespace treering::hw::fabric::analysis
