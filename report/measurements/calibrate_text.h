// The result of a calibration: parameters, rejected rows, and how good the profile is.
#pragma once

#include <string>

#include "app/calibrate.h"
#include "report/display.h"

namespace treering::report::measurements {

std::string calibrate_text(const app::CalibrateReport& report, const Display& display);

}  // namespace treering::report::measurements
