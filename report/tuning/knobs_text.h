// NCCL's variables in a tuning, as text: which can matter, and what those that were tried do.
#pragma once

#include <string>
#include <vector>

#include "app/tuning/tune.h"
#include "report/display.h"

namespace treering::report::tuning {

/// Empty where nothing is known of any.
std::string knobs_text(const app::tuning::TuneReport& report, const Display& display);

/// "NCCL_BUFFSIZE can matter: ...", for each variable.
std::vector<std::string> knob_texts(const app::tuning::TuneReport& report);

/// Of a value that was tried: collective, variable, sizes, gain, its interval, confidence, pairs,
/// verdict.
std::vector<std::string> outcome_cells(const tuner::knobs::Outcome& one);

/// Lines for a shell: what to set, and beside it a comment on what it gains and how to undo it.
/// Empty where no value is known to be faster.
std::string settings_text(const app::tuning::TuneReport& report);

}  // namespace treering::report::tuning
