// The parts of /proc/mounts and /proc/cmdline that an anonymised recording keeps: known options
// with known values. Others may hold an address, a path or a UUID.
#pragma once

#include <string>

#include "hw/world/anonymise/secret_filter.h"

namespace treering::hw::world::anonymise {

/// Lines of the root and /dev/shm, with neither device nor unknown options.
std::string harmless_mounts(const std::string& text, SecretFilter& filter);

/// Options about IOMMU, PCI and NUMA.
std::string harmless_kernel_options(const std::string& text, SecretFilter& filter);

}  // namespace treering::hw::world::anonymise
