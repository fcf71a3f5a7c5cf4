// Charts of a tuning: every way over the size, as measurements and the model together have it.
#pragma once

#include <cstddef>

#include "app/tuning/tune.h"
#include "report/document/chart.h"

namespace treering::report::tuning {

/// \param index of its curves
document::Chart chart_of(const app::tuning::TuneReport& report, std::size_t index,
                         document::Quantity quantity);

}  // namespace treering::report::tuning
