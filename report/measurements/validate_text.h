// How far predictions are from measurements: tables of errors by system, collective, algorithm and
// size.
#pragma once

#include <string>

#include "app/validate.h"
#include "report/display.h"

namespace treering::report::measurements {

/// Quiet: the errors of groups alone.
std::string validate_text(const app::ValidateReport& report, bool is_quiet, const Display& display);

}  // namespace treering::report::measurements
