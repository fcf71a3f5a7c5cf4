// Charts of a tuning: every way over the size, as measurements and the model together have it.
#pragma once

#include <cstddef>

#include "app/tuning/tune.h"
#include "report/charts/chart.h"

namespace treering::report::tuning {

/// \param index of its curves
charts::Chart chart_of(const app::tuning::TuneReport& report, std::size_t index,
                       charts::Quantity quantity);

}  // namespace treering::report::tuning
