// The charts of a collective.
#pragma once

#include <cstddef>
#include <optional>

#include "app/overview/overview.h"
#include "report/charts/chart.h"

namespace treering::report::overview {

/// \param index of the collective in the report. \pre its curves have points
charts::Chart chart_of(const app::overview::OverviewReport& report, std::size_t index,
                       charts::Quantity quantity);

/// busbw of NCCL's own choice with its band, the bound, and the measured series that counts most.
/// Nothing without a curve: for one size, and for what moves no data.
std::optional<charts::Chart> small_chart_of(const app::overview::OverviewReport& report,
                                            std::size_t index);

}  // namespace treering::report::overview
