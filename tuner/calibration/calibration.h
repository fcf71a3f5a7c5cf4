// The door of this room: profiles from measurements (calibrate.h), and how good predictions are
// (validation.h, validation.h); with rows joined to machines (gather.h), checked for other
// machines (gather.h) and for what a profile was fitted to (calibrate.h).
#pragma once

#include "tuner/calibration/calibrate.h"   // IWYU pragma: export
#include "tuner/calibration/gather.h"      // IWYU pragma: export
#include "tuner/calibration/validation.h"  // IWYU pragma: export
