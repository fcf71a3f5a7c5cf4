#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "tuner/fleet/facts.h"
#include "tuner/fleet/subjects.h"

namespace treering::tuner::fleet {
namespace {

/// A fact in which one host differs from most, or hosts from each other.
struct Odd {
  FactKey key;
  std::set<std::string> subjects;
};

/// Where a difference of one topic comes from one of another.
struct Consequence {
  std::string_view topic;
  std::string_view cause;
  bool is_of_same_device = true;
};

constexpr std::array kConsequences{
    // NCCL leaves out adapters whose port is down, so they are not among the devices.
    Consequence{"nic_missing", "port_state"},
    Consequence{"port_missing", "port_state"},
    Consequence{"port_missing", "nic_missing"},
    Consequence{"pci_switches", "port_state", false},
    Consequence{"pci_switches", "nic_missing", false},
    Consequence{"pci_switches", "gpu_missing", false},
    Consequence{"acs", "nic_missing", false},
    Consequence{"acs", "gpu_missing", false},
    // A GPU that is not registered with its NVSwitches has no use of its NVLinks, nor one whose
    // memory is divided.
    Consequence{"nvlinks", "nvlink_fabric"},
    Consequence{"nvlinks", "mig"},
    Consequence{"nvlink_state", "nvlink_fabric"},
    Consequence{"nvlink_state", "nvlinks"},
    Consequence{"peer_access", "nvlink_fabric"},
    Consequence{"peer_access", "mig"},
    Consequence{"path", "nvlink_fabric"},
    Consequence{"path", "nvlinks"},
    Consequence{"path", "mig"},
    Consequence{"path", "numa_node"},
    Consequence{"path", "gpu_model"},
    Consequence{"pcie_state", "pcie_link"},
    // Other models have other links and firmware.
    Consequence{"vbios", "gpu_model"},
    Consequence{"nvlinks", "gpu_model"},
    Consequence{"pcie_link", "gpu_model"},
    Consequence{"nic_firmware", "nic_model"},
    Consequence{"pcie_link", "nic_model"},
    Consequence{"port_rate", "nic_model"},
    Consequence{"gpu_direct", "peermem", false},
    Consequence{"gpu_direct", "dmabuf", false},
};

bool is_related(const Odd& one, const Odd& cause) {
  return std::ranges::any_of(
      one.subjects, [&](const std::string& subject) { return cause.subjects.contains(subject); });
}

bool follows_from(const Odd& one, const Odd& cause) {
  return std::ranges::any_of(kConsequences, [&](const Consequence& known) {
    return known.topic == one.key.topic && known.cause == cause.key.topic &&
           (!known.is_of_same_device || is_related(one, cause));
  });
}

/// \param all of the same host
bool is_consequence(const Odd& one, const std::vector<Odd>& all) {
  return std::ranges::any_of(all, [&](const Odd& cause) { return follows_from(one, cause); });
}

std::map<std::string, std::vector<std::size_t>> hosts_by_value(const Fact& fact) {
  std::map<std::string, std::vector<std::size_t>> values;
  for (std::size_t i = 0; i < fact.cells.size(); ++i) {
    if (fact.cells[i].value) values[*fact.cells[i].value].push_back(i);
  }
  return values;
}

/// The value of more than half of the hosts that report one; empty where there is none.
std::string usual_in(const std::map<std::string, std::vector<std::size_t>>& values) {
  std::size_t known = 0;
  for (const auto& [value, hosts] : values) known += hosts.size();
  for (const auto& [value, hosts] : values) {
    if (hosts.size() > 1 && 2 * hosts.size() > known) return value;
  }
  return "";
}

/// One host's value of a fact that is another than the usual one.
struct OddValue {
  Odd odd;
  std::string value;
  std::string usual;
  std::size_t usual_hosts = 0;
  double ratio = 0;
  diff::Weight weight = diff::Weight::Possible;
};

diff::Weight weight_of(const Fact& fact) {
  return fact.weight == diff::Weight::Heavy ? fact.weight : diff::Weight::Possible;
}

OddValue odd_value(const FactKey& key, const Fact& fact, std::size_t host,
                   const std::vector<std::size_t>& usual) {
  const Cell& cell = fact.cells[host];
  const Cell& of_most = fact.cells[usual.front()];
  OddValue odd{{key, {}}, *cell.value, *of_most.value, usual.size(), 0, weight_of(fact)};
  if (of_most.ratio > 0) odd.ratio = cell.ratio / of_most.ratio;
  return odd;
}

/// By host of the kind, in the order of Kind::hosts.
using OddValues = std::vector<std::vector<OddValue>>;

/// Adapters that a host shows because those that most use are down.
bool is_stand_in(const OddValue& one, const std::vector<OddValue>& all) {
  return one.odd.key.topic == "nic_missing" && one.value == "there" &&
         std::ranges::any_of(
             all, [](const OddValue& other) { return other.odd.key.topic == "port_state"; });
}

void leave_out_consequences(std::vector<OddValue>& values) {
  std::vector<Odd> all;
  std::ranges::transform(values, std::back_inserter(all), &OddValue::odd);
  const std::vector<OddValue> before = values;
  std::erase_if(values, [&](const OddValue& one) {
    return is_consequence(one.odd, all) || is_stand_in(one, before);
  });
}

/// Devices with the same deviation on one host are one, and so are hosts with the same devices.
std::vector<Deviation> joined(const OddValues& values, const Kind& kind) {
  using Same = std::tuple<diff::Weight, std::string, std::string, std::string, std::string>;
  std::map<Same, std::map<std::size_t, Deviation>> by_host;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const OddValue& one : values[i]) {
      const FactKey& key = one.odd.key;
      auto& hosts = by_host[{one.weight, key.topic, key.name, one.value, one.usual}];
      auto [at, is_new] = hosts.try_emplace(i);
      Deviation& deviation = at->second;
      if (is_new) {
        deviation = {key.topic,       one.weight,      {},       key.name, one.value, one.usual,
                     one.usual_hosts, {kind.hosts[i]}, one.ratio};
      }
      if (!key.device.empty()) deviation.devices.push_back(key.device);
      deviation.usual_hosts = std::min(deviation.usual_hosts, one.usual_hosts);
    }
  }
  std::vector<Deviation> all;
  for (auto& [same, hosts] : by_host) {
    const std::size_t first = all.size();
    for (auto& [host, deviation] : hosts) {
      const auto alike =
          std::find_if(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                       [&](const Deviation& other) { return other.devices == deviation.devices; });
      if (alike == all.end()) {
        all.push_back(std::move(deviation));
      } else {
        alike->hosts.push_back(deviation.hosts.front());
      }
    }
  }
  return all;
}

