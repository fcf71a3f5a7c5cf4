// What a check found, for people.
#pragma once

#include <string>

#include "app/check.h"

namespace treering::report::findings {

/// Quiet: the rows alone.
std::string check_text(const app::CheckReport& report, bool is_quiet);

}  // namespace treering::report::findings
