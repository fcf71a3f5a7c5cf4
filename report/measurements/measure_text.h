// Results of a measurement for people.
#pragma once

#include <string>

#include "app/measuring/measure.h"
#include "report/display.h"

namespace treering::report::measurements {

std::string measure_text(const app::measuring::MeasureReport& report, bool is_quiet,
                         const Display& display);

/// "12 of 84, 40 s left, all_reduce 64 KiB ring: 310 us": a line while it runs.
std::string progress_text(const tuner::measure::Progress& progress);

}  // namespace treering::report::measurements
