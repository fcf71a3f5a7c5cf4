#include "hw/fabric/join/join_hosts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/fabric/analysis/fabric.h"
#include "hw/fabric/analysis/uneven_cabling.h"
#include "hw/fabric/kinds.h"

namespace treering::hw::fabric::join {
namespace {

using core::bad_input;
using core::Result;

/// "node01" of "node01.example.org".
std::string short_name(const std::string& name) {
  return name.substr(0, name.find('.'));
}

/// "a, b, c and 4 more".
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMostNamed = 3;
  const std::size_t shown = std::min(names.size(), kMostNamed);
  std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

class Join {
 public:
  Join(const core::Topology& node, const FabricGraph& graph, const WantedHosts& wanted)
      : node_(node),
        graph_(graph),
        wanted_(wanted),
        ports_(ports_of(node)),
        hosts_(analysis::hosts_of(graph)) {}

  Result<JoinedHosts> run() && {
    if (graph_.count(FabricNodeKind::Switch) == 0) return join_blocks();
    if (auto done = choose(); !done) return core::fail(done.error());
    if (auto done = count_nodes(chosen_.size()); !done) return core::fail(done.error());
    look_at_fabric();
    return std::move(joined_);
  }

 private:
  void note(core::Severity severity, std::string text) {
    joined_.notes.push_back({severity, wanted_.file, std::move(text)});
  }

  Result<void> choose() {
    if (!wanted_.names.empty()) return choose_by_name();
    choose_by_guid();
    return choose_alike();
  }

  Result<void> choose_by_name() {
    std::unordered_map<std::string, std::size_t> index;
    for (std::size_t i = 0; i < hosts_.hosts.size(); ++i) {
      index.emplace(hosts_.hosts[i].name, i);
      index.emplace(short_name(hosts_.hosts[i].name), i);
    }
    std::vector<std::string> missing;
    for (const std::string& name : wanted_.names) {
      auto found = index.find(name);
      if (found == index.end()) found = index.find(short_name(name));
      if (found == index.end()) {
        missing.push_back(name);
      } else if (std::ranges::find(chosen_, found->second) == chosen_.end()) {
        chosen_.push_back(found->second);
      }
    }
    if (!missing.empty()) return not_there(missing);
    compare_chosen();
    return {};
  }

  core::Failure not_there(const std::vector<std::string>& missing) const {
    return bad_input(wanted_.file,
                     fmt::format("it lacks {} of {} hosts: {}", missing.size(),
                                 wanted_.names.size(), some_of(missing)),
                     fmt::format("expected hosts among the {} that it names", hosts_.hosts.size()),
                     "treering show with JSON output lists them");
  }

  /// Whether hosts that were asked for are such nodes.
  void compare_chosen() {
    std::vector<std::string> others;
    for (const std::size_t i : chosen_) {
      const PortSet set = set_of(hosts_.hosts[i]);
      if (are_alike(set, ports_, graph_)) continue;
      others.push_back(fmt::format("{} with {}", hosts_.hosts[i].name, text_of(set)));
    }
    if (others.empty()) return;
    note(core::Severity::Warning,
         fmt::format("{} of {} hosts have other ports than {}, whose {} count: {}", others.size(),
                     chosen_.size(), node_.name(), text_of(own_set()), some_of(others)));
  }

  void choose_by_guid() {
    for (const analysis::FabricHost& host : hosts_.hosts) {
      const bool is_it = std::ranges::any_of(host.ports, [&](const analysis::HostPort& port) {
        return has_guid(graph_.node(port.port.node), ports_.guids);
      });
      if (!is_it) continue;
      family_ = analysis::family_of(host.name);
      note(core::Severity::Note,
           fmt::format("{} is host {} by the GUIDs of its adapters; hosts with names like it count",
                       node_.name(), host.name));
      return;
    }
  }

  Result<void> choose_alike() {
    std::map<std::string, std::vector<std::string>> others;  // by their ports
    for (std::size_t i = 0; i < hosts_.hosts.size(); ++i) {
      const analysis::FabricHost& host = hosts_.hosts[i];
      const PortSet set = set_of(host);
      if (!family_.empty() && analysis::family_of(host.name) != family_) continue;
      if (are_alike(set, ports_, graph_)) {
        chosen_.push_back(i);
      } else {
        others[text_of(set)].push_back(host.name);
      }
    }
    std::vector<std::string> lines;
    for (const auto& [set, names] : others) {
      const std::string who =
          names.size() == 1 ? names[0] : fmt::format("{} hosts like {}", names.size(), names[0]);
      lines.push_back(fmt::format("{} with {}", who, set));
    }
    if (chosen_.empty()) {
      return bad_input(wanted_.file,
                       fmt::format("no host has the {} of {}", text_of(own_set()), node_.name()),
                       lines.empty() ? "expected hosts that have a name"
                                     : fmt::format("expected some; it has {}", some_of(lines)),
                       "name the hosts to use all the same in hosts: of the cluster file");
    }
    if (!lines.empty()) {
      note(core::Severity::Note, fmt::format("hosts with other ports than {} are left out: {}",
                                             node_.name(), some_of(lines)));
    }
    return {};
  }

  PortSet set_of(const analysis::FabricHost& host) const {
    return port_set(matching_ports(host, ports_, graph_), graph_);
  }
  PortSet own_set() const { return {ports_.count(), ports_.mbps}; }

