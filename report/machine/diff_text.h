// The differences of two machines, for people.
#pragma once

#include <string>

#include "app/diff.h"
#include "report/display.h"

namespace treering::report::machine {

/// \param is_quiet the differences only
std::string diff_text(const app::DiffReport& report, bool is_quiet, const Display& display);

}  // namespace treering::report::machine
