// The part of a PCI Express function's configuration space that an anonymised recording keeps:
// whether it has access control, and what that redirects. No serial numbers, no vendor data.
#pragma once

#include <string>

#include "hw/world/anonymise/secret_filter.h"

namespace treering::hw::world::anonymise {

/// As many bytes as before, all 0 except for that part.
std::string harmless_pci_config(const std::string& config, SecretFilter& filter);

}  // namespace treering::hw::world::anonymise
