#include "report/prediction/ranges_text.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "app/advice/recommend.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/prediction/cells.h"
#include "report/remarks.h"

namespace treering::report::prediction {
namespace {

using app::PredictReport;
using app::advice::RecommendedRange;
using sim::Prediction;

/// What is advised at both ends of a range.
struct RangeEnds {
  const Prediction& first;
  const Prediction& last;
};

const Prediction& advised_at(const PredictReport& report, core::Collective collective,
                             const RecommendedRange& range, core::Bytes asked) {
  return *std::ranges::find_if(report.rows, [&](const Prediction& row) {
    return row.collective == collective && row.asked == asked && text_of(row.way) == range.advised;
  });
}

/// "4.92..58.58"; "16" where both ends are alike.
std::string from_to(const std::string& first, const std::string& last) {
  return first == last ? first : fmt::format("{}..{}", first, last);
}

/// "0.18", "58.6", "368": GB/s, shorter than in the table, where two have to stand side by side.
std::string short_rate(const std::optional<core::Bandwidth>& rate) {
  if (!rate) return std::string(kUnknown);
  const double gb_per_s = rate->in_gb_per_s();
  return gb_per_s < 1 ? fmt::format("{:.2f}", gb_per_s) : significant(gb_per_s);
}

std::string port_rate_of(const PredictReport& report, const Prediction& row) {
  const auto& share = port_of(report, row);
  return short_rate(share ? std::optional(share->carried) : std::nullopt);
}

std::string channels_of_row(const Prediction& row) {
  return row.way.channels > 0 ? fmt::format("{}", row.way.channels) : std::string(kUnknown);
}

std::string gain_cell(const RecommendedRange& range) {
  if (range.is_usual()) return std::string(kUnknown);
  return from_to(fmt::format("{:.2f}", range.least_gain),
                 fmt::format("{:.2f}", range.greatest_gain));
}

std::vector<std::string> range_cells(const PredictReport& report, const RecommendedRange& range,
                                     const RangeEnds& ends) {
  const auto busbw = [&](const Prediction& row) {
    return short_rate(sim::busbw(row, report.ranks));
  };
  return {report::sizes_text(range.first, range.last, range.below),
          range.advised,
          from_to(channels_of_row(ends.first), channels_of_row(ends.last)),
          from_to(busbw(ends.first), busbw(ends.last)),
          from_to(port_rate_of(report, ends.first), port_rate_of(report, ends.last)),
          range.is_usual() ? std::string(kUnknown) : range.usual,
          gain_cell(range)};
}

}  // namespace

std::string ranges_text(const PredictReport& report, core::Collective collective,
                        std::size_t width) {
  using core::Align;
  const auto ranges = app::advice::recommended_ranges(report, collective);
  if (ranges.empty() || ranges.front().first == ranges.back().last) return "";
  FittedTable table({{{"sizes", Align::Left}},
                     {{"take", Align::Left}},
                     {{"channels"}, 4},
                     {{"busbw", Align::Right, 0, "(GB/s)"}, 2},
                     {{std::string(kPort), Align::Right, 0, "(GB/s)"}, 3},
                     {{"NCCL's own", Align::Left}, 1},
                     {{"faster", Align::Right, 0, "(times)"}, 1}});
  for (const RecommendedRange& range : ranges) {
    table.add_row(range_cells(report, range,
                              {advised_at(report, collective, range, range.first),
                               advised_at(report, collective, range, range.last)}));
  }
  const std::string left_out = table.fit(width - 2);
  return marked(table.heading("") + table.body(), "# ") + left_out_line(left_out, width) + "#\n";
}

}  // namespace treering::report::prediction
