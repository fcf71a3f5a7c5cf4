// The part of a run that pictures and traces show: its steps, the loads of links, the selection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/simulation/recorded.h"
#include "report/drawing/timeline.h"
#include "sim/schedule/schedule.h"
#include "sim/timeline/timeline.h"

namespace treering::report::simulation {

// What steps do, for people: shared by traces and pictures.

struct StepDeed {
  drawing::Deed deed = drawing::Deed::Sends;
  std::uint64_t bytes = 0;
  std::vector<int> from;  // agents
  std::vector<int> to;
};

StepDeed deed_of(const app::simulation::Recorded& run, sim::schedule::StreamId id,
                 const sim::schedule::Stream& stream, sim::schedule::StepIndex index);

/// "1, 2, switch 0".
std::string names_of(const std::vector<int>& agents, int ranks);

/// "sends to 3", "combines 2, sends to 4", "copies".
std::string words_of(const StepDeed& deed, int ranks);

// The loads of links as traces and pictures show them.

/// Those with a known rate that carried something in the window, the busiest first by share of
/// their rate, equal ones by number.
std::vector<sim::engine::LinkId> busiest_links(const app::simulation::Recorded& run,
                                               const sim::timeline::Window& window);

struct ShownLoads {
  std::vector<sim::timeline::Load> loads;
  bool is_mean = false;  // of equal parts, because there were too many changes
};

/// \param most changes, and parts
ShownLoads loads_of(const app::simulation::Recorded& run, sim::engine::LinkId link,
                    const sim::timeline::Window& window, std::uint64_t most);

// What of a run is shown where there is too much for one picture or file: some tracks, and the
// beginning. A sentence says so.

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
