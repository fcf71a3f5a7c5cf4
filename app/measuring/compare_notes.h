// What a reader of a comparison has to know.
#pragma once

#include <string>
#include <vector>

#include "app/measuring/compare.h"
#include "app/measuring/compared_side.h"

namespace treering::app::measuring {

std::vector<std::string> notes_on(const CompareReport& report, const ComparedSide& before,
                                  const ComparedSide& after);

}  // namespace treering::app::measuring
