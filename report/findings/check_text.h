// The result of a check, for people: the verdict, the rows, the causes.
#pragma once

#include <string>

#include "app/check.h"
#include "report/display.h"

namespace treering::report::findings {

/// Quiet: the rows alone.
std::string check_text(const app::CheckReport& report, bool is_quiet, const Display& display);

}  // namespace treering::report::findings
