// What of a run is shown where there is too much for one picture or file: some tracks, and the
// beginning. A sentence says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/simulation/recorded.h"
#include "sim/timeline/timeline.h"

namespace treering::report::simulation {

struct Limits {
  std::size_t tracks = 0;
  std::uint64_t steps = 0;  // of all tracks together
  bool folds = false;       // tracks of a rank's channel that go alike become one
};

struct Selection {
  std::vector<sim::schedule::StreamId> streams;  // by agent
  sim::timeline::Window window;                  // it ends with the run, or earlier
  std::string left_out;                          // sentences; empty: nothing
};

/// The first channels of the first agents, channel by channel as far as the limit goes, and of
/// those the first steps.
Selection selection_of(const app::simulation::Recorded& run, const Limits& limits);

/// Several streams of an agent may have the same channel: "channel 2", "channel 2 (2)".
std::vector<std::string> track_names(const app::simulation::Recorded& run,
                                     const std::vector<sim::schedule::StreamId>& streams);

}  // namespace treering::report::simulation
