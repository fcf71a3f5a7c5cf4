// The source `iommu`: whether an IOMMU translates the addresses that GPUs and adapters use.
//
// /sys/kernel/iommu_groups/N/type of their groups says it ("DMA", "DMA-FQ", "identity"; Linux,
// Documentation/ABI/testing/sysfs-kernel-iommu_groups); an empty /sys/class/iommu says that there
// is none; else the command line of the kernel, where it has an option about it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/host_state/host_state.h"
#include "hw/discover/sources/pci.h"

namespace treering::hw::discover::sources {

struct IommuFacts {
  std::optional<Figure<core::IommuMode>> mode;  // of several the one that costs most
  std::vector<Unread> unread;
};

IommuFacts discover_iommu(const world::World& world, const PciFacts& pci);

/// What the command line of the kernel asks for; nothing where it does not.
std::optional<core::IommuMode> iommu_mode_in(std::string_view command_line);

}  // namespace treering::hw::discover::sources
