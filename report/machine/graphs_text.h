// NCCL's channels on a machine, for people: graphs, orders, rings, trees, tuning table.
#pragma once

#include <string>

#include "app/show.h"

namespace treering::report::machine {

/// \pre report.plan
std::string graphs_text(const app::MachineReport& report, std::size_t width);

}  // namespace treering::report::machine
