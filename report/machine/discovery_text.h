// A discovered machine, for people: the machine, its settings, and the notes.
#pragma once

#include <string>

#include "app/discover.h"
#include "report/display.h"

namespace treering::report::machine {

/// \param is_quiet the path matrix only
std::string discovery_text(const app::DiscoveredMachine& machine, bool is_quiet,
                           const Display& display);

}  // namespace treering::report::machine
