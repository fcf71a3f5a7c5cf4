#include "gui/widgets/plot_pens.h"

#include <array>
#include <cstddef>
#include <utility>

#include "gui/paint/theme.h"

namespace treering::gui::widgets {
namespace {

using report::charts::Point;
using report::charts::Series;
using report::charts::SeriesKind;

/// Pixels.
double width_of(SeriesKind kind) {
  switch (kind) {
    case SeriesKind::Fastest:
      return 3;
    case SeriesKind::Measured:
    case SeriesKind::Bound:
      return 2;
    case SeriesKind::Candidate:
    case SeriesKind::Usual:
    case SeriesKind::Ceiling:
      break;
  }
  return 1.4;
}

Qt::PenStyle dashes_of(int variant) {
  constexpr std::array kStyles{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
  return kStyles.at(static_cast<std::size_t>(variant) % kStyles.size());
}

}  // namespace

QColor colour_of(int colour) {
  const paint::Theme& theme = paint::theme();
  if (colour == report::charts::kInk) return theme.ink();
  if (colour == report::charts::kAccent) return theme.accent();
  return theme.series(colour);
}

QPen pen_of(const Series& series) {
  QPen pen(colour_of(series.colour), width_of(series.kind));
  if (series.kind == SeriesKind::Ceiling) pen.setStyle(Qt::DashDotLine);
  if (series.kind != SeriesKind::Candidate) return pen;
  pen.setStyle(dashes_of(series.variant));
  pen.setCapStyle(Qt::FlatCap);
  pen.setJoinStyle(Qt::RoundJoin);
  return pen;
}

QPen pen_of(const report::charts::Mark& mark) {
  if (mark.kind == report::charts::MarkKind::Asked) return {paint::theme().accent(), 2};
  return {paint::theme().faint(), 1, Qt::DashLine};
}

QColor band_colour(const Series& series) {
  constexpr int kAlpha = 50;
  QColor colour = colour_of(series.colour);
  colour.setAlpha(kAlpha);
  return colour;
}

std::vector<std::vector<Point>> thick_parts(const Series& series) {
  std::vector<std::vector<Point>> parts;
  std::vector<Point> part;
  for (const Point& point : series.points) {
    const bool is_chosen = point.is_fastest || point.is_usual;
    if (is_chosen || !part.empty()) part.push_back(point);
    if (is_chosen || part.empty()) continue;
    parts.push_back(std::exchange(part, {}));
  }
  if (part.size() > 1) parts.push_back(std::move(part));
  return parts;
}

QPen thick_pen_of(const Series& series) {
  constexpr double kThick = 3.6;  // pixels
  QPen pen = pen_of(series);
  pen.setWidthF(kThick);
  return pen;
}

}  // namespace treering::gui::widgets
