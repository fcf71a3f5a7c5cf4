#include "tuner/diff/provenance.h"

#include <algorithm>

#include "core/topology/assumed.h"
#include "hw/complete/unknown_nvlinks.h"

namespace treering::tuner::diff {

bool is_known(const core::Device& device, std::initializer_list<std::string_view> fields) {
  return std::ranges::none_of(
      fields, [&](std::string_view field) { return core::is_assumed(device, field); });
}

bool is_known(const core::Link& link) {
  return link.origin.kind != core::Origin::Kind::Assumed;
}

bool are_places_known(const core::Topology& node) {
  return node.of_kind(core::DeviceKind::Cpu).empty() || !is_place_assumed(node);
}

bool are_nvswitches_known(const core::Topology& node) {
  const auto nvswitches = node.of_kind(core::DeviceKind::NvSwitch);
  if (nvswitches.empty()) return are_places_known(node);
  return node.device(nvswitches.front()).pci.has_value();
}

bool are_nvlinks_known(const core::Topology& node, const core::HostState& host) {
  return !hw::complete::unknown_nvlinks(node, host);
}

bool was_asked(const core::HostState& host) {
  return host.kernel || host.memlock_bytes || host.shm_bytes;
}

}  // namespace treering::tuner::diff
