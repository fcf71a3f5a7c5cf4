#include "app/setup/leaf_switches.h"

#include <charconv>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/text/field.h"
#include "core/text/quote.h"
#include "sim/cost/machine.h"

namespace treering::app::setup {
namespace {

constexpr double kMost = 64;  // as in cluster files

core::Result<double> read_ratio(std::string_view text) {
  double ratio = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, ratio);
  if (error == std::errc() && rest == end && ratio >= 1 && ratio <= kMost) return ratio;
  return core::usage_error(
      core::field("oversubscription"), fmt::format("found {}", core::in_quotes(text)),
      fmt::format("expected a number from 1 to {:g}", kMost), "2 is half as much up as down");
}

/// What the adapters say, where the source has no fabric.
core::LinkKind link_of(const core::Cluster& cluster) {
  const std::string network = sim::cost::network_of(cluster);
  if (network == "infiniband") return core::LinkKind::InfiniBand;
  return network == "roce" ? core::LinkKind::RoCE : core::LinkKind::Ethernet;
}

}  // namespace

core::Result<void> take_leaf_switches(const LeafSwitchRequest& request, Setup& setup) {
  if (!request.oversubscription && !request.nodes_per_leaf) return {};
  core::Fabric fabric = setup.cluster.fabric;
  if (request.oversubscription) {
    const auto ratio = read_ratio(*request.oversubscription);
    if (!ratio) return core::fail(ratio.error());
    fabric.oversubscription = *ratio;
  }
  fabric.nodes_per_leaf = request.nodes_per_leaf.value_or(fabric.nodes_per_leaf);
  if (fabric.nodes_per_leaf < 1) {
    return core::usage_error(core::field("oversubscription"),
                             setup.source + " does not say how many nodes a leaf switch has",
                             "expected ⟨nodes-per-leaf⟩ with it");
  }
  if (fabric.kind == core::FabricKind::RailOptimised) {
    setup.notes.emplace_back("leaf switches by hand: a fat tree in place of the rails");
  }
  if (fabric.kind == core::FabricKind::Unspecified) fabric.link = link_of(setup.cluster);
  fabric.kind = core::FabricKind::FatTree;
  fabric.origin = {core::Origin::Kind::Discovered, core::field("oversubscription")};
  if (fabric.nodes_per_leaf >= setup.cluster.node_count) {
    setup.notes.emplace_back("all nodes are under one leaf switch: nothing crosses the others");
  }
  setup.cluster.fabric = std::move(fabric);
  return {};
}

}  // namespace treering::app::setup
