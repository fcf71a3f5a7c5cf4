// Measurements as text: a line for each series, then what was rejected or is doubtful.
#pragma once

#include <string>

#include "app/import.h"
#include "report/display.h"

namespace treering::report::measurements {

/// Quiet: the series alone.
std::string import_text(const app::ImportReport& report, bool is_quiet, const Display& display);

}  // namespace treering::report::measurements
