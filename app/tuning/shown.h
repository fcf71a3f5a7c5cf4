// What a result shows of the way that was asked for.
#pragma once

#include <optional>

#include "tuner/measure/record.h"

namespace treering::app::tuning {

/// Whether the ranks did something else than what was asked.
bool is_another(const tuner::measure::Record& record);

/// Whether it has no time because its ranks never started together: another launch may have one.
bool was_late(const tuner::measure::Record& record);

/// Nothing where there is no time, or that of something else.
std::optional<double> time_of(const tuner::measure::Record& record);

}  // namespace treering::app::tuning
