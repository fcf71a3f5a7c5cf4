// The model of hosts beside measured collectives on CPUs, for people.
#pragma once

#include <string>

#include "app/hosts/calibrate_hosts.h"
#include "app/hosts/validate_hosts.h"
#include "report/display.h"

namespace treering::report::measurements {

/// The values found, how sure they are, and the error before and after.
std::string calibrate_hosts_text(const app::hosts::CalibrateHostsReport& report,
                                 const Display& display);

/// Quiet: the rows alone.
std::string validate_hosts_text(const app::hosts::ValidateHostsReport& report, bool is_quiet,
                                const Display& display);

}  // namespace treering::report::measurements
