// How busy the links of a simulated call were.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/engine/outcome.h"
#include "sim/machine/call_run.h"

namespace treering::app::simulation {

/// Links that carry the same at the same rate.
struct BusyLink {
  std::string name;   // "node 0: GPU 0 -> NVSwitch"
  std::string users;  // "8 of dp", where several communicators run; else empty
  int links = 1;
  double bytes = 0;       // of data that each carries
  double wire_bytes = 0;  // the same with flags and whatever else the profile adds
  double gb_per_s = 0;    // the rate of each
  double busy_share = 0;
};

/// Words about a link.
struct LinkWords {
  std::function<std::string(sim::engine::LinkId)> name;
  std::function<std::string(sim::engine::LinkId)> users;
};

/// Those that carried something, equal ones of several nodes together, the busiest first.
std::vector<BusyLink> busy_links(const std::vector<double>& capacities, const LinkWords& words,
                                 const sim::engine::Outcome& outcome);
std::vector<BusyLink> busy_links(const sim::machine::CallRun& run,
                                 const sim::engine::Outcome& outcome);

}  // namespace treering::app::simulation
