// What every simulated run says, whatever ran.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/simulation/busy_links.h"
#include "app/simulation/path.h"
#include "app/simulation/recorded.h"
#include "sim/machine/flow_costs.h"

namespace treering::app::simulation {

/// What a call uses of the profile, as it uses it.
using Factors = std::vector<sim::machine::Factor>;

struct RunFigures {
  std::uint64_t transfers = 0;  // messages; of them
  std::uint64_t simulated = 0;  // one by one,
  std::uint64_t symmetric = 0;  // as others at the same time, or
  std::uint64_t periodic = 0;   // as before
  std::vector<BusyLink> links;  // the busiest first
  Path critical_path;
  std::optional<Recorded> recorded;  // where asked for
};

}  // namespace treering::app::simulation
