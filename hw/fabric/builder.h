// Puts a FabricGraph together from nodes and cables that are named in any order, each as often as
// the text likes. Constant time for each.
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

  /// Adds a cable, or confirms it when it was named from its other end. The sentence of a reader
  /// when it contradicts what was said before: it is not added then.
  std::optional<std::string> connect(const Cable& cable);

  void add_block(HostBlock block) { graph_.blocks.push_back(std::move(block)); }
  /// What was said to be joined are no single cables.
  void forget_cables() { graph_.knows_cables = false; }

  /// Cables that only one of their ends has named.
  [[nodiscard]] std::size_t half_named() const { return graph_.cables.size() - confirmed_; }

  /// With every text of it fit to be shown (printable in core/text/quote.h).
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
