#include "hw/fabric/graph.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace treering::hw::fabric {
namespace {

struct NamedSpeed {
  LaneSpeed speed;
  std::string_view name;
  std::int64_t mbps;
};

constexpr std::array<NamedSpeed, 9> kSpeeds{{
    {LaneSpeed::Sdr, "SDR", 2500},
    {LaneSpeed::Ddr, "DDR", 5000},
    {LaneSpeed::Qdr, "QDR", 10000},
    {LaneSpeed::Fdr10, "FDR10", 10000},
    {LaneSpeed::Fdr, "FDR", 14000},
    {LaneSpeed::Edr, "EDR", 25000},
    {LaneSpeed::Hdr, "HDR", 50000},
    {LaneSpeed::Ndr, "NDR", 100000},
    {LaneSpeed::Xdr, "XDR", 200000},
}};

bool equal_in_any_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::toupper(x) == std::toupper(y); });
}

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
  for (const NamedSpeed& named : kSpeeds) {
    if (named.speed == speed) return named.mbps * lanes;
  }
  return 0;
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
  for (const NamedSpeed& named : kSpeeds) {
    if (!equal_in_any_case(named.name, text)) continue;
    rate.speed = named.speed;
    return rate;
  }
  return {};
}

LaneSpeed lane_speed(double gbit_per_s) {
  constexpr double kTolerance = 0.07;  // NDR signals 106.25 for 100
  for (const NamedSpeed& named : kSpeeds) {
    const double own = static_cast<double>(named.mbps) / 1000;
    if (std::abs(gbit_per_s / own - 1) <= kTolerance) return named.speed;
  }
  return LaneSpeed::Unknown;
}

std::string text_of(const CableRate& rate) {
  for (const NamedSpeed& named : kSpeeds) {
    if (named.speed != rate.speed || rate.lanes == 0) continue;
    return fmt::format("{}x {} ({:g} Gbit/s)", rate.lanes, named.name,
                       static_cast<double>(rate.mbps()) / 1000);
  }
  return rate.lanes == 0 ? "a rate that is not told" : fmt::format("{}x", rate.lanes);
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

}  // namespace treering::hw::fabric
