// What an anonymised recording keeps of the configuration space of a PCI Express function: whether
// it has access control, and what that redirects. Not serial numbers, and nothing of what a maker
// put there.
#pragma once

#include <string>

#include "hw/world/anonymise/secret_filter.h"

namespace treering::hw::world::anonymise {

/// As many bytes as there were, all 0 but for that.
std::string harmless_pci_config(const std::string& config, SecretFilter& filter);

}  // namespace treering::hw::world::anonymise
