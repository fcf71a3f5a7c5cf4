// The channels of a log that shows no machine, for people, and how to read such lines.
#pragma once

#include <string>

#include "app/show.h"
#include "report/display.h"

namespace treering::report::machine {

/// \param is_quiet without the heading and the legend
std::string plan_lines_text(const app::PlanLinesReport& report, bool is_quiet,
                            const Display& display);

}  // namespace treering::report::machine
