// An InfiniBand fabric as a value, and the builder that makes it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/catalogue/links.h"

namespace treering::hw::fabric {

// An InfiniBand fabric as a value: switches, adapters, the cables between their ports, the rates.

/// A node of a fabric, numbered from 0 in the order of the text; -1 for none.
using FabricNodeId = int;
inline constexpr FabricNodeId kNoFabricNode = -1;

/// An aggregation node is the adapter inside a switch that reduces for SHARP; it belongs to no
/// host.
enum class FabricNodeKind { Switch, Adapter, AggregationNode, Router };

struct FabricNode {
  FabricNodeKind kind = FabricNodeKind::Adapter;
  std::string id;            // "S-2c5eab0300b87b40", or any name in ibsim's input
  std::uint64_t guid = 0;    // 0 when unknown; of the port where only that is known (-p)
  std::uint64_t system = 0;  // GUID of the system image: parts of one box share it; 0 when unknown
  std::string description;   // "node01 mlx5_0"; empty when unknown
  int ports = 0;             // 0 when unknown
  bool operator==(const FabricNode&) const = default;
};

using catalogue::LaneSpeed;

struct CableRate {
  int lanes = 0;  // 0 when unknown
  LaneSpeed speed = LaneSpeed::Unknown;
  bool operator==(const CableRate&) const = default;

  /// Mbit/s in one direction, as NCCL counts it; 0 when unknown.
  [[nodiscard]] std::int64_t mbps() const;
};

/// "4xNDR", "4x EDR", "12x" (speed unknown), "4x ???" (the same), in any case; nothing for others.
std::optional<CableRate> parse_cable_rate(std::string_view text);
/// "4x NDR (400 Gbit/s)", or "an unknown rate".
std::string text_of(const CableRate& rate);

struct FabricPort {
  FabricNodeId node = kNoFabricNode;
  int number = 0;  // from 1, as printed
  bool operator==(const FabricPort&) const = default;
};

struct Cable {
  std::array<FabricPort, 2> ends;  // the one that the text names first stands first
  CableRate rate;
  bool operator==(const Cable&) const = default;
};

/// Hosts that share one NVLink domain, as Slurm's topology/block groups them.
struct HostBlock {
  std::string name;
  std::vector<std::string> hosts;
  bool operator==(const HostBlock&) const = default;
};

struct FabricGraph {
  std::vector<FabricNode> nodes;
  std::vector<Cable> cables;  // each once, in the order in which they are first named
  std::vector<HostBlock> blocks;
  // Whether each cable is a real one. Otherwise (Slurm) it says only that two nodes are joined, and
  // oversubscription is unknown.
  bool knows_cables = true;
  bool operator==(const FabricGraph&) const = default;

  [[nodiscard]] const FabricNode& node(FabricNodeId id) const {
    return nodes[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] std::size_t count(FabricNodeKind kind) const;
};

/// For people: the description, of a managed switch ("MF0;leaf1:MQM9700/U1") "leaf1" with its part
/// of a larger box ("leaf1 L01/U1"), else the id.
std::string name_of(const FabricNode& node);

/// One end of a cable, seen from the other.
struct FabricNeighbour {
  FabricNodeId node = kNoFabricNode;
  int cable = 0;  // its index
  bool operator==(const FabricNeighbour&) const = default;
};

/// For each node the far ends of its cables, in their order.
std::vector<std::vector<FabricNeighbour>> neighbours_of(const FabricGraph& graph);

// Builds a FabricGraph from nodes and cables that a text names in any order and any number of
// times. Constant time for each.

class FabricBuilder {
 public:
  /// The node with this id, added when it is new. `kind` counts for a new one only.
  FabricNodeId find_or_add(std::string_view id, FabricNodeKind kind);
  FabricNode& node(FabricNodeId id) { return graph_.nodes[static_cast<std::size_t>(id)]; }

  [[nodiscard]] std::size_t node_count() const { return graph_.nodes.size(); }

  /// Adds a cable, or confirms it when its other end named it before. Returns a sentence, and adds
  /// nothing, where it contradicts an earlier line.
  std::optional<std::string> connect(const Cable& cable);

  void add_block(HostBlock block) { graph_.blocks.push_back(std::move(block)); }
  /// Marks the graph: its joints are not single cables (FabricGraph).
  void forget_cables() { graph_.knows_cables = false; }

  /// Cables that only one of their ends has named.
  [[nodiscard]] std::size_t half_named() const { return graph_.cables.size() - confirmed_; }

  /// The graph, with all its texts printable (core/text/quote.h).
  [[nodiscard]] FabricGraph build() &&;

 private:
  std::optional<std::string> confirm(std::size_t index, const Cable& cable);

  FabricGraph graph_;
  std::unordered_map<std::string, FabricNodeId> ids_;
  std::unordered_map<std::uint64_t, std::size_t> cable_at_;  // by port
  std::vector<bool> is_confirmed_;
  std::size_t confirmed_ = 0;
};

}  // namespace treering::hw::fabric
