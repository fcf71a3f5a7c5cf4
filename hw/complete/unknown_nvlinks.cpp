#include "hw/complete/unknown_nvlinks.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "core/topology/assumed.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "hw/complete/unknown_devices.h"

namespace treering::hw::complete {
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

}  // namespace treering::hw::complete
