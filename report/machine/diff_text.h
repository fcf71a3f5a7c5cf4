// In what two machines differ, for people.
#pragma once

#include <string>

#include "app/diff.h"

namespace treering::report::machine {

/// \param is_quiet the differences only
std::string diff_text(const app::DiffReport& report, bool is_quiet);

}  // namespace treering::report::machine
