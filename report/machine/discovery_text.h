// What was found of a machine, for people: the machine, how it is set, and the notes.
#pragma once

#include <string>

#include "app/discover.h"
#include "report/display.h"

namespace treering::report::machine {

/// \param is_quiet the path matrix only
std::string discovery_text(const app::DiscoveredMachine& machine, bool is_quiet,
                           const Display& display);

}  // namespace treering::report::machine
