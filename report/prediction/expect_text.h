// What a healthy machine reaches and the floors below which it is faulty, as text; and measured
// rows beside such floors.
#pragma once

#include <string>

#include "app/check_floors.h"
#include "app/expect.h"
#include "report/display.h"

namespace treering::report::prediction {

/// \param is_quiet the rows alone
std::string expect_text(const app::ExpectReport& report, bool is_quiet, const Display& display);

std::string check_floors_text(const app::CheckFloorsReport& report, bool is_quiet,
                              const Display& display);

}  // namespace treering::report::prediction
