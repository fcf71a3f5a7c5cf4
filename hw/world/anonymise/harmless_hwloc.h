// The part of hwloc's XML that an anonymised recording keeps: processors, memory, caches, bridges
// and PCI functions with their numbers. Names of devices and hosts, serial numbers, hardware
// addresses and all else that hwloc adds as infos go.
#pragma once

#include <string>

#include "hw/world/anonymise/secret_filter.h"

namespace treering::hw::world::anonymise {

/// A text that is no hwloc XML becomes a placeholder.
std::string harmless_hwloc(const std::string& text, SecretFilter& filter);

}  // namespace treering::hw::world::anonymise
