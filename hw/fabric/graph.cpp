#include "hw/fabric/graph.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"

namespace treering::hw::fabric {

namespace {

// "MF0;leaf1:MQM9700/U1" and "MF0;director:CS7520/L01/U1": a name between ';' and ':', then the
// model, then parts of the box. U1 is the only part of most.
std::string name_of_managed(std::string_view description) {
  const std::size_t colon = description.rfind(':');
  const std::size_t start = description.find(';') + 1;
  std::string name(description.substr(start, colon - start));
  const std::size_t slash = description.find('/', colon);
  if (slash == std::string_view::npos) return name;
  const std::string_view part = description.substr(slash + 1);
  return part == "U1" ? name : fmt::format("{} {}", name, part);
}

}  // namespace

std::int64_t CableRate::mbps() const {
  return catalogue::lane_mbps(speed) * lanes;
}

std::optional<CableRate> parse_cable_rate(std::string_view text) {
  CableRate rate;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate.lanes);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  constexpr std::array<int, 5> kWidths{1, 2, 4, 8, 12};
  if (error != std::errc() || std::ranges::find(kWidths, rate.lanes) == kWidths.end()) return {};
  if (!text.starts_with('x') && !text.starts_with('X')) return {};
  text.remove_prefix(1);
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  if (text.empty() || text == "???") return rate;
  const auto speed = catalogue::lane_speed_named(text);
  if (!speed) return {};
  rate.speed = *speed;
  return rate;
}

std::string text_of(const CableRate& rate) {
  if (rate.lanes == 0) return "an unknown rate";
  if (rate.speed == LaneSpeed::Unknown) return fmt::format("{}x", rate.lanes);
  return fmt::format("{}x {} ({:g} Gbit/s)", rate.lanes, catalogue::name_of(rate.speed),
                     static_cast<double>(rate.mbps()) / 1000);
}

std::size_t FabricGraph::count(FabricNodeKind kind) const {
  return static_cast<std::size_t>(std::ranges::count(nodes, kind, &FabricNode::kind));
}

std::string name_of(const FabricNode& node) {
  if (node.description.empty()) return node.id;
  const std::size_t semicolon = node.description.find(';');
  const std::size_t colon = node.description.rfind(':');
  const bool is_managed =
      node.kind == FabricNodeKind::Switch && colon != std::string::npos && semicolon < colon;
  return is_managed ? name_of_managed(node.description) : node.description;
}

std::vector<std::vector<FabricNeighbour>> neighbours_of(const FabricGraph& graph) {
  std::vector<std::vector<FabricNeighbour>> neighbours(graph.nodes.size());
  for (std::size_t i = 0; i < graph.cables.size(); ++i) {
    const auto& [near, far] = graph.cables[i].ends;
    neighbours[static_cast<std::size_t>(near.node)].push_back({far.node, static_cast<int>(i)});
    neighbours[static_cast<std::size_t>(far.node)].push_back({near.node, static_cast<int>(i)});
  }
  return neighbours;
}

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
