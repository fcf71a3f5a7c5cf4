// Two sets of measurements side by side, for people.
#pragma once

#include <string>

#include "app/compare.h"
#include "report/display.h"

namespace treering::report::measurements {

std::string compare_text(const app::CompareReport& report, bool is_quiet, const Display& display);

}  // namespace treering::report::measurements
