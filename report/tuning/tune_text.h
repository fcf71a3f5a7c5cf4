// A tuning as text: its choices in words, NCCL's variables, and the whole.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/tuning/tune.h"
#include "report/display.h"
#include "sim/way.h"

namespace treering::report::tuning {

// What a tuning chose and why, in words that its text and its page share.

/// "ring", "Ring/LL128/4 ch"; "default": the library's own choice.
std::string way_text(const sim::Way& way);

/// "64 KiB to 1 MiB"; "64 KiB" where both are one.
std::string sizes_text(std::uint64_t from_bytes, std::uint64_t to_bytes);

std::string why_text(app::tuning::Reason reason);

/// Collective, from, to, what to use, gain, its interval, confidence, cells measured, why.
std::vector<std::string> choice_cells(const app::tuning::Choice& one);

/// "88 %", "more than 99 %": nothing is certain before it is confirmed.
std::string chance_text(double chance);

/// "all_reduce, 64 KiB: ring, 1.08 times as fast as what is chosen, ...".
std::string guess_text(const app::tuning::Guess& one);

/// Says to which choice the sizes between two ranges belong, which nobody measured; empty where no
/// collective has two.
std::string between_ranges_text(const std::vector<app::tuning::Choice>& choices);

/// "tuned with mpi (Open MPI v4.1.4) on 4 ranks of 4 nodes".
std::string title_text(const app::tuning::TuneReport& report);

/// "23 measurements in place of 330 of a whole sweep (7 %): all choices are settled".
std::string effort_text(const app::tuning::TuneReport& report);

// NCCL's variables in a tuning, as text: which can matter, and what those that were tried do.

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

// What a tuning chose, as text.

std::string tune_text(const app::tuning::TuneReport& report, bool is_quiet, const Display& display);

/// "12 of at most 90 measurements, all_reduce 64 KiB ring: 312 us".
std::string progress_text(const app::tuning::Progress& progress);

}  // namespace treering::report::tuning
