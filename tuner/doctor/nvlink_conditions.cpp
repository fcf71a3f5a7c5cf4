#include <cmath>
#include <utility>

#include "hw/catalogue/links.h"
#include "tuner/doctor/condition.h"

namespace treering::tuner::doctor {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::LinkKind;

int capability_of(const core::Topology& node, DeviceId gpu) {
  return std::get<core::Gpu>(node.device(gpu).info).compute_capability;
}

}  // namespace

int nvlinks_of(const core::Topology& node, DeviceId gpu) {
  int count = 0;
  for (const core::Link& link : node.links()) {
    if (link.from == gpu && link.kind == LinkKind::NvLink) count += link.count;
  }
  return count;
}

Condition with_nvlinks(const Condition& condition, DeviceId gpu, int count) {
  const double factor = static_cast<double>(count) / nvlinks_of(condition.cluster.node, gpu);
  return with_links(condition, [&](core::Link& link) {
    if (link.kind != LinkKind::NvLink || (link.from != gpu && link.to != gpu)) return;
    const int wires = static_cast<int>(std::ceil(link.count * factor - 1e-9));
    link.bandwidth = link.bandwidth * (static_cast<double>(wires) / link.count);
    link.count = wires;
  });
}

std::optional<Condition> with_nvlinks_of(const Condition& condition, DeviceId gpu, DeviceId like) {
  const core::Topology& node = condition.cluster.node;
  const auto is_of = [](const core::Link& link, DeviceId id) {
    return link.kind == LinkKind::NvLink && (link.from == id || link.to == id);
  };
  core::TopologyBuilder builder(node.name(), node.description());
  builder.set_extra(node.extra());
  for (const core::Device& device : node.devices()) builder.add(device);
  bool is_switched = true;
  for (const core::Link& link : node.links()) {
    if (!is_of(link, gpu)) builder.connect(link);
    if (!is_of(link, like)) continue;
    core::Link copy = link;
    (copy.from == like ? copy.from : copy.to) = gpu;
    const DeviceId end = copy.from == gpu ? copy.to : copy.from;
    is_switched = is_switched && node.device(end).kind() == DeviceKind::NvSwitch;
    builder.connect(copy);
  }
  const int now = nvlinks_of(node, gpu);
  if (!is_switched && now > 0) return with_nvlinks(condition, gpu, nvlinks_of(node, like));
  if (!is_switched) return std::nullopt;
  auto built = std::move(builder).build();
  if (!built) return std::nullopt;
  Condition mended = condition;
  mended.cluster.node = *std::move(built);
  return mended;
}

Condition with_full_rate(const Condition& condition, DeviceId gpu) {
  const auto rate =
      hw::catalogue::nvlink_rate(capability_of(condition.cluster.node, gpu)).bandwidth;
  return with_links(condition, [&](core::Link& link) {
    if (link.kind != LinkKind::NvLink || (link.from != gpu && link.to != gpu)) return;
    if (link.bandwidth < rate * link.count) link.bandwidth = rate * link.count;
  });
}

std::optional<Condition> with_nvswitch(const Condition& condition, int count) {
  constexpr std::size_t kBoardWithout = 4;
  const core::Topology& node = condition.cluster.node;
  const auto gpus = node.of_kind(DeviceKind::Gpu);
  if (gpus.size() == kBoardWithout) return std::nullopt;
  core::TopologyBuilder builder(node.name(), node.description());
  builder.set_extra(node.extra());
  for (const core::Device& device : node.devices()) builder.add(device);
  for (const core::Link& link : node.links()) builder.connect(link);
  const auto nvswitches = node.of_kind(DeviceKind::NvSwitch);
  const DeviceId nvswitch = nvswitches.empty()
                                ? builder.add({.name = "NVSwitch 0", .info = core::NvSwitch{}})
                                : nvswitches.front();
  for (const DeviceId gpu : gpus) {
    const hw::catalogue::LinkRate rate = hw::catalogue::nvlink_rate(capability_of(node, gpu));
    builder.connect_both_ways(
        {LinkKind::NvLink, gpu, nvswitch, count, rate.bandwidth * count, {}, rate.origin});
  }
  auto built = std::move(builder).build();
  if (!built) return std::nullopt;
  Condition whole = condition;
  whole.cluster.node = *std::move(built);
  return whole;
}

}  // namespace treering::tuner::doctor
