// What a tuning chose and why, in words that its text and its page share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/tuning/tune.h"
#include "sim/way.h"

namespace treering::report::tuning {

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

}  // namespace treering::report::tuning
