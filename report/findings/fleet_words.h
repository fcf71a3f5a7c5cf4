// The findings of a fleet in single sentences.
#pragma once

#include <string>
#include <vector>

#include "app/fleet/fleet.h"

namespace treering::report::findings {

/// "node[03-05], node09".
std::string hosts_text(const app::fleet::FleetReport& report,
                       const std::vector<std::size_t>& hosts);

/// "node03: mlx5_5 port 1 is DOWN, where 15 hosts have it ACTIVE".
std::string deviation_text(const app::fleet::FleetReport& report,
                           const app::fleet::FleetFinding& finding);

/// "driver: 535.161.08 on node[01-08], 550.54.15 on node[09-16]".
std::string split_text(const app::fleet::FleetReport& report, const app::fleet::FleetSplit& split);

/// What it costs: the calls that lose most, or that nobody knows.
std::vector<std::string> cost_texts(const app::fleet::FleetFinding& finding);

/// "leaf3 port 12, 4x HDR (200 Gbit/s)".
std::string cable_text(const app::fleet::FleetReport& report, const tuner::fleet::OddCable& cable,
                       bool names_host);

/// "node03 and node07 deviate at leaf3, which has cables of 16 hosts".
std::string shared_text(const app::fleet::FleetReport& report,
                        const tuner::fleet::SharedSwitch& shared);

/// What slow pairs of ranks have in common, a sentence each.
std::vector<std::string> pair_texts(const app::fleet::FleetReport& report);

}  // namespace treering::report::findings
