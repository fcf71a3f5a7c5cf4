#include "report/charts/measured.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "app/setup/plan.h"
#include "core/unit_text.h"
#include "report/charts/look.h"
#include "report/findings/check_words.h"

namespace treering::report::charts {
namespace {

using app::CheckReport;
using app::PredictReport;
using tuner::check::CheckedRow;

bool is_same_job(const CheckReport& check, const PredictReport& times) {
  return check.shape.ranks() == times.ranks &&
         check.job.cluster.node_count == times.job.cluster.node_count;
}

/// Measured, predicted, and their ratio.
std::string note_on(const CheckedRow& row) {
  return fmt::format(
      "{}, {}\nmeasured {}, predicted {} by {}\n"
      "measured / predicted: {:.2f}; 4 of 5 runs {} to {}",
      measured_name(row.measurement.file),
      core::format_size(core::Bytes::of(row.measurement.bytes)),
      core::format_duration(row.measured), core::format_duration(row.expected),
      findings::choice_of(row), row.measured / row.expected, core::format_duration(row.low),
      core::format_duration(row.high));
}

Point point_of_row(const CheckedRow& row, int ranks, Quantity quantity) {
  const core::Bytes bytes = core::Bytes::of(row.measurement.bytes);
  const core::Bandwidth busbw =
      bytes / row.measured * core::bus_factor(row.measurement.collective, ranks);
  Point point = point_of({bytes, row.measured, busbw}, quantity);
  point.way = findings::choice_of(row);
  point.ratio = row.measured / row.expected;
  point.note = note_on(row);
  return point;
}

/// Files differ in colour.
Series series_of_file(const std::string& file, std::size_t number) {
  return {measured_name(file), SeriesKind::Measured, number == 0 ? kInk : static_cast<int>(number),
          point_variant(kDiamond, 0)};
}

}  // namespace

bool is_shown(const CheckedRow& row, const CheckReport& check, const PredictReport& times) {
  return is_same_job(check, times) && !times.calls.collectives.empty() &&
         row.measurement.collective == times.calls.collectives.front();
}

std::string measured_name(const std::string& file) {
  return fmt::format("measured ({})", file.substr(file.find_last_of('/') + 1));
}

std::vector<Series> measured_series(const CheckReport& check, const PredictReport& times,
                                    Quantity quantity) {
  std::vector<Series> all;
  std::map<std::string, std::size_t> by_file;  // by file
  for (const CheckedRow& row : check.check.rows) {
    if (!is_shown(row, check, times)) continue;
    const auto [found, is_new] = by_file.emplace(row.measurement.file, all.size());
    if (is_new) all.push_back(series_of_file(row.measurement.file, all.size()));
    all[found->second].points.push_back(point_of_row(row, times.ranks, quantity));
  }
  for (Series& series : all) std::ranges::stable_sort(series.points, {}, &Point::x);
  return all;
}

std::string remark_on(const CheckReport& check, const PredictReport& times) {
  if (times.calls.collectives.empty()) return {};
  if (!is_same_job(check, times)) {
    return fmt::format("The log is of {}: its points are shown where the chart is of these, too.",
                       app::setup::shape_text(check.shape, check.job.cluster.node_count));
  }
  const auto& rows = check.check.rows;
  const bool has_points =
      std::ranges::any_of(rows, [&](const CheckedRow& row) { return is_shown(row, check, times); });
  if (!has_points) {
    return fmt::format("The log is of {}: its points are shown with that collective.",
                       core::name_of(rows.front().measurement.collective));
  }
  if (check.job.job.nccl_version == times.job.job.nccl_version) return {};
  return fmt::format(
      "The log is of NCCL {}: what was measured is compared with that, the lines are those of {}.",
      check.job.job.nccl_version, times.job.job.nccl_version);
}

}  // namespace treering::report::charts
