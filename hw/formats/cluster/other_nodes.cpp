#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/checks.h"
#include "core/topology/cluster.h"
#include "core/topology/part.h"
#include "hw/formats/cluster/yaml.h"

namespace treering::hw::formats::cluster {
namespace {

using core::bad_input;
using core::Cluster;
using core::Result;

constexpr std::string_view kNumbers = "expected numbers of nodes from 0 on, such as 3, 7-9";

std::string_view trimmed(std::string_view text) {
  const auto first = std::min(text.find_first_not_of(' '), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::vector<std::string_view> listed(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto comma = std::min(text.find(','), text.size());
    parts.push_back(trimmed(text.substr(0, comma)));
    if (comma == text.size()) return parts;
    text.remove_prefix(comma + 1);
  }
}

/// "7-9"; false: it is no range of numbers.
bool add_range(std::string_view text, std::set<int>& nodes) {
  const auto dash = std::min(text.find('-'), text.size());
  const auto first = core::whole_number<int>(trimmed(text.substr(0, dash)));
  const auto last =
      dash == text.size() ? first : core::whole_number<int>(trimmed(text.substr(dash + 1)));
  if (!first || !last || *first < 0 || *first > *last || *last >= core::kMaxRanks) return false;
  for (int node = *first; node <= *last; ++node) nodes.insert(node);
  return true;
}

Result<void> expect_value(const YamlEntry& entry, const std::string& file) {
  const std::string at = place_in(file, entry.value_at);
  if (!entry.is_mapping && !entry.scalar.empty()) return core::check_text(entry.scalar, at);
  return bad_input(at, entry.is_mapping ? "a mapping" : "nothing",
                   fmt::format("expected something about nodes {}", entry.key));
}

/// The nodes by the class that they are of.
std::map<int, std::vector<int>> by_class(const Cluster& cluster, const std::vector<int>& nodes) {
  const std::vector<int> classes = classes_by_node(cluster);
  std::map<int, std::vector<int>> sorted;
  for (const int node : nodes) {
    sorted[classes.empty() ? 0 : classes[static_cast<std::size_t>(node)]].push_back(node);
  }
  return sorted;
}

Result<core::Topology> left_of(core::Topology node, const NodesEntry& entry,
                               const std::string& file) {
  for (const std::string_view devices : listed(entry.value)) {
    auto left = core::without(node, devices, place_in(file, entry.value_at));
    if (!left) {
      core::Error error = left.error();
      error.category = core::Category::BadInput;
      return core::fail(std::move(error));
    }
    node = std::move(left->node);
  }
  return node;
}

Result<void> check_numbers(const std::vector<NodesEntry>& entries, int count,
                           const std::string& file) {
  const auto beyond = std::ranges::find_if(
      entries, [count](const NodesEntry& one) { return one.nodes.back() >= count; });
  if (beyond == entries.end()) return {};
  return bad_input(place_in(file, beyond->nodes_at),
                   fmt::format("the cluster has no node {}", beyond->nodes.back()),
                   fmt::format("expected 0 to {}", count - 1));
}

}  // namespace

std::optional<std::vector<int>> numbers_in(std::string_view text) {
  std::set<int> numbers;
  for (const std::string_view range : listed(text)) {
    if (!add_range(range, numbers)) return std::nullopt;
  }
  return std::vector<int>(numbers.begin(), numbers.end());
}

Result<std::vector<NodesEntry>> read_nodes_entries(const YamlEntry& mapping,
                                                   const std::string& file) {
  if (!mapping.is_mapping || mapping.entries.empty()) {
    return bad_input(place_in(file, mapping.value_at), fmt::format("{}: no nodes", mapping.key),
                     fmt::format("{} below '{}:', each with its value", kNumbers, mapping.key));
  }
  std::vector<NodesEntry> entries;
  std::set<int> known;
  for (const YamlEntry& entry : mapping.entries) {
    if (auto done = expect_value(entry, file); !done) return core::fail(done.error());
    auto nodes = numbers_in(entry.key);
    if (!nodes) {
      return bad_input(place_in(file, entry.key_at), core::in_quotes(entry.key),
                       std::string(kNumbers));
    }
    for (const int node : *nodes) {
      if (known.insert(node).second) continue;
      return bad_input(place_in(file, entry.key_at), fmt::format("node {} given twice", node),
                       "each at most once");
    }
    entries.push_back({*std::move(nodes), entry.key_at, entry.scalar, entry.value_at});
  }
  return entries;
}

Result<Cluster> apply(const NodesThatDiffer& nodes, Cluster cluster, const LoadTopology& load,
                      const std::string& file) {
  for (const auto* entries : {&nodes.others, &nodes.without}) {
    if (auto done = check_numbers(*entries, cluster.node_count, file); !done) {
      return core::fail(done.error());
    }
  }
  for (const NodesEntry& entry : nodes.others) {
    auto other = load(entry);
    if (!other) return core::fail(other.error());
    cluster = with_nodes(std::move(cluster), entry.nodes, *std::move(other));
  }
  for (const NodesEntry& entry : nodes.without) {
    const auto sorted = by_class(cluster, entry.nodes);
    const Cluster before = cluster;
    for (const auto& [number, same] : sorted) {
      auto left = left_of(topology_of(before, same.front()), entry, file);
      if (!left) return core::fail(left.error());
      cluster = with_nodes(std::move(cluster), same, *std::move(left));
    }
  }
  if (auto done = core::check_classes(cluster, file); !done) return core::fail(done.error());
  return cluster;
}

}  // namespace treering::hw::formats::cluster
