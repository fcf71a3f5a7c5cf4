#include "hw/formats/cluster/yaml.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/text/suggest.h"
#include "core/topology/checks.h"
#include "hw/fabric/kinds.h"
#include "hw/fabric/node_order.h"
#include "hw/fabric/readers/formats.h"

namespace treering::hw::formats::cluster {
namespace {

using core::bad_input;
using core::Fabric;
using core::FabricKind;
using core::in_quotes;
using core::Result;

constexpr std::array<std::string_view, 7> kKeys{"node",   "count",       "hosts",  "nics",
                                                "fabric", "other_nodes", "without"};
constexpr std::array<std::string_view, 8> kFabricKeys{
    "kind", "link", "oversubscription", "nodes_per_leaf", "hop_latency_us", "source",
    "file", "order"};

struct Range {
  double lowest;
  double highest;
};

/// The number that all of `text` is. A mapping has no scalar and so no number.
template <class Number>
std::optional<Number> number_in(const std::string& text) {
  Number number{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || end != last) return std::nullopt;
  return number;
}

/// Reads the entries of one file.
class SpecReader {
 public:
  explicit SpecReader(const std::string& file) : file_(file) {}

  Result<ClusterSpec> read(const std::vector<YamlEntry>& entries) {
    for (const YamlEntry& entry : entries) {
      if (auto done = read_entry(entry); !done) return core::fail(done.error());
    }
    if (spec_.node.empty()) {
      return bad_input(file_, "no node", "expected 'node: ' with a built-in name or a path");
    }
    const auto named = static_cast<int>(spec_.hosts.size());
    if (named > 0 && spec_.fabric_file.empty() && !spec_.has_count) spec_.count = named;
    return std::move(spec_);
  }

 private:
  Result<void> read_entry(const YamlEntry& entry) {
    if (entry.key == "node") return read_node(entry);
    if (entry.key == "count") {
      spec_.has_count = true;
      return read_whole(entry, spec_.count);
    }
    if (entry.key == "hosts") return read_hosts(entry);
    if (entry.key == "nics") return read_nics(entry);
    if (entry.key == "fabric") return read_fabric(entry);
    if (entry.key == "other_nodes") return read_nodes(entry, spec_.nodes.others);
    if (entry.key == "without") return read_nodes(entry, spec_.nodes.without);
    return unknown_key(entry, kKeys);
  }

  Result<void> read_node(const YamlEntry& entry) {
    if (auto done = expect_scalar(entry, "a built-in name or a path"); !done) return done;
    spec_.node = entry.scalar;
    spec_.node_at = entry.value_at;
    return {};
  }

  Result<void> read_hosts(const YamlEntry& entry) {
    constexpr std::string_view kExpected = "names of hosts like node[01-16],login1";
    if (auto done = expect_scalar(entry, kExpected); !done) return done;
    auto names = fabric::readers::expand_hostlist(entry.scalar);
    if (!names)
      return bad_input(at(entry), "hosts: " + names.error().found, names.error().expected);
    spec_.hosts = *std::move(names);
    spec_.hosts_at = entry.value_at;
    return {};
  }

  Result<void> read_nics(const YamlEntry& entry) {
    constexpr std::string_view kExpected = "names of adapters like mlx5_0,mlx5_3, or a number";
    if (auto done = expect_scalar(entry, kExpected); !done) return done;
    spec_.nics = entry.scalar;
    return {};
  }

  Result<void> read_nodes(const YamlEntry& entry, std::vector<NodesEntry>& nodes) const {
    auto read = read_nodes_entries(entry, file_);
    if (!read) return core::fail(read.error());
    nodes = *std::move(read);
    return {};
  }

  Result<void> read_fabric(const YamlEntry& entry) {
    if (!entry.is_mapping) {
      return bad_input(at(entry), in_quotes(entry.scalar),
                       "expected lines with kind, link and so on below 'fabric:'");
    }
    spec_.fabric.origin = {core::Origin::Kind::File, file_};
    for (const YamlEntry& field : entry.entries) {
      if (auto done = read_fabric_entry(field, spec_.fabric); !done) return done;
      spec_.fabric_fields.push_back(field.key);
    }
    return check_fabric(entry);
  }

  Result<void> read_fabric_entry(const YamlEntry& entry, Fabric& fabric) {
    if (entry.key == "kind") return read_kind(entry, fabric);
    if (entry.key == "link") return read_link(entry, fabric);
    if (entry.key == "oversubscription") {
      return read_number(entry, {1, fabric::kMaxOversubscription}, fabric.oversubscription);
    }
    if (entry.key == "nodes_per_leaf") return read_whole(entry, fabric.nodes_per_leaf);
    if (entry.key == "hop_latency_us") return read_hop_latency(entry, fabric);
    if (entry.key == "source") return read_source(entry, fabric);
    if (entry.key == "order") return read_order(entry, fabric);
    if (entry.key == "file") {
      if (auto done = expect_scalar(entry, "a path"); !done) return done;
      spec_.fabric_file = entry.scalar;
      spec_.fabric_file_at = entry.value_at;
      return {};
    }
    return unknown_key(entry, kFabricKeys);
  }

  Result<void> read_kind(const YamlEntry& entry, Fabric& fabric) {
    if (auto done = expect_scalar(entry, "a kind of fabric"); !done) return done;
    const auto kind = fabric::parse_fabric_kind(entry.scalar);
    if (!kind) return at_place(entry, kind.error());
    fabric.kind = *kind;
    return {};
  }

  Result<void> read_link(const YamlEntry& entry, Fabric& fabric) {
    if (auto done = expect_scalar(entry, "a kind of link"); !done) return done;
    const auto link = fabric::parse_fabric_link(entry.scalar);
    if (!link) return at_place(entry, link.error());
    fabric.link = *link;
    return {};
  }