OddValues odd_values(const Facts& facts, const Kind& kind, const Host& usual_host) {
  OddValues values(kind.hosts.size());
  for (const auto& [key, fact] : facts) {
    const auto by_value = hosts_by_value(fact);
    const std::string usual = usual_in(by_value);
    if (usual.empty()) continue;
    for (const auto& [value, hosts] : by_value) {
      if (value == usual) continue;
      for (const std::size_t host : hosts) {
        values[host].push_back(odd_value(key, fact, host, by_value.at(usual)));
        values[host].back().odd.subjects = subjects_of(key.device, usual_host.machine);
      }
    }
  }
  return values;
}

Split split_of(const FactKey& key, const Fact& fact, const Kind& kind) {
  Split split{key.topic, weight_of(fact), {}, key.name, {}};
  if (!key.device.empty()) split.devices.push_back(key.device);
  for (const auto& [value, members] : hosts_by_value(fact)) {
    std::vector<std::size_t> hosts;
    for (const std::size_t member : members) hosts.push_back(kind.hosts[member]);
    split.values.emplace_back(value, std::move(hosts));
  }
  return split;
}

std::vector<Split> splits_in(const Facts& facts, const Kind& kind, const Host& usual_host) {
  std::vector<Odd> all;
  for (const auto& [key, fact] : facts) {
    const auto by_value = hosts_by_value(fact);
    if (by_value.size() < 2 || !usual_in(by_value).empty()) continue;
    all.push_back({key, subjects_of(key.device, usual_host.machine)});
  }
  std::vector<Split> splits;
  for (const Odd& one : all) {
    if (is_consequence(one, all)) continue;
    Split split = split_of(one.key, facts.at(one.key), kind);
    const auto same = std::ranges::find_if(splits, [&](const Split& known) {
      return known.topic == split.topic && known.name == split.name && known.values == split.values;
    });
    if (same == splits.end()) {
      splits.push_back(std::move(split));
    } else {
      same->devices.insert(same->devices.end(), split.devices.begin(), split.devices.end());
    }
  }
  std::ranges::stable_sort(splits, {}, &Split::weight);
  return splits;
}

}  // namespace

Uneven uneven_in(const std::vector<Host>& hosts, const Kind& kind) {
  const Host& usual = hosts[kind.usual];
  const Facts facts = facts_of(hosts, kind);
  OddValues values = odd_values(facts, kind, usual);
  std::ranges::for_each(values, leave_out_consequences);
  Uneven uneven{joined(values, kind), splits_in(facts, kind, usual)};
  std::ranges::stable_sort(uneven.deviations, {}, [](const Deviation& one) {
    return std::tuple(one.weight, one.hosts.front());
  });
  return uneven;
}

Kind with_sound_usual(const std::vector<Host>& hosts, Kind kind) {
  std::set<std::size_t> odd;
  for (const Deviation& one : uneven_in(hosts, kind).deviations) {
    odd.insert(one.hosts.begin(), one.hosts.end());
  }
  if (!odd.contains(kind.usual)) return kind;
  const auto sound =
      std::ranges::find_if(kind.hosts, [&](std::size_t host) { return !odd.contains(host); });
  if (sound != kind.hosts.end()) kind.usual = *sound;
  return kind;
}

}  // namespace treering::tuner::fleet
