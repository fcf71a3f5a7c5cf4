// The door of this room: profiles from measurements and the rows that they were fitted to
// (calibrate.h), and how good predictions are (validation.h); machines of series (systems.h), rows
// joined with their machines (gather.h) and checked for other machines (mixture.h).
#pragma once

#include "tuner/calibration/calibrate.h"   // IWYU pragma: export
#include "tuner/calibration/gather.h"      // IWYU pragma: export
#include "tuner/calibration/mixture.h"     // IWYU pragma: export
#include "tuner/calibration/systems.h"     // IWYU pragma: export
#include "tuner/calibration/validation.h"  // IWYU pragma: export
