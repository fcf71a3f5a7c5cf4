#include "app/setup/fields.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/catalogue/links.h"

namespace treering::app::setup {
namespace {

using core::Cluster;

// NCCL has no more channels (v2.28.9-1, src/include/device.h, MAXCHANNELS), so that more
// connections change nothing.
constexpr int kMostChannels = 64;

/// Whether a node has such a device.
template <class Info, class Test>
bool has_device(const Cluster& cluster, const Test& test) {
  return std::ranges::any_of(topologies_of(cluster), [&](const core::Topology* node) {
    return std::ranges::any_of(node->devices(), [&](const core::Device& device) {
      const auto* const info = std::get_if<Info>(&device.info);
      return info != nullptr && test(*info);
    });
  });
}

std::string link_latency_note(const Cluster& cluster) {
  const bool is_given = std::ranges::any_of(topologies_of(cluster), [](const auto* node) {
    return std::ranges::any_of(
        node->links(), [](const core::Link& link) { return link.latency > core::Duration(); });
  });
  return is_given ? "latency_us of links: not modelled, hops take what the profile says" : "";
}

std::string connections_note(const Cluster& cluster) {
  const bool is_given = has_device<core::NicPort>(cluster, [](const core::NicPort& port) {
    return port.max_connections > 0 && port.max_connections < kMostChannels;
  });
  return is_given ? "max_connections of ports: not modelled, channels are not limited by it" : "";
}

std::string reduction_note(const Cluster& cluster) {
  const bool is_given = has_device<core::NicPort>(
      cluster, [](const core::NicPort& port) { return port.in_network_reduction; });
  return is_given ? "in_network_reduction of ports: no effect, NCCL_COLLNET_ENABLE=1 decides" : "";
}

std::string network_switch_note(const Cluster& cluster) {
  const bool is_given =
      has_device<core::NetworkSwitch>(cluster, [](const core::NetworkSwitch&) { return true; });
  return is_given ? "devices of kind network_switch: not modelled, the fabric of a cluster is" : "";
}

// A share by which the rate of a PCIe link may differ from that of its device before it is another
// one: the next generation or width is twice as fast.
constexpr double kOtherRate = 1.25;

/// Whether the link has another rate than the device that it leads up from.
bool is_other_rate(const core::Topology& node, const core::Link& link) {
  const auto& pci = node.device(link.from).pci;
  const bool leads_up = link.kind == core::LinkKind::Pcie && node.parent_of(link.from) == link.to;
  if (!leads_up || !pci) return false;
  if (pci->link_speed.empty() || pci->link_width == 0) return false;
  const double ratio = link.bandwidth / hw::catalogue::pcie_rate(*pci).bandwidth;
  return ratio > kOtherRate || ratio < 1 / kOtherRate;
}

std::string pcie_rate_note(const Cluster& cluster) {
  for (const core::Topology* node : topologies_of(cluster)) {
    const auto found = std::ranges::find_if(
        node->links(), [&](const core::Link& link) { return is_other_rate(*node, link); });
    if (found == node->links().end()) continue;
    return fmt::format(
        "the PCIe link of {}: gb_per_s is not the rate of link_speed and link_width; NCCL's plan "
        "goes by these, times by gb_per_s",
        node->device(found->from).name);
  }
  return "";
}

/// Figures of leaf switches, where the job has one. Of rails data may change between switches all
/// the same.
std::string fabric_note(const Cluster& cluster) {
  const core::Fabric& fabric = cluster.fabric;
  if (!core::leaves_by_node(fabric, cluster.node_count).empty()) return "";
  const bool has_rails = fabric.kind == core::FabricKind::RailOptimised;
  std::vector<std::string_view> given;
  if (!has_rails && fabric.oversubscription != core::Fabric().oversubscription) {
    given.emplace_back("oversubscription");
  }
  if (!has_rails && fabric.nodes_per_leaf > 0) given.emplace_back("nodes_per_leaf");
  if (fabric.order != core::Fabric().order) given.emplace_back("order");
  if (!has_rails && fabric.hop_latency > core::Duration()) given.emplace_back("hop_latency_us");
  if (given.empty()) return "";
  return fmt::format("{} of the fabric: no effect, since all nodes are under one {}",
                     fmt::join(given, ", "), has_rails ? "group of rail switches" : "leaf switch");
}

constexpr std::array kFields{
    Field{"name", "a label"},
    Field{"description", "a label"},
    Field{"sources", "where figures come from; show prints it"},
    Field{"extra", "attributes of the source, kept for who writes it again"},
    Field{"host", "the state of the machine; doctor and diff go by it"},
    Field{"devices/extra", "attributes of the source; a model's name among them is shown"},
    Field{"devices/assumed",
          "figures that are only assumed are marked, and no advice rests on them"},
    Field{"devices/numa_id", "the system's number; show, diff and doctor go by it"},
    Field{"devices/affinity", "cores of a NUMA node; show and diff go by it"},
    Field{"devices/pci/host_bridge", "PHB or NODE in the matrix of show"},
    Field{"devices/max_connections", "not modelled: channels are not limited by it",
          connections_note},
    Field{"devices/in_network_reduction",
          "no effect: with NCCL_COLLNET_ENABLE=1 every port counts as one that reduces",
          reduction_note},
    Field{"devices/ports", "of a network switch; not modelled, the fabric of a cluster is",
          network_switch_note},
    Field{"links/latency_us", "not modelled: hops take what the profile says", link_latency_note},
    Field{"links/origin", "where the figure comes from; show prints it"},
    Field{"fabric/origin", "where the figures come from"},
    Field{"fabric/source", "where the figures come from"},
    Field{"parameters/source", "of a profile: where the value comes from"},
    Field{"source", "and source_url, source_title, year, columns of CSV: where rows come from"},
};

}  // namespace

std::span<const Field> fields_without_effect() {
  return kFields;
}

std::vector<std::string> field_notes(const Cluster& cluster) {
  std::vector<std::string> notes;
  const auto add = [&](std::string note) {
    if (!note.empty()) notes.push_back(std::move(note));
  };
  for (const Field& field : kFields) {
    if (field.note != nullptr) add(field.note(cluster));
  }
  add(pcie_rate_note(cluster));
  add(fabric_note(cluster));
  return notes;
}

}  // namespace treering::app::setup
