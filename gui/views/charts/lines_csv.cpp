#include "gui/views/charts/lines_csv.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/csv.h"

namespace treering::gui::views::charts {
namespace {

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
std::string measured_text(std::string_view collective, const ChartLine& line,
                          const LinePoint& point) {
  const auto bytes = static_cast<std::uint64_t>(point.bytes);
  const Predicted& predicted = *point.predicted;
  const auto number = [](double value) { return fmt::format("{:.5g}", value); };
  return core::csv_line(
      {std::string(collective), std::to_string(bytes),
       point.pair.section(QLatin1Char('/'), 0, 0).toStdString(),
       point.pair.section(QLatin1Char('/'), 1).toStdString(), "", number(point.us),
       number(point.bytes / (point.us * core::kBytesPerUsPerGbPerS)), number(point.busbw), "", "",
       number(predicted.low_us), number(predicted.high_us), "", number(predicted.us),
       line.name.toStdString()});
}

}  // namespace

std::string csv_of(const app::PredictReport& report, const std::vector<ChartLine>& lines) {
  const bool is_measured =
      std::ranges::find(lines, LineKind::Measured, &ChartLine::kind) != lines.end();
  std::string text(kHead);
  if (is_measured) text += kMeasuredHead;
  text += '\n';
  for (const sim::Prediction& row : report.rows) {
    text += row_text(row, report.ranks) + (is_measured ? ",,\n" : "\n");
  }
  for (const ChartLine& line : lines) {
    if (line.kind != LineKind::Measured) continue;
    for (const LinePoint& point : line.points) {
      text += measured_text(core::name_of(report.calls.collectives.front()), line, point);
    }
  }
  return text;
}

}  // namespace treering::gui::views::charts
