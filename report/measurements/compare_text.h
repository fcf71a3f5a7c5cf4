// Two sets of measurements side by side, for people.
#pragma once

#include <string>

#include "app/measuring/compare.h"
#include "report/display.h"

namespace treering::report::measurements {

std::string compare_text(const app::measuring::CompareReport& report, bool is_quiet,
                         const Display& display);

}  // namespace treering::report::measurements
