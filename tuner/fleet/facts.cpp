#include "tuner/fleet/facts.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "tuner/fleet/subjects.h"

namespace treering::tuner::fleet {
namespace {

using diff::Difference;

/// Other names and numbers for the same, and facts of a cluster.
constexpr std::array<std::string_view, 7> kHarmless{
    "gpu_numbers", "port_names", "net_numbers", "bus_ids", "node_count", "fabric", "places"};

/// Variables that are of one process or host by their meaning (NCCL's documentation, "Environment
/// Variables"), or say what it writes.
bool is_of_one_host(const std::string& variable) {
  return variable == "NCCL_HOSTID" || variable == "NCCL_COMM_ID" ||
         variable.starts_with("NCCL_DEBUG") || variable.ends_with("_DUMP_FILE") ||
         variable.ends_with("_DUMP_FILE_RANK");
}

bool counts(const Difference& difference, const std::string& device) {
  if (std::ranges::find(kHarmless, difference.topic) != kHarmless.end()) return false;
  if (difference.values.a.empty() && difference.values.b.empty()) return false;
  return difference.topic != "variable" || !is_of_one_host(device);
}

bool is_missing(const FactKey& key) {
  return key.topic.ends_with("_missing");
}

/// What one host has beside the usual one.
struct Beside {
  std::map<FactKey, std::pair<Difference, Cell>> differences;
  std::set<diff::NotCompared> not_compared;
  std::set<std::string> lacks;  // subjects
};

Beside beside(const Host& usual, const Host& host) {
  Beside found;
  const diff::Differences all = diff::all_differences(usual.machine, host.machine);
  found.not_compared = all.not_compared();
  for (const Difference& one : all.sorted()) {
    const std::vector<std::string> whole{""};
    for (const std::string& device : one.devices.empty() ? whole : one.devices) {
      if (!counts(one, device)) continue;
      const FactKey key{one.topic, one.values.name, device};
      Cell cell{one.values.b.empty() ? std::nullopt : std::optional(one.values.b),
                one.values.ratio};
      found.differences[key] = {one, std::move(cell)};
      if (is_missing(key) && one.values.b == "missing") {
        found.lacks.merge(subjects_of(device, usual.machine));
      }
    }
  }
  return found;
}

/// The topic under which a fact is left out: lanes and speed of a link are two facts of one topic.
std::string topic_left_out(const FactKey& key) {
  return key.topic == "pcie_state" && key.name != "runs on" ? "pcie_speed" : key.topic;
}

/// Whether a fact without a difference is the usual one, and not one that the host lacks.
bool is_reported(const FactKey& key, const Beside& beside, const Host& usual) {
  const std::string topic = topic_left_out(key);
  if (beside.not_compared.contains({topic, key.device})) return false;
  if (beside.not_compared.contains({topic, ""})) return false;
  if (is_missing(key) || beside.lacks.empty()) return true;
  for (const std::string& subject : subjects_of(key.device, usual.machine)) {
    if (beside.lacks.contains(subject)) return false;
  }
  return true;
}

/// The value of the usual host, as the differences of others tell it.
std::optional<std::string> usual_value(const FactKey& key, const std::vector<Beside>& all) {
  for (const Beside& one : all) {
    const auto found = one.differences.find(key);
    if (found == one.differences.end()) continue;
    const std::string& value = found->second.first.values.a;
    return value.empty() ? std::nullopt : std::optional(value);
  }
  return std::nullopt;
}

Fact fact_of(const FactKey& key, const std::vector<Beside>& all, const Host& usual) {
  Fact fact;
  fact.weight = diff::Weight::Unknown;
  const Cell of_usual{usual_value(key, all), 1};
  for (const Beside& one : all) {
    const auto found = one.differences.find(key);
    if (found != one.differences.end()) {
      fact.weight = std::min(fact.weight, found->second.first.weight);
      fact.cells.push_back(found->second.second);
    } else {
      fact.cells.push_back(is_reported(key, one, usual) ? of_usual : Cell{});
    }
  }
  return fact;
}

}  // namespace

Facts facts_of(const std::vector<Host>& hosts, const Kind& kind) {
  const Host& usual = hosts[kind.usual];
  std::vector<Beside> all;
  std::set<FactKey> keys;
  for (const std::size_t host : kind.hosts) {
    // The usual host differs from itself in nothing, and may not report something either.
    all.push_back(beside(usual, hosts[host]));
    for (const auto& [key, value] : all.back().differences) keys.insert(key);
  }
  Facts facts;
  for (const FactKey& key : keys) {
    Fact fact = fact_of(key, all, usual);
    if (fact.weight != diff::Weight::Harmless) facts[key] = std::move(fact);
  }
  return facts;
}

}  // namespace treering::tuner::fleet
