#include "gui/views/charts/lines_csv.h"

#include <fmt/format.h>

namespace treering::gui::views::charts {
namespace {

constexpr std::string_view kHead =
    "collective,bytes,algorithm,protocol,channels,time_us,algbw_GBps,busbw_GBps,nccl_default,best,"
    "low_us,high_us,bound_us\n";

/// "106.76": to five digits; empty where there is none.
template <class Quantity, class Number>
std::string cell(const std::optional<Quantity>& value, Number number) {
  return value ? fmt::format("{:.5g}", number(*value)) : "";
}

std::string row_text(const sim::Prediction& row, int ranks) {
  const auto us = [](core::Duration time) { return time.in_us(); };
  const auto gb_per_s = [](core::Bandwidth rate) { return rate.in_gb_per_s(); };
  std::optional<core::Duration> low;
  std::optional<core::Duration> high;
  if (row.estimate && row.estimate->interval) {
    low = row.estimate->interval->low;
    high = row.estimate->interval->high;
  }
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{:.5g}\n", core::name_of(row.collective),
                     row.bytes.count(), row.algorithm, row.protocol, row.channels,
                     cell(row.time(), us), cell(sim::algbw(row), gb_per_s),
                     cell(sim::busbw(row, ranks), gb_per_s), row.is_nccl_default, row.is_best,
                     cell(low, us), cell(high, us), row.bound.in_us());
}

}  // namespace

std::string csv_of(const app::PredictReport& report) {
  std::string text(kHead);
  for (const sim::Prediction& row : report.rows) text += row_text(row, report.ranks);
  return text;
}

}  // namespace treering::gui::views::charts
