// The charts of a collective.
#pragma once

#include <cstddef>

#include "app/overview/overview.h"
#include "report/document/chart.h"

namespace treering::report::overview {

/// \param index of the collective in the report. \pre its curves have points
document::Chart chart_of(const app::overview::OverviewReport& report, std::size_t index,
                         document::Quantity quantity);

}  // namespace treering::report::overview
