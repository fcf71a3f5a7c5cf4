#include "hw/fabric/analysis/hosts.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/reading.h"

namespace treering::hw::fabric::analysis {

std::vector<std::string> distinct_names(const FabricGraph& graph) {
  std::vector<std::string> names;
  std::unordered_map<std::string, int> counts;
  for (const FabricNode& node : graph.nodes) {
    names.push_back(name_of(node));
    ++counts[names.back()];
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const FabricNode& node = graph.nodes[i];
    if (counts[names[i]] < 2 || names[i] == node.id) continue;
    names[i] += node.guid != 0 ? fmt::format(" {:#018x}", node.guid) : " " + node.id;
  }
  return names;
}

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

namespace {

// Below it each has a line of its own, which is easier to search for.
constexpr std::size_t kFewestFolded = 4;

/// "node007": what stands before the number at its end, and how that is written.
struct NumberedName {
  std::string stem;
  std::size_t digits = 0;
  std::uint64_t number = 0;
};

NumberedName numbered(const std::string& name) {
  constexpr std::size_t kMostDigits = 9;
  std::size_t at = name.size();
  while (at > 0 && name.size() - at < kMostDigits && core::is_digit(name[at - 1])) {
    --at;
  }
  const std::string digits = name.substr(at);
  return {name.substr(0, at), digits.size(), core::whole_number<std::uint64_t>(digits).value_or(0)};
}

bool is_next(const NumberedName& a, const NumberedName& b) {
  return a.digits > 0 && b.digits > 0 && a.stem == b.stem && a.number + 1 == b.number &&
         b.digits == fmt::format("{:0{}}", b.number, a.digits).size();
}

std::string text_of(const NumberedName& first, const NumberedName& last) {
  const auto number = [](const NumberedName& name) {
    return name.digits == 0 ? "" : fmt::format("{:0{}}", name.number, name.digits);
  };
  if (first.number == last.number) return first.stem + number(first);
  return fmt::format("{}[{}-{}]", first.stem, number(first), number(last));
}

}  // namespace

std::vector<std::string> hosts_in_order(std::vector<std::string> hosts) {
  std::ranges::sort(hosts, {}, [](const std::string& host) {
    NumberedName name = numbered(host);
    return std::tuple(std::move(name.stem), name.number, name.digits);
  });
  return hosts;
}

std::string short_host_list(std::vector<std::string> hosts) {
  constexpr std::size_t kMostParts = 4;
  std::vector<NumberedName> names;
  for (const std::string& host : hosts_in_order(std::move(hosts))) {
    names.push_back(numbered(host));
  }
  std::vector<std::string> parts;
  std::size_t shown = 0;
  while (shown < names.size() && parts.size() < kMostParts) {
    std::size_t last = shown;
    while (last + 1 < names.size() && is_next(names[last], names[last + 1])) ++last;
    parts.push_back(text_of(names[shown], names[last]));
    shown = last + 1;
  }
  if (shown == names.size()) return fmt::format("{}", fmt::join(parts, ", "));
  return fmt::format("{} and {} more", fmt::join(parts, ", "), names.size() - shown);
}

std::vector<std::string> folded(const std::vector<HostRemark>& remarks) {
  std::map<std::string, std::vector<std::string>> hosts;
  for (const HostRemark& remark : remarks) hosts[remark.of_many].push_back(remark.host);
  std::vector<std::string> sentences;
  for (const HostRemark& remark : remarks) {
    const auto& alike = hosts[remark.of_many];
    if (alike.size() < kFewestFolded) {
      sentences.push_back(fmt::format("host {} {}", remark.host, remark.of_one));
    } else if (remark.host == alike.front()) {
      sentences.push_back(
          fmt::format("{} hosts ({}) {}", alike.size(), short_host_list(alike), remark.of_many));
    }
  }
  return sentences;
}

}  // namespace treering::hw::fabric::analysis
