#include "app/setup/leaf_switches.h"

#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/text/table.h"
#include "core/topology/cluster.h"
#include "core/topology/names.h"
#include "hw/fabric/node_order.h"
#include "sim/cost/machine.h"

namespace treering::app::setup {
namespace {

constexpr double kMostOversubscription = 64;  // as in cluster files

core::Result<double> read_ratio(std::string_view text) {
  double ratio = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, ratio);
  if (error == std::errc() && rest == end && ratio >= 1 && ratio <= kMostOversubscription)
    return ratio;
  return core::usage_error(core::field("oversubscription"),
                           fmt::format("found {}", core::in_quotes(text)),
                           fmt::format("expected a number from 1 to {:g}", kMostOversubscription),
                           "2 is half as much up as down");
}

/// What the adapters say, where the source has no fabric.
core::LinkKind link_of(const core::Cluster& cluster) {
  const std::string network = sim::cost::network_of(cluster);
  if (network == "infiniband") return core::LinkKind::InfiniBand;
  return network == "roce" ? core::LinkKind::RoCE : core::LinkKind::Ethernet;
}

/// A fault of the request, where a reader would say that of its file.
core::Failure as_usage(core::Error error) {
  error.category = core::Category::Usage;
  return core::fail(std::move(error));
}

/// What the request says of leaf switches, in place of what the source says.
core::Result<core::Fabric> with_request(const LeafSwitchRequest& request, core::Fabric fabric) {
  if (request.oversubscription) {
    const auto ratio = read_ratio(*request.oversubscription);
    if (!ratio) return core::fail(ratio.error());
    fabric.oversubscription = *ratio;
  }
  fabric.nodes_per_leaf = request.nodes_per_leaf.value_or(fabric.nodes_per_leaf);
  if (!request.node_order) return fabric;
  auto order = hw::fabric::parse_node_order(*request.node_order);
  if (!order) {
    return core::usage_error(core::field("node-order"), "found " + order.error().found,
                             order.error().expected, order.error().hint);
  }
  fabric.order = *std::move(order);
  return fabric;
}

/// Nodes without a port on each rail.
void note_rails(Setup& setup) {
  const core::Cluster& cluster = setup.cluster;
  const auto ports = [](const core::Topology& node) {
    return node.of_kind(core::DeviceKind::NicPort).size();
  };
  for (const core::NodeClass& other : cluster.others) {
    if (ports(other.node) == ports(cluster.node)) continue;
    setup.notes.push_back(fmt::format(
        "node {} has {} where others have {}: rails are counted in the order of ports, "
        "so a port after a missing one counts as the rail before its own",
        core::number_ranges(other.nodes),
        core::counted(static_cast<int>(ports(other.node)), "NIC port"), ports(cluster.node)));
  }
}

}  // namespace

core::Result<void> take_leaf_switches(const LeafSwitchRequest& request, Setup& setup) {
  if (request == LeafSwitchRequest{}) return {};
  auto fabric = with_request(request, setup.cluster.fabric);
  if (!fabric) return core::fail(fabric.error());
  const char* const first = request.oversubscription ? "oversubscription" : "node-order";
  if (fabric->nodes_per_leaf < 1) {
    return core::usage_error(core::field(first),
                             setup.source + " does not say how many nodes a leaf switch has",
                             "expected ⟨nodes-per-leaf⟩ with it");
  }
  if (fabric->kind == core::FabricKind::Unspecified) fabric->link = link_of(setup.cluster);
  if (!core::has_leaves(fabric->kind)) fabric->kind = core::FabricKind::FatTree;
  fabric->origin = {core::Origin::Kind::Discovered, core::field("oversubscription")};
  if (auto done = hw::fabric::check_order(*fabric, core::field("node-order")); !done) {
    return as_usage(done.error());
  }
  setup.cluster.fabric = *std::move(fabric);
  return {};
}

core::Result<void> check_leaf_switches(const LeafSwitchRequest& request, Setup& setup) {
  const core::Cluster& cluster = setup.cluster;
  const core::Fabric& fabric = cluster.fabric;
  const auto fits =
      hw::fabric::check_length(fabric.order, cluster.node_count, core::field("node-order"));
  if (!fits && request.node_order) return as_usage(fits.error());
  if (!fits) {
    setup.notes.push_back(
        fmt::format("the source has the leaf switches of {} nodes; the others are taken to be "
                    "sorted under further ones",
                    fabric.order.leaves.size()));
  }
  if (fabric.kind != core::FabricKind::RailOptimised) return {};
  const bool is_asked = request != LeafSwitchRequest{} || fabric.oversubscription != 1;
  if (is_asked && core::leaves_by_node(fabric, cluster.node_count).empty()) {
    setup.notes.emplace_back(
        "all nodes are under one group of rail switches: only data that changes rails crosses the "
        "others");
  }
  note_rails(setup);
  return {};
}

}  // namespace treering::app::setup
