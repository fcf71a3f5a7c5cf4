// A finding of the doctor in single sentences.
#pragma once

#include <string>
#include <vector>

#include "app/doctor.h"

namespace treering::report::findings {

/// What it costs: the calls that lose most, or one text that none is expected to.
std::vector<std::string> loss_texts(const tuner::doctor::Finding& finding);

}  // namespace treering::report::findings
