// Facts of a host that texts say without showing its machine, for people.
#pragma once

#include <string>

#include "app/show.h"
#include "report/display.h"

namespace treering::report::machine {

/// \param is_quiet without the heading
std::string host_facts_text(const app::HostFactsReport& report, bool is_quiet,
                            const Display& display);

}  // namespace treering::report::machine
