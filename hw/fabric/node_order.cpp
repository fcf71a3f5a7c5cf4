#include "hw/fabric/node_order.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "core/named_values.h"
#include "core/text/quote.h"
#include "core/text/reading.h"

namespace treering::hw::fabric {
namespace {

using core::NodeOrder;

using NamedOrder = core::Named<NodeOrder::Kind>;

constexpr std::array<NamedOrder, 3> kOrders{{
    {NodeOrder::Kind::Sorted, "sorted"},
    {NodeOrder::Kind::Scattered, "scattered"},
    {NodeOrder::Kind::Unknown, "unknown"},
}};

/// So many nodes in a row.
struct Entry {
  int leaf = 0;
  int times = 1;
};

/// "0", "0*4"; nothing for others.
std::optional<Entry> entry_of(std::string_view text) {
  const std::size_t star = text.find('*');
  const auto leaf = core::whole_number<int>(core::trimmed(text.substr(0, star)));
  auto times = std::optional(1);
  if (star != std::string_view::npos) {
    times = core::whole_number<int>(core::trimmed(text.substr(star + 1)));
  }
  const bool is_sane = leaf && times && *leaf >= 0 && *leaf < core::kMaxRanks && *times >= 1 &&
                       *times <= core::kMaxRanks;
  return is_sane ? std::optional(Entry{*leaf, *times}) : std::nullopt;
}

core::Failure no_order(std::string_view text) {
  return core::bad_input("", core::in_quotes(text),
                         "expected sorted, scattered, unknown, or the leaf of each node, from 0 on",
                         "write a list like 0, 0, 1, 1 or 0*2, 1*2");
}

}  // namespace

core::Result<NodeOrder> parse_node_order(std::string_view text) {
  for (const NamedOrder& one : kOrders) {
    if (core::is_same_name(one.name, text)) return NodeOrder{one.value, {}};
  }
  NodeOrder order{NodeOrder::Kind::Listed, {}};
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const auto entry = entry_of(core::trimmed(rest.substr(0, comma)));
    if (!entry) return no_order(text);
    const std::size_t length = order.leaves.size() + static_cast<std::size_t>(entry->times);
    if (length > static_cast<std::size_t>(core::kMaxRanks)) return no_order(text);
    order.leaves.resize(length, entry->leaf);
    if (comma == std::string_view::npos) return order;
    rest.remove_prefix(comma + 1);
  }
}

std::string text_of(const NodeOrder& order) {
  for (const NamedOrder& one : kOrders) {
    if (one.value == order.kind) return std::string(one.name);
  }
  std::string text;
  const std::vector<int>& leaves = order.leaves;
  for (std::size_t i = 0; i < leaves.size();) {
    std::size_t end = i + 1;
    while (end < leaves.size() && leaves[end] == leaves[i]) ++end;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", leaves[i]);
    if (end - i > 1) text += fmt::format("*{}", end - i);
    i = end;
  }
  return text;
}

core::Result<void> check_order(const core::Fabric& fabric, const std::string& where) {
  const NodeOrder& order = fabric.order;
  if (order.kind == NodeOrder::Kind::Sorted) return {};
  if (!core::has_leaves(fabric.kind) || fabric.nodes_per_leaf < 1) {
    return core::bad_input(where, "an order of nodes under leaf switches without such switches",
                           "expected nodes_per_leaf beside it");
  }
  std::map<int, int> nodes;  // by leaf
  for (const int leaf : order.leaves) ++nodes[leaf];
  for (const auto& [leaf, count] : nodes) {
    if (count <= fabric.nodes_per_leaf) continue;
    return core::bad_input(
        where, fmt::format("{} nodes under leaf {}", count, leaf),
        fmt::format("expected at most {}, the nodes_per_leaf", fabric.nodes_per_leaf));
  }
  return {};
}

core::Result<void> check_length(const NodeOrder& order, int nodes, const std::string& where) {
  const bool is_listed = order.kind == NodeOrder::Kind::Listed;
  if (!is_listed || order.leaves.size() == static_cast<std::size_t>(nodes)) return {};
  return core::bad_input(where, fmt::format("the leaves of {} nodes", order.leaves.size()),
                         fmt::format("expected those of {}, one for each node", nodes));
}

}  // namespace treering::hw::fabric
