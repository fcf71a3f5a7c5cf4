// The tables of a report.
#pragma once

#include <cstddef>

#include "app/overview/overview.h"
#include "report/document/document.h"

namespace treering::report::overview {

/// By size: NCCL's own choice, what is advised, and what that gains.
document::Table ranges_table(const app::overview::CollectivePart& part);

/// Where another candidate becomes the fastest.
document::Table crossovers_table(const app::overview::CollectivePart& part);

/// From the wires down to the busbw of the fastest. \pre there is a ceiling for that index
document::Table ceiling_table(const app::overview::OverviewReport& report, std::size_t index);

/// Every line of the charts, size by size.
document::Table curves_table(const app::overview::CollectivePart& part);

document::Table measured_table(const app::overview::CollectivePart& part);

document::Table compared_table(const app::measuring::CompareReport& compared);

}  // namespace treering::report::overview
