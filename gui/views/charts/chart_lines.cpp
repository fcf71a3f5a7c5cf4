#include "gui/views/charts/chart_lines.h"

#include <algorithm>

#include "app/setup/names.h"
#include "gui/paint/theme.h"
#include "gui/views/charts/words.h"
#include "report/figures.h"

namespace treering::gui::views::charts {
namespace {

using app::PredictReport;
using app::setup::NameKind;
using sim::Prediction;

constexpr double kThin = 1.4;
constexpr double kWide = 2;

int place_of(NameKind kind, const std::string& name) {
  const auto names = app::setup::names_of(kind);
  return static_cast<int>(std::ranges::find(names, name) - names.begin());
}

QString pair_of(const Prediction& row) {
  if (row.way.algorithm.empty()) {
    const std::string_view name = core::name_of(row.collective);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  }
  return QString::fromStdString(report::choice_name(row.way.algorithm, row.way.protocol));
}

std::optional<LinePoint> point_of(const Prediction& row, int ranks) {
  const auto busbw = sim::busbw(row, ranks);
  if (row.count == 0 || !row.estimate || !busbw) return {};
  LinePoint point{static_cast<double>(row.bytes.count()),
                  row.time()->in_us(),
                  {},
                  busbw->in_gb_per_s(),
                  pair_of(row),
                  row.is_best,
                  row.is_nccl_default};
  if (const auto& interval = row.estimate->interval) {
    point.within = {interval->low.in_us(), interval->high.in_us()};
  }
  return point;
}

/// Of the rows that `is` holds for.
template <class Is>
std::vector<LinePoint> points_of(const PredictReport& report, Is is) {
  std::vector<LinePoint> points;
  for (const Prediction& row : report.rows) {
    if (row.collective != report.calls.collectives.front() || !is(row)) continue;
    if (const auto point = point_of(row, report.ranks)) points.push_back(*point);
  }
  return points;
}

/// A time of `bytes` at that busbw, and the other way round.
LinePoint at_busbw(double bytes, double gb_per_s, double factor) {
  return {bytes, bytes * factor / (gb_per_s * core::kBytesPerUsPerGbPerS), {}, gb_per_s, {}, false,
          false};
}

/// As the chart over the nodes has it (app/advice/scaling.h), to the last digit.
std::vector<LinePoint> bound_points(const PredictReport& report) {
  std::vector<LinePoint> points;
  for (const Prediction& row : report.rows) {
    const auto bytes = static_cast<double>(row.bytes.count());
    const bool is_new = points.empty() || points.back().bytes != bytes;
    if (!is_new || row.count == 0 || row.bound.in_us() <= 0) continue;
    const core::Bandwidth busbw =
        row.bytes / row.bound * core::bus_factor(row.collective, report.ranks);
    points.push_back({bytes, row.bound.in_us(), {}, busbw.in_gb_per_s(), {}, false, false});
  }
  return points;
}

ChartLine ceiling_line(const PredictReport& report, const std::vector<LinePoint>& sizes,
                       double factor) {
  ChartLine line{LineKind::Ceiling, {}, QPen(paint::theme().faint(), kThin, Qt::DashDotLine), {}};
  if (report.ceilings.empty() || !report.ceilings.front()) return line;
  const app::Ceiling& ceiling = *report.ceilings.front();
  const auto step =
      std::ranges::find(ceiling.steps, app::CeilingKind::Transfer, &app::CeilingStep::kind);
  if (step == ceiling.steps.end()) return line;
  const std::string pair = report::choice_name(ceiling.way.algorithm, ceiling.way.protocol);
  line.name = ceiling.way.algorithm.empty()
                  ? word("ceiling")
                  : word("ceiling of %1").arg(QString::fromStdString(pair));
  for (const LinePoint& one : sizes) {
    line.points.push_back(at_busbw(one.bytes, step->busbw.in_gb_per_s(), factor));
  }
  return line;
}

std::vector<ChartLine> candidates_of(const PredictReport& report) {
  std::vector<ChartLine> lines;
  for (const Prediction& row : report.rows) {
    const QString name = pair_of(row);
    const auto is_it = [&](const ChartLine& line) { return line.name == name; };
    if (row.count == 0 || std::ranges::any_of(lines, is_it)) continue;
    const auto same = [&](const Prediction& other) { return pair_of(other) == name; };
    lines.push_back({LineKind::Candidate, name, pen_of(row.way.algorithm, row.way.protocol, kThin),
                     points_of(report, same)});
  }
  return lines;
}

}  // namespace

std::vector<ChartLine> lines_of(const PredictReport& report) {
  if (report.calls.collectives.empty() || report.ranks < 2) return {};
  const double factor = core::bus_factor(report.calls.collectives.front(), report.ranks);
  std::vector<ChartLine> lines = candidates_of(report);
  const auto best = points_of(report, [](const Prediction& row) { return row.is_best; });
  lines.push_back({LineKind::Fastest, word("the fastest"), QPen(paint::theme().accent(), 4), best});
  lines.push_back({LineKind::Usual, word("NCCL's choice"), QPen(paint::theme().ink(), kThin),
                   points_of(report, [](const Prediction& row) { return row.is_nccl_default; })});
  const auto bound = bound_points(report);
  lines.push_back(ceiling_line(report, bound, factor));
  lines.push_back(
      {LineKind::Bound, word("bound of the wires"), QPen(paint::theme().ink(), kWide), bound});
  std::erase_if(lines, [](const ChartLine& line) { return line.points.empty(); });
  return lines;
}

QPen pen_of(const std::string& algorithm, const std::string& protocol, double width) {
  constexpr std::array kDashes{Qt::DotLine, Qt::DashLine, Qt::SolidLine};  // LL, LL128, Simple
  const auto dash = static_cast<std::size_t>(place_of(NameKind::Protocol, protocol));
  const Qt::PenStyle style = protocol.empty() ? Qt::SolidLine : kDashes.at(dash % kDashes.size());
  return {paint::theme().series(place_of(NameKind::Algorithm, algorithm)), width, style,
          Qt::FlatCap, Qt::RoundJoin};
}

QPen pen_of_pair(const QString& pair, double width) {
  return pen_of(pair.section(QLatin1Char('/'), 0, 0).toStdString(),
                pair.section(QLatin1Char('/'), 1).toStdString(), width);
}

const LinePoint* point_at(const ChartLine& line, double bytes) {
  const auto found = std::ranges::find(line.points, bytes, &LinePoint::bytes);
  return found == line.points.end() ? nullptr : &*found;
}

}  // namespace treering::gui::views::charts
