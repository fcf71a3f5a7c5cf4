#include "report/overview/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "report/figures.h"

namespace treering::report::overview {
namespace {

/// Three significant digits, or a whole number.
std::string figure(double value) {
  constexpr double kWhole = 1000;
  return value >= kWhole ? fmt::format("{:.0f}", value) : significant(value);
}

}  // namespace

std::string choice_text(const std::string& algorithm, const std::string& protocol) {
  return algorithm.empty() ? "sends and receives" : choice_name(algorithm, protocol);
}

std::string us_text(core::Duration time) {
  return figure(time.in_us());
}

std::string rate_text(core::Bandwidth rate) {
  return figure(rate.in_gb_per_s());
}

std::string within_text(const sim::estimates::Interval& within) {
  return interval_figure(within.low, within.high);
}

std::string file_text(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string measured_name(const app::overview::MeasuredSeries& series) {
  return fmt::format("{}: {}", file_text(series.file),
                     series.name.empty() ? "NCCL's choice" : series.name);
}

std::string joined(const std::vector<std::string>& parts) {
  if (parts.size() < 2) return parts.empty() ? "" : parts.front();
  return fmt::format("{} and {}", fmt::join(parts.begin(), parts.end() - 1, ", "), parts.back());
}

}  // namespace treering::report::overview
