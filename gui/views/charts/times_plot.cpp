#include "gui/views/charts/times_plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/advice/recommend.h"
#include "core/unit_text.h"
#include "gui/paint/theme.h"
#include "gui/views/charts/measured_lines.h"
#include "gui/views/charts/words.h"

namespace treering::gui::views::charts {
namespace {

using widgets::Plot;

constexpr double kThick = 3.6;
constexpr int kBandAlpha = 50;

double value_of(const LinePoint& point, Quantity quantity) {
  return quantity == Quantity::Time ? point.us : point.busbw;
}

std::vector<QPointF> points_of(const ChartLine& line, Quantity quantity) {
  std::vector<QPointF> points;
  for (const LinePoint& point : line.points) {
    points.emplace_back(point.bytes, value_of(point, quantity));
  }
  return points;
}

widgets::PlotBand band_of(const ChartLine& line, Quantity quantity) {
  QColor colour = line.pen.color();
  colour.setAlpha(kBandAlpha);
  widgets::PlotBand band{word("80 % of runs of %1").arg(line.name), colour, {}, {}};
  for (const LinePoint& point : line.points) {
    if (!point.within) continue;
    const auto at = [&](double us) {
      return QPointF(point.bytes, quantity == Quantity::Time ? us : point.busbw * point.us / us);
    };
    band.low.push_back(at(quantity == Quantity::Time ? point.within->first : point.within->second));
    band.high.push_back(
        at(quantity == Quantity::Time ? point.within->second : point.within->first));
  }
  return band;
}

/// Each candidate's line once more, thicker, where it is the fastest or NCCL's choice; to the next
/// size, so that one size alone is seen too.
void add_thick(Plot& plot, const ChartLine& line, Quantity quantity) {
  widgets::PlotSeries run{{}, line.pen, {}, widgets::PlotStyle::Line};
  run.pen.setWidthF(kThick);
  for (const LinePoint& point : line.points) {
    const bool is_chosen = point.is_fastest || point.is_usual;
    if (is_chosen || !run.points.empty()) {
      run.points.emplace_back(point.bytes, value_of(point, quantity));
    }
    if (is_chosen || run.points.empty()) continue;
    plot.series.push_back(run);
    run.points.clear();
  }
  if (run.points.size() > 1) plot.series.push_back(run);
}

void add_measured(Plot& plot, const ChartLine& line, Quantity quantity) {
  widgets::PlotSeries series{line.name, line.pen, points_of(line, quantity),
                             widgets::PlotStyle::Diamonds};
  for (const LinePoint& point : line.points) series.notes.push_back(measured_words(line, point));
  plot.series.push_back(std::move(series));
}

void add_line(Plot& plot, const ChartLine& line, Quantity quantity) {
  if (line.kind == LineKind::Measured) return add_measured(plot, line, quantity);
  if (line.kind == LineKind::Fastest) {
    plot.bands.push_back(band_of(line, quantity));
    return;
  }
  const auto style =
      line.kind == LineKind::Usual ? widgets::PlotStyle::Dots : widgets::PlotStyle::Line;
  const bool is_cut = quantity == Quantity::Time &&
                      (line.kind == LineKind::Bound || line.kind == LineKind::Ceiling);
  plot.series.push_back({line.name, line.pen, points_of(line, quantity), style, is_cut});
  if (line.kind == LineKind::Candidate) add_thick(plot, line, quantity);
}

void add_choices(Plot& plot, const app::PredictReport& report) {
  const bool has_choices = std::ranges::any_of(report.rows, &sim::Prediction::is_nccl_default);
  if (report.summaries.empty() || !has_choices) return;
  const auto& pieces = report.summaries.front().choices;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const QString name = QString::fromStdString(pieces[i].value);
    const auto from = static_cast<double>(pieces[i].first);
    const double to =
        i + 1 < pieces.size() ? static_cast<double>(pieces[i + 1].first) : plot.stops.back();
    plot.segments.push_back({std::max(from, 1.0), to, name, pen_of_pair(name, 1).color()});
  }
  plot.segments_title = word("NCCL takes");
}

void add_marks(Plot& plot, const app::PredictReport& report, const TimesWish& wish) {
  if (wish.has_crossovers) {
    const QPen pen(paint::theme().faint(), 1, Qt::DashLine);
    for (const auto& one : app::advice::crossovers(report, report.calls.collectives.front())) {
      plot.marks.push_back(
          {std::sqrt(static_cast<double>(one.before.count()) *
                     static_cast<double>(one.after.count())),
           word("%1 → %2 from %3 to %4")
               .arg(QString::fromStdString(one.from), QString::fromStdString(one.to),
                    QString::fromStdString(core::format_size(one.before)),
                    QString::fromStdString(core::format_size(one.after))),
           pen});
    }
  }
  if (wish.bytes > 0) {
    plot.marks.push_back(
        {static_cast<double>(wish.bytes),
         word("asked: %1").arg(QString::fromStdString(core::format_size(wish.bytes))),
         QPen(paint::theme().accent(), 2)});
  }
}

}  // namespace

Plot times_plot(const app::PredictReport& report, const std::vector<ChartLine>& lines,
                const TimesWish& wish) {
  using widgets::PlotScale;
  Plot plot;
  const bool is_time = wish.quantity == Quantity::Time;
  const std::string_view name = core::name_of(report.calls.collectives.front());
  plot.title = (is_time ? word("Time of %1 over its size, by the cost model")
                        : word("Busbw of %1 over its size, by the cost model"))
                   .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
  plot.x = {word("size (bytes)"), PlotScale::Log, widgets::PlotText::Size};
  plot.y = {is_time ? word("time") : word("busbw (GB/s)"),
            is_time || wish.is_log ? PlotScale::Log : PlotScale::Linear,
            is_time ? widgets::PlotText::Time : widgets::PlotText::Plain};
  for (const ChartLine& line : lines) {
    for (const LinePoint& point : line.points) plot.stops.push_back(point.bytes);
    if (wish.hidden.contains(line.name)) continue;
    add_line(plot, line, wish.quantity);
    const bool has_band = line.kind == LineKind::Candidate && line.name == wish.looked_at;
    if (has_band) plot.bands.push_back(band_of(line, wish.quantity));
  }
  std::ranges::sort(plot.stops);
  const auto again = std::ranges::unique(plot.stops);
  plot.stops.erase(again.begin(), again.end());
  if (plot.stops.empty()) return plot;
  add_choices(plot, report);
  add_marks(plot, report, wish);
  return plot;
}

}  // namespace treering::gui::views::charts
