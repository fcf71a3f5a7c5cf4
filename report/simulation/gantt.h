// A run as a value for the picture of a timeline: what each rank and channel does, and how busy
// links are.
#pragma once

#include <string>

#include "app/simulation/recorded.h"
#include "report/drawing/timeline.h"

namespace treering::report::simulation {

struct GanttLimits {
  std::size_t tracks = 32;
  std::size_t links = 12;         // the busiest
  std::uint64_t steps = 4'000;    // of a track; with more it is looked at in as many moments
  std::uint64_t changes = 2'000;  // of a link's load; with more it is the mean of equal parts
};

struct Gantt {
  drawing::Timeline timeline;
  std::string left_out;  // sentences; empty: nothing
};

/// \pre the run has loads
Gantt gantt_of(const app::simulation::Recorded& run, const GanttLimits& limits = {});

}  // namespace treering::report::simulation
