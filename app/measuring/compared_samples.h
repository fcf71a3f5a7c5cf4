// Notes on the samples that a comparison goes by: which calls are missing, and which are compared
// with which.
#pragma once

#include <string>
#include <vector>

#include "app/measuring/compare.h"
#include "app/measuring/compared_side.h"

namespace treering::app::measuring {

std::vector<std::string> notes_on_samples(const CompareReport& report, const ComparedSide& before,
                                          const ComparedSide& after);

}  // namespace treering::app::measuring