  Result<void> count_nodes(std::size_t hosts) {
    const auto per_node = static_cast<std::size_t>(ports_.hosts);
    const auto nodes = static_cast<int>(hosts / per_node);
    if (nodes == 0 || wanted_.count.value_or(nodes) > nodes) {
      return bad_input(wanted_.file, fmt::format("{} such hosts", hosts),
                       fmt::format("expected {} for {} of {}",
                                   per_node * static_cast<std::size_t>(wanted_.count.value_or(1)),
                                   wanted_.count.value_or(1), node_.name()));
    }
    if (hosts % per_node != 0) {
      note(core::Severity::Warning, fmt::format("{} hosts, {} per {}: {} are left over", hosts,
                                                per_node, node_.name(), hosts % per_node));
    }
    joined_.node_count = wanted_.count.value_or(nodes);
    if (joined_.node_count < nodes) {
      note(core::Severity::Note,
           fmt::format("{} nodes of {}: the fabric is that of all; hosts: can say which are used",
                       joined_.node_count, nodes));
    }
    return {};
  }

  void look_at_fabric() {
    std::vector<analysis::HostPort> ports;
    for (const std::size_t i : chosen_) {
      std::ranges::move(matching_ports(hosts_.hosts[i], ports_, graph_), std::back_inserter(ports));
    }
    const FabricGraph part = part_of(graph_, analysis::find_fat_tree(graph_, hosts_), ports);
    const analysis::FoundFabric found = analysis::fabric_of(part, wanted_.file);
    joined_.fabric = found.fabric;
    if (joined_.fabric.nodes_per_leaf > 0) {
      joined_.fabric.nodes_per_leaf = std::max(1, joined_.fabric.nodes_per_leaf / ports_.hosts);
    }
    if (!found.tree.is_fat_tree) {
      note(core::Severity::Warning,
           fmt::format("no fat tree: {}; only the number of nodes is taken from it",
                       found.tree.why_not));
      return;
    }
    note_leaves(found);
    set_order();
    if (found.rails.is_rail_optimised && found.rails.rails != static_cast<int>(ports_.count())) {
      note(core::Severity::Note,
           fmt::format("{} rails, though a node has {}", found.rails.rails, text_of(own_set())));
    }
    if (found.findings.empty()) return;
    note(core::Severity::Note,
         fmt::format(
             "the cabling of these hosts is uneven: {}{}; treering show lists this for all hosts",
             found.findings.front().text,
             found.findings.size() == 1 ? std::string()
                                        : fmt::format(", and {} more", found.findings.size() - 1)));
  }

  /// Hosts that are named are the nodes in that order. With rails the leaf of a host's first port
  /// stands for its group of leaves.
  void set_order() {
    if (wanted_.names.empty() || !core::has_leaves(joined_.fabric.kind)) return;
    std::map<FabricNodeId, int> numbers;
    core::NodeOrder order{core::NodeOrder::Kind::Listed, {}};
    for (int node = 0; node < joined_.node_count; ++node) {
      const std::size_t first = chosen_[static_cast<std::size_t>(node * ports_.hosts)];
      const auto ports = matching_ports(hosts_.hosts[first], ports_, graph_);
      if (ports.empty()) return;
      const auto next = static_cast<int>(numbers.size());
      order.leaves.push_back(numbers.try_emplace(ports.front().switch_node, next).first->second);
    }
    make_room_for(order);
    joined_.fabric.order = std::move(order);
  }

  /// One number of nodes stands for all leaves. It is that of the fullest, whose uplinks stay what
  /// they are.
  void make_room_for(const core::NodeOrder& order) {
    std::map<int, int> nodes;  // by leaf
    for (const int leaf : order.leaves) ++nodes[leaf];
    const int most = std::ranges::max(nodes | std::views::values);
    core::Fabric& fabric = joined_.fabric;
    if (most <= fabric.nodes_per_leaf) return;
    fabric.oversubscription = std::min(
        fabric.oversubscription * most / std::max(fabric.nodes_per_leaf, 1), kMaxOversubscription);
    fabric.nodes_per_leaf = most;
  }

  void note_leaves(const analysis::FoundFabric& found) {
    const auto& leaves = found.tree.levels.front().switches;
    const auto [least, most] = std::ranges::minmax(leaves, {}, &analysis::TreeSwitch::hosts);
    if (least.hosts == most.hosts) return;
    note(core::Severity::Note, fmt::format("leaf switches have {} to {} of the hosts; {} counts",
                                           least.hosts, most.hosts, found.tree.nodes_per_leaf));
  }

  /// Hosts without a network.
  Result<JoinedHosts> join_blocks() {
    std::size_t hosts = 0;
    for (const HostBlock& block : graph_.blocks) hosts += block.hosts.size();
    if (!wanted_.names.empty()) hosts = wanted_.names.size();
    note(core::Severity::Warning, "it has no switches; only the hosts are counted");
    if (auto done = count_nodes(hosts); !done) return core::fail(done.error());
    return std::move(joined_);
  }

  const core::Topology& node_;
  const FabricGraph& graph_;
  const WantedHosts& wanted_;
  NodePorts ports_;
  analysis::FabricHosts hosts_;
  std::string family_;  // of the hosts that count; empty: of all
  std::vector<std::size_t> chosen_;
  JoinedHosts joined_;
};

}  // namespace

Result<JoinedHosts> join_hosts(const core::Topology& node, const FabricGraph& graph,
                               const WantedHosts& wanted) {
  return Join(node, graph, wanted).run();
}

}  // namespace treering::hw::fabric::join
