// The source `iommu`: whether an IOMMU translates the addresses that GPUs and adapters use.
//
// Sources in order: /sys/kernel/iommu_groups/N/type of their groups ("DMA", "DMA-FQ", "identity";
// Linux, Documentation/ABI/testing/sysfs-kernel-iommu_groups); an empty /sys/class/iommu, which
// means none; options on the kernel's command line.
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

/// The mode that the kernel's command line asks for; nothing where it has no such option.
std::optional<core::IommuMode> iommu_mode_in(std::string_view command_line);

}  // namespace treering::hw::discover::sources
