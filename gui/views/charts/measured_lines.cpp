#include "gui/views/charts/measured_lines.h"

#include <QFileInfo>
#include <algorithm>
#include <map>

#include "app/setup/plan.h"
#include "core/unit_text.h"
#include "gui/models/words.h"
#include "gui/paint/theme.h"
#include "gui/views/charts/words.h"
#include "report/findings/check_words.h"

namespace treering::gui::views::charts {
namespace {

using tuner::check::CheckedRow;

bool is_of_shown(const CheckedRow& row, const app::PredictReport& times) {
  return row.measurement.collective == times.calls.collectives.front();
}

bool is_same_job(const app::CheckReport& check, const app::PredictReport& times) {
  return check.shape.ranks() == times.ranks &&
         check.job.cluster.node_count == times.job.cluster.node_count;
}

LinePoint point_of(const CheckedRow& row, const app::PredictReport& times) {
  const auto bytes = static_cast<double>(row.measurement.bytes);
  const double us = row.measured.in_us();
  const double factor = core::bus_factor(row.measurement.collective, times.ranks);
  return {.bytes = bytes,
          .us = us,
          .within = {},
          .busbw = bytes * factor / (us * core::kBytesPerUsPerGbPerS),
          .pair = QString::fromStdString(report::findings::choice_of(row)),
          .predicted = Predicted{row.expected.in_us(), row.low.in_us(), row.high.in_us()}};
}

QPen pen_of_file(std::size_t number) {
  const paint::Theme& theme = paint::theme();
  return {number == 0 ? theme.ink() : theme.series(static_cast<int>(number)), 2};
}

}  // namespace

std::vector<ChartLine> measured_lines(const app::CheckReport& check,
                                      const app::PredictReport& times) {
  std::vector<ChartLine> lines;
  if (times.calls.collectives.empty() || !is_same_job(check, times)) return lines;
  std::map<std::string, std::size_t> line_of;  // by file
  for (const CheckedRow& row : check.check.rows) {
    if (!is_of_shown(row, times)) continue;
    const auto [found, is_new] = line_of.emplace(row.measurement.file, lines.size());
    if (is_new) {
      const QString file = QFileInfo(QString::fromStdString(row.measurement.file)).fileName();
      lines.push_back(
          {LineKind::Measured, word("measured (%1)").arg(file), pen_of_file(lines.size()), {}});
    }
    lines[found->second].points.push_back(point_of(row, times));
  }
  for (ChartLine& line : lines) std::ranges::stable_sort(line.points, {}, &LinePoint::bytes);
  return lines;
}

QString remark_on(const app::CheckReport& check, const app::PredictReport& times) {
  if (times.calls.collectives.empty()) return {};
  if (!is_same_job(check, times)) {
    return word("The log is of %1: its points are shown where the chart is of these, too.")
        .arg(QString::fromStdString(
            app::setup::shape_text(check.shape, check.job.cluster.node_count)));
  }
  const auto& rows = check.check.rows;
  const auto shown =
      std::ranges::count_if(rows, [&](const CheckedRow& row) { return is_of_shown(row, times); });
  if (shown == 0) {
    const std::string_view name = core::name_of(rows.front().measurement.collective);
    return word("The log is of %1: its points are shown with that collective.")
        .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
  }
  if (check.job.job.nccl_version == times.job.job.nccl_version) return {};
  return word(
             "The log is of NCCL %1: what was measured is compared with that, the lines are "
             "those of %2.")
      .arg(QString::fromStdString(check.job.job.nccl_version),
           QString::fromStdString(times.job.job.nccl_version));
}

QString ratio_text(const LinePoint& point) {
  return QString::number(point.us / point.predicted->us, 'f', 2);
}

QString measured_words(const ChartLine& line, const LinePoint& point) {
  const Predicted& predicted = *point.predicted;
  const auto time = [](double us) { return models::duration_text(us); };
  return word(
             "%1, %2\nmeasured %3, predicted %4 by %5\n"
             "measured / predicted: %6; 4 of 5 runs %7 to %8")
      .arg(line.name,
           QString::fromStdString(core::format_size(static_cast<std::uint64_t>(point.bytes))),
           time(point.us), time(predicted.us), point.pair, ratio_text(point),
           time(predicted.low_us), time(predicted.high_us));
}

}  // namespace treering::gui::views::charts
