#include "core/topology/topology.h"

namespace treering::core {

std::vector<DeviceId> Topology::children_of(DeviceId id) const {
  const auto i = static_cast<std::size_t>(id);
  const auto at = [this](std::size_t k) {
    return children_.begin() + static_cast<std::ptrdiff_t>(first_child_[k]);
  };
  return {at(i), at(i + 1)};
}

std::vector<DeviceId> Topology::of_kind(DeviceKind kind) const {
  std::vector<DeviceId> ids;
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    if (devices_[i].kind() == kind) ids.push_back(static_cast<DeviceId>(i));
  }
  return ids;
}

DeviceId Topology::cpu_of(DeviceId id) const {
  return cpus_[static_cast<std::size_t>(id)];
}

}  // namespace treering::core
