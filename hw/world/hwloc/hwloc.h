// Asks libhwloc, opened at run time, for its XML of this machine.
#pragma once

#include <string>

#include "hw/world/world.h"

namespace treering::hw::world::hwloc {

// Of hwloc 2.
inline constexpr const char* kHwlocLibrary = "libhwloc.so.15";

/// The XML of the whole machine, with all devices and also with processors that this process may
/// not use. Absent when there is no such library. Failed when it is another one, does not start,
/// describes another machine (HWLOC_XMLFILE and its like), or says more than kMaxWorldText.
Seen<std::string> ask_hwloc(const std::string& library = kHwlocLibrary);

}  // namespace treering::hw::world::hwloc
