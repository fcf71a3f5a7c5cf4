// How a request is measured, and what its results say of that.
#pragma once

#include "app/measuring/measure.h"
#include "app/measuring/ranks.h"
#include "tuner/measure/conductor.h"

namespace treering::app::measuring {

/// All but what becomes of the results, and who watches.
tuner::measure::Conduct conduct_of(const MeasureRequest& request, const Asked& asked,
                                   tuner::measure::StartWorkers start);

}  // namespace treering::app::measuring
