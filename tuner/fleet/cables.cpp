#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "tuner/fleet/fleet.h"
#include "tuner/fleet/subjects.h"

namespace treering::tuner::fleet {
namespace {

using hw::fabric::Cable;
using hw::fabric::FabricGraph;
using hw::fabric::FabricPort;

/// "node01" of "node01.example.org".
std::string_view short_name(std::string_view name) {
  return name.substr(0, name.find('.'));
}

CableEnd end_of(const FabricGraph& graph, const hw::fabric::analysis::HostPort& port,
                const std::vector<std::string>& names) {
  const Cable& cable = graph.cables[static_cast<std::size_t>(port.cable)];
  const bool is_first = cable.ends[0].node == port.switch_node;
  const FabricPort& at_switch = cable.ends[is_first ? 0 : 1];
  return {port.device, names[static_cast<std::size_t>(port.switch_node)], at_switch.number,
          hw::fabric::text_of(cable.rate), cable.rate.mbps()};
}

const CableEnd* end_at(const std::vector<CableEnd>& ends, const std::string& device) {
  const auto found = std::ranges::find(ends, device, &CableEnd::device);
  return found == ends.end() ? nullptr : &*found;
}

/// By device the hosts of a kind by the rate of their cable; -1: there is none.
using Rates = std::map<std::int64_t, std::vector<std::size_t>>;

constexpr std::int64_t kNoCable = -1;

std::map<std::string, Rates> rates_by_device(const std::vector<Host>& hosts, const Kind& kind,
                                             const Cables& cables) {
  std::set<std::string> devices;
  std::vector<std::pair<std::size_t, std::vector<CableEnd>>> known;
  for (const std::size_t host : kind.hosts) {
    auto ends = cables.of(hosts[host].name);
    // A host that the fabric does not name may have given its adapters no names.
    if (ends.empty()) continue;
    for (const CableEnd& end : ends) devices.insert(end.device);
    known.emplace_back(host, std::move(ends));
  }
  devices.erase("");
  std::map<std::string, Rates> all;
  for (const std::string& device : devices) {
    for (const auto& [host, ends] : known) {
      const CableEnd* const end = end_at(ends, device);
      all[device][end == nullptr ? kNoCable : end->mbps].push_back(host);
    }
  }
  return all;
}

std::int64_t usual_rate(const Rates& rates) {
  std::size_t known = 0;
  for (const auto& [mbps, hosts] : rates) known += hosts.size();
  for (const auto& [mbps, hosts] : rates) {
    if (mbps > 0 && hosts.size() > 1 && 2 * hosts.size() > known) return mbps;
  }
  return 0;
}

std::string rate_of(const Host& host, const std::string& device, const Cables& cables) {
  const auto ends = cables.of(host.name);
  const CableEnd* const end = end_at(ends, device);
  return end == nullptr ? "no cable" : end->rate;
}

/// The names of the adapters that a deviation is about: "mlx5_3".
std::set<std::string> adapters_behind(const Deviation& deviation, const diff::Compared& usual) {
  std::set<std::string> subjects;
  for (const std::string& device : deviation.devices) subjects.merge(subjects_of(device, usual));
  std::set<std::string> names;
  for (const core::AdapterPortState& port : usual.host.ports) names.insert(port.device);
  const core::Topology& node = usual.cluster.node;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    const std::string& name = node.device(id).name;
    names.insert(name.substr(0, name.find(' ')));
  }
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::none_of(subjects_of(name, usual), [&](const std::string& subject) {
      return subjects.contains(subject);
    });
  });
  return names;
}

/// The cables of the other hosts of a kind.
std::vector<std::vector<CableEnd>> others_of(const std::vector<Host>& hosts, const Kind& kind,
                                             std::size_t host, const Cables& cables) {
  std::vector<std::vector<CableEnd>> others;
  for (const std::size_t other : kind.hosts) {
    if (other != host) others.push_back(cables.of(hosts[other].name));
  }
  return others;
}

std::set<std::string> switches_of(const std::vector<CableEnd>& ends) {
  std::set<std::string> switches;
  for (const CableEnd& end : ends) switches.insert(end.switch_name);
  return switches;
}

