// The charts of a collective.
#pragma once

#include <cstddef>
#include <optional>

#include "app/overview/overview.h"
#include "report/document/chart.h"

namespace treering::report::overview {

/// \param index of the collective in the report. \pre its curves have points
document::Chart chart_of(const app::overview::OverviewReport& report, std::size_t index,
                         document::Quantity quantity);

/// busbw of NCCL's own choice with its band, the bound, and the measured series that counts most.
/// Nothing without a curve: for one size, and for what moves no data.
std::optional<document::Chart> small_chart_of(const app::overview::OverviewReport& report,
                                              std::size_t index);

}  // namespace treering::report::overview
