// The door of this room: profiles from measurements (calibrate.h), and how good predictions are
// (validation.h, cross_validation.h); with rows joined to machines (gather.h), checked for other
// machines (mixture.h) and for what a profile was fitted to (fitted_rows.h).
#pragma once

#include "tuner/calibration/calibrate.h"         // IWYU pragma: export
#include "tuner/calibration/cross_validation.h"  // IWYU pragma: export
#include "tuner/calibration/fitted_rows.h"       // IWYU pragma: export
#include "tuner/calibration/gather.h"            // IWYU pragma: export
#include "tuner/calibration/mixture.h"           // IWYU pragma: export
#include "tuner/calibration/validation.h"        // IWYU pragma: export
