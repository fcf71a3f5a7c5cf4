#include "gui/views/charts/lines_csv.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "core/text/csv.h"
#include "report/charts/measured.h"

namespace treering::gui::views::charts {
namespace {

using tuner::check::CheckedRow;

constexpr std::string_view kHead =
    "collective,bytes,algorithm,protocol,channels,time_us,algbw_GBps,busbw_GBps,nccl_default,best,"
    "low_us,high_us,bound_us";
constexpr std::string_view kMeasuredHead = ",predicted_us,log";

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
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{:.5g}", core::name_of(row.collective),
                     row.bytes.count(), row.way.algorithm, row.way.protocol, row.way.channels,
                     cell(row.time(), us), cell(sim::algbw(row), gb_per_s),
                     cell(sim::busbw(row, ranks), gb_per_s), row.is_nccl_default, row.is_best,
                     cell(low, us), cell(high, us), row.bound.in_us());
}

/// Its interval is that of the prediction.
std::string measured_text(const CheckedRow& row, int ranks) {
  const tuner::Measurement& measured = row.measurement;
  const auto number = [](double value) { return fmt::format("{:.5g}", value); };
  const core::Bandwidth algbw = core::Bytes::of(measured.bytes) / row.measured;
  return core::csv_line(
      {std::string(core::name_of(measured.collective)), std::to_string(measured.bytes),
       row.way.algorithm, row.way.protocol, "", number(row.measured.in_us()),
       number(algbw.in_gb_per_s()),
       number((algbw * core::bus_factor(measured.collective, ranks)).in_gb_per_s()), "", "",
       number(row.low.in_us()), number(row.high.in_us()), "", number(row.expected.in_us()),
       report::charts::measured_name(measured.file)});
}

/// The lines in the chart.
std::vector<CheckedRow> shown_rows(const app::CheckReport& check, const app::PredictReport& times) {
  std::vector<CheckedRow> rows;
  std::ranges::copy_if(check.check.rows, std::back_inserter(rows), [&](const CheckedRow& row) {
    return report::charts::is_shown(row, check, times);
  });
  return rows;
}

}  // namespace

std::string csv_of(const app::PredictReport& times, const app::CheckReport* check) {
  std::vector<CheckedRow> measured;
  if (check != nullptr) measured = shown_rows(*check, times);
  std::string text(kHead);
  if (!measured.empty()) text += kMeasuredHead;
  text += '\n';
  for (const sim::Prediction& row : times.rows) {
    text += row_text(row, times.ranks) + (measured.empty() ? "\n" : ",,\n");
  }
  for (const CheckedRow& row : measured) text += measured_text(row, times.ranks);
  return text;
}

}  // namespace treering::gui::views::charts
