// Builds a FabricGraph from nodes and cables that a text names in any order and any number of
// times. Constant time for each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/fabric/graph.h"

namespace treering::hw::fabric {

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
