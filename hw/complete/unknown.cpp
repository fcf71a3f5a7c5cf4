#include "hw/complete/unknown.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/topology/topology.h"
#include "hw/catalogue/adapters.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"

namespace treering::hw::complete {

namespace {

bool has_known_name(const core::Device& gpu) {
  if (core::is_assumed(gpu, "extra/model")) return false;
  return catalogue::gpu_named(catalogue::model_of_source(gpu)).model != nullptr;
}

bool has_rate_of_adapter(const core::Topology& node, const core::NicPort& port) {
  if (port.nic == core::kNoDevice) return false;
  const core::Device& nic = node.device(port.nic);
  if (!nic.pci) return false;
  return catalogue::port_mbps_of(nic.pci->vendor, nic.pci->device) == port.speed_mbps;
}

}  // namespace

bool is_unknown_gpu(const core::Device& gpu) {
  return core::is_assumed(gpu, "compute_capability") && !catalogue::compute_capability_of(gpu) &&
         !has_known_name(gpu);
}

bool has_unknown_rate(const core::Topology& node, const core::Device& port) {
  return core::is_assumed(port, "speed_mbps") &&
         !has_rate_of_adapter(node, std::get<core::NicPort>(port.info));
}

const core::Device* unknown_gpu(const core::Topology& node) {
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    if (is_unknown_gpu(node.device(id))) return &node.device(id);
  }
  return nullptr;
}

const core::Device* port_of_unknown_rate(const core::Topology& node) {
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    if (has_unknown_rate(node, node.device(id))) return &node.device(id);
  }
  return nullptr;
}

namespace {

/// By device.
std::vector<std::int64_t> counts_of_nvlinks(const core::Topology& node) {
  std::vector<std::int64_t> counts(node.devices().size());
  for (const core::Link& link : node.links()) {
    if (link.kind != core::LinkKind::NvLink) continue;
    counts[static_cast<std::size_t>(link.from)] += link.count;
  }
  return counts;
}

int most_of(const core::Device& gpu) {
  const bool is_known = !core::is_assumed(gpu, "compute_capability");
  return catalogue::most_nvlinks(is_known ? std::get<core::Gpu>(gpu.info).compute_capability : 0);
}

/// A GPU that is assumed stands for any.
bool may_have_nvlinks(const core::Device& gpu) {
  return is_unknown_gpu(gpu) || catalogue::may_have_nvlinks(gpu);
}

}  // namespace

std::optional<UnknownNvlinks> unknown_nvlinks(const core::Topology& node,
                                              const core::HostState& host) {
  const std::vector<std::int64_t> counts = counts_of_nvlinks(node);
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  for (const core::DeviceId id : gpus) {
    const core::Device& gpu = node.device(id);
    const std::int64_t count = counts[static_cast<std::size_t>(id)];
    if (count <= most_of(gpu)) continue;
    return UnknownNvlinks{NvlinkDoubt::TooMany,
                          fmt::format("{} has {}, but a GPU of its generation has at most {}",
                                      gpu.name, count, most_of(gpu))};
  }
  const bool has_some = std::ranges::any_of(counts, [](std::int64_t count) { return count > 0; });
  if (has_some || !host.nvlinks_unknown) return {};
  const auto may_have = std::ranges::count_if(
      gpus, [&](core::DeviceId id) { return may_have_nvlinks(node.device(id)); });
  if (may_have < 2) return {};
  return UnknownNvlinks{NvlinkDoubt::Unknown, host.nvlinks_unknown->value};
}

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
