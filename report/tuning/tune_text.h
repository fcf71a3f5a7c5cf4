// What a tuning chose, as text.
#pragma once

#include <string>

#include "app/tuning/tune.h"
#include "report/display.h"

namespace treering::report::tuning {

std::string tune_text(const app::tuning::TuneReport& report, bool is_quiet, const Display& display);

/// "12 of at most 90 measurements, all_reduce 64 KiB ring: 312 us".
std::string progress_text(const app::tuning::Progress& progress);

}  // namespace treering::report::tuning
