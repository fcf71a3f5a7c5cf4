// What was found in measurements, what was rejected, and what the profile is good for.
#pragma once

#include <string>

#include "app/calibrate.h"

namespace treering::report::measurements {

std::string calibrate_text(const app::CalibrateReport& report);

}  // namespace treering::report::measurements
