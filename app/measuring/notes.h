// Measurements in words: notes on results, on starts and on comparisons, and the outcome of a check
// of hosts.
#pragma once

#include <string>
#include <vector>

#include "app/measuring/compare.h"
#include "app/measuring/compared_side.h"
#include "app/measuring/measure.h"
#include "tuner/hosts/host_check.h"
#include "tuner/measure/configuration.h"
#include "tuner/measure/summary.h"

namespace treering::app::measuring {

// A configuration in the words of a note.

/// "all_reduce 64 KiB ring/ll/4 ch, in place, cold"
std::string text_of(const tuner::measure::Configuration& one);

// What a reader of measurements has to know of how the ranks started their calls.

/// "3 of 90 calls left out, because the ranks started too far apart"; empty where none were.
std::string late_text(const std::vector<tuner::measure::Summary>& rows);

/// Sentences: calls left out, clocks that are hardly known, and times that depend on the starts.
std::vector<std::string> notes_on_starts(const std::vector<tuner::measure::Summary>& rows);

// The outcome of a check of hosts, in words.

/// The slow calls, the slowest first, and how many times as long as explained they take: "sendrecv
/// 64 KiB 0 to 1 (5 times)". Six at most; then how many more. Empty where there are none.
std::string slow_text(const tuner::hosts::HostCheck& check);

/// The outcome in a sentence or two. \param ranks of the job
std::string verdict_text(const tuner::hosts::HostCheck& check, int ranks);

// What a reader of measurements has to know beside the table.

/// Sentences, each on one thing: failed calls, what ran instead, modes, waits for cores, ranks
/// that are not bound, drift.
std::vector<std::string> notes_on(const MeasureReport& report);

// What a reader of a comparison has to know.

std::vector<std::string> notes_on(const CompareReport& report, const ComparedSide& before,
                                  const ComparedSide& after);

}  // namespace treering::app::measuring
