// A run over its time: as the value of a picture, and as a trace.
#pragma once

#include <string>

#include "app/simulation/recorded.h"
#include "report/drawing/timeline.h"
#include "report/simulation/shown_run.h"

namespace treering::report::simulation {

// A run as a value for the picture of a timeline: what each rank and channel does, and how busy
// links are.

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

// A run as Chrome trace JSON, which ui.perfetto.dev opens (Google, "Trace Event Format"): a process
// for each rank with a thread for each of its channels, and a counter for each link. Times start
// with the first message. Equal runs give equal bytes.

struct TraceLimits {
  Limits run{512, 200'000, false};
  std::size_t links = 256;      // the busiest
  std::uint64_t changes = 400;  // of a link's load; with more it is the mean of equal parts
};

/// \pre the run has loads
std::string trace_json(const app::simulation::Recorded& run, const TraceLimits& limits = {});

}  // namespace treering::report::simulation
