#include "hw/unknown_nvlinks.h"

#include <algorithm>

#include "hw/gpu_models.h"

namespace treering::hw {

std::optional<std::string> unknown_nvlinks(const core::Topology& node,
                                           const core::HostState& host) {
  const bool has_some = std::ranges::any_of(
      node.links(), [](const core::Link& link) { return link.kind == core::LinkKind::NvLink; });
  if (has_some || !host.nvlinks_untold) return {};
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  const auto may_have = std::ranges::count_if(
      gpus, [&](core::DeviceId id) { return may_have_nvlinks(node.device(id)); });
  if (may_have < 2) return {};
  return host.nvlinks_untold->value;
}

}  // namespace treering::hw
