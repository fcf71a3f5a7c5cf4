// A run as Chrome trace JSON, which ui.perfetto.dev opens (Google, "Trace Event Format"): a process
// for each rank with a thread for each of its channels, and a counter for each link. Times start
// with the first message. Equal runs give equal bytes.
#pragma once

#include <string>

#include "app/simulation/recorded.h"
#include "report/simulation/selection.h"

namespace treering::report::simulation {

struct TraceLimits {
  Limits run{512, 200'000, false};
  std::size_t links = 256;      // the busiest
  std::uint64_t changes = 400;  // of a link's load; with more it is the mean of equal parts
};

/// \pre the run has loads
std::string trace_json(const app::simulation::Recorded& run, const TraceLimits& limits = {});

}  // namespace treering::report::simulation
