// Whether collectives on CPUs are as fast as their links allow, for people.
#pragma once

#include <string>

#include "app/measuring/check_hosts.h"
#include "report/display.h"

namespace treering::report::measurements {

/// Quiet: the rows alone.
std::string check_hosts_text(const app::measuring::CheckHostsReport& report, bool is_quiet,
                             const Display& display);

}  // namespace treering::report::measurements