  Result<void> read_hop_latency(const YamlEntry& entry, Fabric& fabric) {
    double us = 0;
    if (auto done = read_number(entry, {0, fabric::kMaxHopLatencyUs}, us); !done) return done;
    fabric.hop_latency = core::Duration::from_us(us);
    return {};
  }

  Result<void> read_source(const YamlEntry& entry, Fabric& fabric) {
    if (auto done = expect_scalar(entry, "where the figures come from"); !done) return done;
    fabric.origin.source = entry.scalar;
    return {};
  }

  Result<void> read_order(const YamlEntry& entry, Fabric& fabric) {
    if (auto done = expect_scalar(entry, "an order of nodes"); !done) return done;
    auto order = fabric::parse_node_order(entry.scalar);
    if (!order) return at_place(entry, order.error());
    fabric.order = *std::move(order);
    return {};
  }

  /// Fields that do not go together.
  Result<void> check_fabric(const YamlEntry& entry) {
    const Fabric& fabric = spec_.fabric;
    if (fabric.kind == FabricKind::Unspecified && spec_.fabric_file.empty()) {
      return bad_input(place_in(file_, entry.key_at), "a fabric without kind",
                       fmt::format("expected 'kind: ' with one of {}, or 'file: ' with a path",
                                   fmt::join(fabric::fabric_kind_names(), ", ")));
    }
    for (const YamlEntry& field : entry.entries) {
      if (fabric.kind == FabricKind::SingleSwitch && is_of_leaves(field.key)) {
        return bad_input(place_in(file_, field.key_at),
                         fmt::format("{} of a single switch", field.key), "expected no such line",
                         "take kind fat_tree, rail_optimised or dragonfly");
      }
      // What the file says of leaves is known only when it has been read.
      if (field.key != "order" || !spec_.fabric_file.empty()) continue;
      if (auto done = fabric::check_order(fabric, at(field)); !done) return done;
    }
    return {};
  }

  static bool is_of_leaves(std::string_view key) {
    return key == "oversubscription" || key == "nodes_per_leaf" || key == "order";
  }

  /// A number of nodes.
  Result<void> read_whole(const YamlEntry& entry, int& value) const {
    const auto number = number_in<int>(entry.scalar);
    if (number && *number >= 1 && *number <= core::kMaxRanks) {
      value = *number;
      return {};
    }
    return bad_input(at(entry), found(entry),
                     fmt::format("expected a whole number, 1..{}", core::kMaxRanks));
  }

  Result<void> read_number(const YamlEntry& entry, Range range, double& value) const {
    const auto number = number_in<double>(entry.scalar);
    // Written so that NaN fails.
    if (number && *number >= range.lowest && *number <= range.highest) {
      value = *number;
      return {};
    }
    return bad_input(at(entry), found(entry),
                     fmt::format("expected a number, {}..{}", range.lowest, range.highest));
  }

  Result<void> expect_scalar(const YamlEntry& entry, std::string_view what) const {
    if (!entry.is_mapping && !entry.scalar.empty()) {
      return core::check_text(entry.scalar, at(entry));
    }
    return bad_input(at(entry), found(entry), fmt::format("expected {}", what));
  }

  Result<void> unknown_key(const YamlEntry& entry, std::span<const std::string_view> known) const {
    const auto closest = core::closest_name(entry.key, known);
    return bad_input(place_in(file_, entry.key_at), in_quotes(entry.key) + " is unknown",
                     fmt::format("expected {}", fmt::join(known, ", ")),
                     closest ? fmt::format("did you mean '{}'", *closest) : "");
  }

  /// "kind: 'fat_tre'": what stands where something else was expected.
  static std::string found(const YamlEntry& entry) {
    if (entry.is_mapping) return fmt::format("{}: a mapping", entry.key);
    if (entry.scalar.empty()) return fmt::format("{}: nothing", entry.key);
    return fmt::format("{}: {}", entry.key, in_quotes(entry.scalar));
  }

  std::string at(const YamlEntry& entry) const { return place_in(file_, entry.value_at); }

  /// An error over a name, moved from the command line's terms to this file's.
  Result<void> at_place(const YamlEntry& entry, const core::Error& error) const {
    return bad_input(at(entry), found(entry) + " is unknown", error.expected, error.hint);
  }

  const std::string& file_;
  ClusterSpec spec_;
};

/// The key of a line at the left margin; empty for all others.
std::string_view key_of(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon == std::string_view::npos ? std::string_view() : line.substr(0, colon);
}

}  // namespace

bool is_cluster_yaml(std::string_view text) {
  for (core::LineReader lines(text); lines.next();) {
    if (std::ranges::find(kKeys, key_of(lines.line())) != kKeys.end()) return true;
  }
  return false;
}

Result<ClusterSpec> parse_cluster_yaml(const std::string& text, const std::string& file) {
  if (text.size() > kMaxClusterYamlBytes) {
    return bad_input(fmt::format("{}:{}", file, core::line_of(text, kMaxClusterYamlBytes)),
                     fmt::format("more than {} bytes", kMaxClusterYamlBytes),
                     "expected the few lines of a cluster file");
  }
  auto entries = parse_yaml_mapping(text, file);
  if (!entries) return core::fail(entries.error());
  return SpecReader(file).read(*entries);
}

std::vector<std::string> names_in(const ClusterSpec& spec) {
  std::vector<std::string> names{spec.node};
  if (!spec.fabric_file.empty()) names.push_back(spec.fabric_file);
  for (const NodesEntry& other : spec.nodes.others) names.push_back(other.value);
  return names;
}

}  // namespace treering::hw::formats::cluster
