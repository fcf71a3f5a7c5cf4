// Calls of several communicators at once, simulated, for people.
#pragma once

#include <string>

#include "app/groups/simulate_groups.h"
#include "report/simulation/parameters_text.h"

namespace treering::report::simulation {

std::string groups_text(const app::SimulateGroupsReport& report,
                        const SimulateTextOptions& options);

/// \pre the report has a timeline
std::string groups_svg(const app::SimulateGroupsReport& report);

/// "Ring/LL128", and what else communicators of the group take.
std::string way_text(const app::groups::GroupReport& group);

/// "own ports, rail-aligned": how a group's communicators reach other nodes.
std::string ports_text(const app::groups::PortUse& ports);

}  // namespace treering::report::simulation
