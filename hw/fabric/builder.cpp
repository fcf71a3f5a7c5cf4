#include "hw/fabric/builder.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"

namespace treering::hw::fabric {
namespace {

std::uint64_t key_of(const FabricPort& port) {
  return static_cast<std::uint64_t>(port.node) << 32U | static_cast<std::uint64_t>(port.number);
}

}  // namespace

FabricNodeId FabricBuilder::find_or_add(std::string_view id, FabricNodeKind kind) {
  const auto [place, is_new] =
      ids_.try_emplace(std::string(id), static_cast<FabricNodeId>(graph_.nodes.size()));
  if (is_new) {
    FabricNode node;
    node.kind = kind;
    node.id = id;
    graph_.nodes.push_back(std::move(node));
  }
  return place->second;
}

std::optional<std::string> FabricBuilder::connect(const Cable& cable) {
  if (cable.ends[0] == cable.ends[1]) return "a port that leads to itself";
  for (const FabricPort& end : cable.ends) {
    const auto place = cable_at_.find(key_of(end));
    if (place != cable_at_.end()) return confirm(place->second, cable);
  }
  for (const FabricPort& end : cable.ends) cable_at_.emplace(key_of(end), graph_.cables.size());
  graph_.cables.push_back(cable);
  is_confirmed_.push_back(false);
  return std::nullopt;
}

FabricGraph FabricBuilder::build() && {
  const auto make_printable = [](std::string& text) { text = core::printable(text); };
  for (FabricNode& node : graph_.nodes) {
    make_printable(node.id);
    make_printable(node.description);
  }
  for (HostBlock& block : graph_.blocks) {
    make_printable(block.name);
    std::ranges::for_each(block.hosts, make_printable);
  }
  return std::move(graph_);
}

std::optional<std::string> FabricBuilder::confirm(std::size_t index, const Cable& cable) {
  Cable& known = graph_.cables[index];
  const auto& [a, b] = known.ends;
  const bool is_same = cable.ends[0] == a && cable.ends[1] == b;
  const bool is_mirror = cable.ends[0] == b && cable.ends[1] == a;
  if (!is_same && !is_mirror) {
    return fmt::format("a second cable in one port: before, {} port {} led to {} port {}",
                       core::in_quotes(name_of(node(a.node))), a.number,
                       core::in_quotes(name_of(node(b.node))), b.number);
  }
  if (is_mirror && !is_confirmed_[index]) {
    is_confirmed_[index] = true;
    ++confirmed_;
  }
  if (known.rate.mbps() == 0) known.rate = cable.rate;
  if (cable.rate.mbps() == 0 || cable.rate == known.rate) return std::nullopt;
  const CableRate first = known.rate;
  if (cable.rate.mbps() < first.mbps()) known.rate = cable.rate;
  return fmt::format("{}, but {} at the other end: the slower counts", text_of(cable.rate),
                     text_of(first));
}

}  // namespace treering::hw::fabric
