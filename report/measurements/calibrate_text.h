// What was found in measurements, what was rejected, and what the profile is good for.
#pragma once

#include <string>

#include "app/calibrate.h"
#include "report/display.h"

namespace treering::report::measurements {

std::string calibrate_text(const app::CalibrateReport& report, const Display& display);

}  // namespace treering::report::measurements
