// NCCL's variables in a tuning, as text: which can matter, and what those that were tried do.
#pragma once

#include <string>

#include "app/tuning/tune.h"
#include "report/display.h"

namespace treering::report::measurements {

/// Empty where nothing is known of any.
std::string knobs_text(const app::tuning::TuneReport& report, const Display& display);

}  // namespace treering::report::measurements