/// The switch at which a cable that the fabric does not show should end: with rails, where other
/// hosts have several switches each, that of the same adapter of all of them; else that of all
/// others of its host. Empty where that is not one.
std::string likely_switch(const std::vector<CableEnd>& own, const std::string& device,
                          const std::vector<std::vector<CableEnd>>& others) {
  std::set<std::string> of_rail;
  bool has_rails = false;
  for (const auto& ends : others) {
    has_rails = has_rails || switches_of(ends).size() > 1;
    if (const CableEnd* const end = end_at(ends, device)) of_rail.insert(end->switch_name);
  }
  const std::set<std::string> likely = has_rails ? of_rail : switches_of(own);
  return likely.size() == 1 ? *likely.begin() : "";
}

}  // namespace

Cables::Cables(const FabricGraph& graph) {
  if (!graph.knows_cables) return;
  const auto names = hw::fabric::analysis::distinct_names(graph);
  for (const auto& host : hw::fabric::analysis::hosts_of(graph).hosts) {
    std::vector<CableEnd> ends;
    for (const auto& port : host.ports) ends.push_back(end_of(graph, port, names));
    hosts_.emplace_back(host.name, std::move(ends));
  }
}

std::vector<CableEnd> Cables::of(const std::string& host) const {
  for (const auto& [name, ends] : hosts_) {
    if (name == host || short_name(name) == short_name(host)) return ends;
  }
  return {};
}

bool is_of_network(const Deviation& deviation) {
  constexpr std::array<std::string_view, 7> kTopics{"port_state",  "port_rate",  "link_layer",
                                                    "nic_missing", "cable_rate", "cable_missing",
                                                    "port_missing"};
  return std::ranges::find(kTopics, deviation.topic) != kTopics.end();
}

std::vector<Deviation> uneven_cables(const std::vector<Host>& hosts, const Kind& kind,
                                     const Cables& cables) {
  std::vector<Deviation> all;
  for (const auto& [device, rates] : rates_by_device(hosts, kind, cables)) {
    const std::int64_t usual = usual_rate(rates);
    if (usual == 0) continue;
    for (const auto& [mbps, odd] : rates) {
      if (mbps == usual || mbps == 0) continue;
      const bool is_gone = mbps == kNoCable;
      all.push_back({is_gone ? "cable_missing" : "cable_rate",
                     diff::Weight::Heavy,
                     {device},
                     "cable",
                     rate_of(hosts[odd.front()], device, cables),
                     rate_of(hosts[rates.at(usual).front()], device, cables),
                     rates.at(usual).size(),
                     odd,
                     is_gone ? 0 : static_cast<double>(mbps) / static_cast<double>(usual)});
    }
  }
  return all;
}

std::vector<OddCable> cables_behind(const std::vector<Host>& hosts, const Kind& kind,
                                    const Deviation& deviation, const Cables& cables) {
  std::vector<OddCable> behind;
  if (!is_of_network(deviation)) return behind;
  for (const std::string& device : adapters_behind(deviation, hosts[kind.usual].machine)) {
    for (const std::size_t host : deviation.hosts) {
      const auto ends = cables.of(hosts[host].name);
      if (const CableEnd* const end = end_at(ends, device)) {
        behind.push_back({host, *end});
      } else if (!ends.empty()) {
        const std::string likely =
            likely_switch(ends, device, others_of(hosts, kind, host, cables));
        if (!likely.empty()) behind.push_back({host, {device, likely, 0, "", 0}});
      }
    }
  }
  return behind;
}

std::vector<SharedSwitch> shared_switches(const std::vector<Host>& hosts,
                                          const std::vector<OddCable>& odd, const Cables& cables) {
  std::map<std::string, std::set<std::size_t>> at;
  for (const OddCable& one : odd) at[one.end.switch_name].insert(one.host);
  std::map<std::string, std::size_t> counts;  // of hosts, by switch
  for (const Host& host : hosts) {
    for (const std::string& name : switches_of(cables.of(host.name))) ++counts[name];
  }
  std::vector<SharedSwitch> shared;
  // A single switch is what all hosts share.
  if (counts.size() < 2) return shared;
  for (const auto& [name, here] : at) {
    if (here.size() < 2) continue;
    shared.push_back({name, {here.begin(), here.end()}, std::max(counts[name], here.size())});
  }
  return shared;
}

}  // namespace treering::tuner::fleet
