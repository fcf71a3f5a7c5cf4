// Names and figures that several parts of a report use.
#pragma once

#include <string>
#include <vector>

#include "app/overview/overview.h"
#include "core/units.h"

namespace treering::report::overview {

/// "Ring/LL128"; "sends and receives" where there is nothing to choose.
std::string choice_text(const std::string& algorithm, const std::string& protocol);

/// "41.2" us, "358" GB/s: three significant digits or whole numbers. Microseconds are for tables,
/// whose columns have one unit; sentences have short_time(), as charts have at their axes.
std::string us_text(core::Duration time);
std::string rate_text(core::Bandwidth rate);

/// "31.2..49".
std::string within_text(const sim::estimates::Interval& within);

/// The last part of its path: "run.log".
std::string file_text(const std::string& path);

/// "run.log: Ring/Simple", "run.log: NCCL's choice".
std::string measured_name(const app::overview::MeasuredSeries& series);

/// "a", "a and b", "a, b and c".
std::string joined(const std::vector<std::string>& parts);

}  // namespace treering::report::overview
