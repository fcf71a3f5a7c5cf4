#include "gui/views/topology/loads_by_name.h"

#include <algorithm>

#include <fmt/format.h>

namespace treering::gui::views::topology {

namespace {

bool has_one_switch(const core::Cluster& cluster) {
  const int per_leaf = cluster.fabric.nodes_per_leaf;
  return cluster.fabric.kind == core::FabricKind::Unspecified || per_leaf == 0 ||
         per_leaf >= cluster.node_count;
}

std::optional<double> busiest_port(const Machines& machines, const LoadsByName& loads) {
  const core::Topology& node = machines.topology();
  std::optional<double> most;
  for (const core::DeviceId port : node.of_kind(core::DeviceKind::NicPort)) {
    const auto& info = std::get<core::NicPort>(node.device(port).info);
    const auto load = loads.between(node.device(info.nic).name, node.device(port).name);
    if (load && (!most || *load > *most)) most = load;
  }
  return most;
}

}  // namespace

LoadsByName::LoadsByName(const app::simulation::Recorded& run, int node, std::optional<double> us)
    : run_(run), us_(us) {
  // A run of one node names none.
  const std::string prefix = fmt::format("node {}: ", node);
  const sim::timeline::LinkNames& names = *run_.link_names;
  for (int link = 0; link < names.count(); ++link) {
    if (!run_.loads->is_used(link)) continue;
    links_.emplace(names.place(link) == prefix ? std::string(names.own(link)) : names[link], link);
  }
}

std::optional<double> LoadsByName::load(const std::string& from, const std::string& to) const {
  const auto found = links_.find(from + " -> " + to);
  if (found == links_.end() || !run_.loads->is_known(found->second)) return {};
  const double capacity = run_.loads->capacity(found->second);
  if (!us_) {
    const double end = run_.timeline->end_us();
    return end > 0 ? run_.loads->bytes(found->second, end) / (end * capacity) : 0;
  }
  constexpr double kMomentUs = 1e-6;
  const auto now = run_.loads->means(found->second, {*us_, *us_ + kMomentUs}, 1);
  return now.empty() ? 0 : now.front().rate / capacity;
}

std::optional<double> LoadsByName::between(const std::string& from, const std::string& to) const {
  const auto there = load(from, to);
  const auto back = load(to, from);
  if (there && back) return std::max(*there, *back);
  return there ? there : back;
}

Loads loads_of_lines(const report::drawing::Picture& picture, const Machines& machines,
                     const LoadsByName& loads) {
  const bool is_joined = machines.is_cluster() && has_one_switch(machines.cluster());
  const auto of_network = is_joined ? busiest_port(machines, loads) : std::nullopt;
  Loads all;
  for (const report::drawing::Line& line : picture.lines) {
    const bool is_of_network = line.from == core::kNoDevice && !line.is_grid;
    all.push_back(is_of_network ? of_network
                                : loads.between(machines.end_name(line.from).toStdString(),
                                                machines.end_name(line.to).toStdString()));
  }
  return all;
}

}  // namespace treering::gui::views::topology
