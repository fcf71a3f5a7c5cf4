// Many calls, priced one after another, for as long as somebody waits.
#pragma once

#include <cstdint>

#include "app/work/work.h"
#include "sim/alternatives.h"

namespace treering::app::work {

/// The same, and says after each call how many of `calls` are done. Once the work is cancelled
/// calls have no alternatives, so that what asks for many ends at once: its result is no answer.
/// Refers to `work`.
sim::AlternativesOf while_wanted(sim::AlternativesOf alternatives, const Work& work,
                                 std::uint64_t calls);

}  // namespace treering::app::work
