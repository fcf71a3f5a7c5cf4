#include "hw/fabric/analysis/hosts.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace treering::hw::fabric::analysis {
namespace {

/// Host and device of an adapter; with an id where there is no description (ibsim).
AdapterName name_of_adapter(const FabricNode& node) {
  return adapter_name(node.description.empty() ? node.id : node.description);
}

/// "mlx5_10" stands behind "mlx5_9": shorter names come first.
bool is_before(const HostPort& a, const HostPort& b) {
  return std::tuple(a.device.size(), std::string_view(a.device), a.port.node, a.port.number) <
         std::tuple(b.device.size(), std::string_view(b.device), b.port.node, b.port.number);
}

class Gathering {
 public:
  void add(HostPort port, AdapterName name) {
    port.device = std::move(name.device);
    if (name.host.empty()) {
      found_.nameless.push_back(std::move(port));
      return;
    }
    const auto [place, is_new] = index_.try_emplace(name.host, found_.hosts.size());
    if (is_new) found_.hosts.push_back({std::move(name.host), {}});
    found_.hosts[place->second].ports.push_back(std::move(port));
  }

  void add_unplugged(FabricNodeId node) { found_.unplugged.push_back(node); }

  FabricHosts finish(const FabricGraph& graph) && {
    if (found_.hosts.empty()) name_by_id(graph);
    for (FabricHost& host : found_.hosts) std::ranges::sort(host.ports, is_before);
    return std::move(found_);
  }

 private:
  void name_by_id(const FabricGraph& graph) {
    for (HostPort& port : std::exchange(found_.nameless, {})) {
      const FabricNodeId node = port.port.node;
      add(std::move(port), {graph.node(node).id, {}});
    }
  }

  FabricHosts found_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace

AdapterName adapter_name(std::string_view description) {
  std::vector<std::string_view> words;
  while (!description.empty()) {
    const std::size_t first = std::min(description.find_first_not_of(' '), description.size());
    description.remove_prefix(first);
    const std::size_t end = std::min(description.find(' '), description.size());
    if (end > 0) words.push_back(description.substr(0, end));
    description.remove_prefix(end);
  }
  if (words.empty() || words[0] == "localhost") return {};
  // More words are the name of a product, except behind "node01 HCA-1".
  if (words.size() > 2 && !words[1].starts_with("HCA-")) return {};
  return {std::string(words[0]), words.size() > 1 ? std::string(words[1]) : std::string()};
}

FabricHosts hosts_of(const FabricGraph& graph) {
  const auto neighbours = neighbours_of(graph);
  Gathering gathering;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const FabricNode& node = graph.nodes[i];
    if (node.kind != FabricNodeKind::Adapter) continue;
    const auto id = static_cast<FabricNodeId>(i);
    if (neighbours[i].empty()) gathering.add_unplugged(id);
    const AdapterName name = name_of_adapter(node);
    for (const FabricNeighbour& neighbour : neighbours[i]) {
      if (graph.node(neighbour.node).kind != FabricNodeKind::Switch) continue;
      const auto& ends = graph.cables[static_cast<std::size_t>(neighbour.cable)].ends;
      const FabricPort port = ends[0].node == id ? ends[0] : ends[1];
      gathering.add({port, neighbour.node, neighbour.cable, {}}, name);
    }
  }
  return std::move(gathering).finish(graph);
}

}  // namespace treering::hw::fabric::analysis
