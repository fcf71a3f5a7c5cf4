// What steps do, for people: shared by traces and pictures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/simulation/recorded.h"
#include "report/drawing/timeline.h"
#include "sim/schedule/schedule.h"

namespace treering::report::simulation {

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

}  // namespace treering::report::simulation
