#include "hw/complete/nvlinks_mark.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "hw/complete/unknown_nvlinks.h"

namespace treering::hw::complete {
namespace {

constexpr std::string_view kMark = "nvlinks_unknown";

core::Topology with_extra(const core::Topology& node, core::Attributes extra) {
  core::TopologyBuilder builder(node.name(), node.description());
  for (const core::Device& device : node.devices()) builder.add(device);
  for (const core::Link& link : node.links()) builder.connect(link);
  builder.set_extra(std::move(extra));
  return std::move(builder).build().value_or(node);  // too many attributes
}

}  // namespace

core::Cluster with_nvlinks_mark(const core::Cluster& cluster, const core::HostState& host) {
  const auto unknown = unknown_nvlinks(cluster.node, host);
  if (!unknown || unknown->doubt != NvlinkDoubt::Unknown) return cluster;
  core::Attributes extra = cluster.node.extra();
  extra.emplace_back(kMark, unknown->why);
  core::Cluster marked = cluster;
  marked.node = with_extra(cluster.node, std::move(extra));
  return marked;
}

void take_nvlinks_mark(core::Topology& node, core::HostState& host, const std::string& path) {
  core::Attributes extra = node.extra();
  const auto mark = std::ranges::find(extra, kMark, [](const auto& one) { return one.first; });
  if (mark == extra.end()) return;
  host.nvlinks_unknown = {mark->second, {core::Origin::Kind::File, path}};
  extra.erase(mark);
  node = with_extra(node, std::move(extra));
}

}  // namespace treering::hw::complete
