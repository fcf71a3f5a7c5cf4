// The loads of links as traces and pictures show them.
#pragma once

#include <cstdint>
#include <vector>

#include "app/simulation/recorded.h"

namespace treering::report::simulation {

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

}  // namespace treering::report::simulation
