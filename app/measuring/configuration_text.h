// A configuration in the words of a note.
#pragma once

#include <string>

#include "tuner/measure/configuration.h"

namespace treering::app::measuring {

/// "all_reduce 64 KiB ring/ll/4 ch, in place, cold"
std::string text_of(const tuner::measure::Configuration& one);

}  // namespace treering::app::measuring
