// How busy the links of a simulated call were.
#pragma once

#include <string>
#include <vector>

#include "sim/engine/outcome.h"
#include "sim/machine/call_run.h"

namespace treering::app::simulation {

/// Links that carry the same at the same rate.
struct BusyLink {
  std::string name;  // "node 0: GPU 0 -> NVSwitch"
  int links = 1;
  double bytes = 0;     // that each carries, with flags and whatever else the profile adds
  double gb_per_s = 0;  // the rate of each
  double busy_share = 0;
};

/// Those that carried something, equal ones of several nodes together, the busiest first.
/// \param us from the first message to the last
std::vector<BusyLink> busy_links(const sim::machine::CallRun& run,
                                 const sim::engine::Outcome& outcome, double us);

}  // namespace treering::app::simulation
