// Whose the streams of a schedule are.
#pragma once

#include <vector>

#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

/// By stream. Copies are not looked at.
std::vector<int> agents_by_stream(const Schedule& schedule);

/// How many streams are left without those of parts that are like an earlier one.
int streams_without_copies(const Schedule& schedule);

}  // namespace treering::sim::schedule
