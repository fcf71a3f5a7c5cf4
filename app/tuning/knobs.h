// NCCL's variables that only new communicators read: which can matter, and what they turn out to
// do.
#pragma once

#include <vector>

#include "app/job.h"
#include "app/tuning/session.h"
#include "app/tuning/tune.h"
#include "tuner/tune/grid.h"

namespace treering::app::tuning {

/// Fails where variables of NCCL are to be tried that nothing reads, or without a machine by whose
/// plan they are weighed.
core::Result<void> check_knobs(const TuneRequest& request, const measuring::Asked& asked);

/// Of the calls of the grids, by NCCL's own choice.
std::vector<tuner::knobs::Knob> weighed_knobs(const Job& job, const tuner::measure::Hello& hello,
                                              const std::vector<tuner::tune::SweptGrid>& grids);

/// Whether a record is of a launch that puts such a variable to the test.
bool is_of_knobs(const tuner::measure::Record& record);

/// Rounds of launches until each value that can matter is judged: into the report. A value with
/// which NCCL does not start is left out, with a note.
core::Result<void> try_knobs(const TuneRequest& request, Session& session, TuneReport& report);

}  // namespace treering::app::tuning
