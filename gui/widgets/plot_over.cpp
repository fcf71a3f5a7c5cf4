#include "gui/widgets/plot_over.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "gui/paint/theme.h"
#include "gui/widgets/plot_frame.h"
#include "gui/widgets/plot_pens.h"

namespace treering::gui::widgets {
namespace {

using report::charts::Chart;
using report::charts::Mark;
using report::charts::Point;
using report::charts::Segment;
using report::charts::Series;

constexpr double kGap = 4;  // pixels around a text
constexpr double kDot = 3.5;
constexpr double kReach = 9;  // pixels from a point to a pointer that is on it

/// Beside the line at `x`, in the first row where it covers no other.
QRectF place(QRectF area, double x, QSizeF size, std::vector<QRectF>& taken) {
  const bool is_beyond = x + kGap + size.width() > area.right();
  const double left = is_beyond ? x - kGap - size.width() : x + kGap;
  QRectF rect(QPointF(std::max(left, area.left() + 1), area.top() + 2), size);
  const auto is_taken = [&](const QRectF& other) { return other.intersects(rect); };
  while (std::ranges::any_of(taken, is_taken)) rect.translate(0, size.height());
  taken.push_back(rect);
  return rect;
}

struct NameWish {
  QSizeF size;
  std::vector<QRectF> marks;  // upright lines
  std::vector<QRectF> taken;  // these, and other texts
};

/// Above the line, else below it, with its right edge there; nothing where neither has room.
std::optional<QRectF> place_name_at(double right, const Series& one, const PlotGround& ground,
                                    const NameWish& wish) {
  const QSizeF& size = wish.size;
  const double left = right - size.width();
  double highest = ground.area.bottom();
  double lowest = ground.area.top();
  for (std::size_t i = one.points.size(); i > 0; --i) {
    const QPointF at = ground.pixel_of(place_of(one.points[i - 1]));
    const bool is_beyond = i > 1 && ground.pixel_of(one.points[i - 2].x) > right;
    if (is_beyond) continue;
    highest = std::min(highest, at.y());
    lowest = std::max(lowest, at.y());
    if (at.x() < left) break;
  }
  const double above = std::max(highest - size.height() - 2 * kGap, ground.area.top());
  for (const double top : {above, lowest + 2 * kGap}) {
    const QRectF rect(QPointF(left, top), size);
    const bool is_on_line = rect.bottom() > highest && rect.top() < lowest;
    const auto is_taken = [&](const QRectF& other) { return other.intersects(rect); };
    if (is_on_line || !ground.area.contains(rect)) continue;
    if (std::ranges::none_of(wish.taken, is_taken)) return rect;
  }
  return std::nullopt;
}

/// At the end of the line, or before a mark that it would lie upon there.
std::optional<QRectF> place_name(const Series& one, const PlotGround& ground,
                                 const NameWish& wish) {
  std::vector<double> rights{ground.pixel_of(one.points.back().x) - kGap};
  for (const QRectF& mark : wish.marks) rights.push_back(mark.left() - kGap);
  for (const double right : rights) {
    const auto rect = place_name_at(right, one, ground, wish);
    if (rect) return rect;
  }
  return std::nullopt;
}

/// The upright lines.
std::vector<QRectF> areas_of_marks(const Chart& chart, const PlotGround& ground) {
  std::vector<QRectF> areas;
  for (const Mark& mark : chart.marks) {
    const double width = pen_of(mark).widthF() + 2;
    areas.emplace_back(ground.pixel_of(mark.x) - width / 2, ground.area.top(), width,
                       ground.area.height());
  }
  return areas;
}

bool is_line(const Series& one) {
  return one.band != report::charts::Band::Alone && !report::charts::has_points_alone(one);
}

bool is_on(const QRectF& area, double x) {
  return x >= area.left() - 1 && x <= area.right() + 1;
}

}  // namespace

double PlotGround::pixel_of(double x) const {
  const double share = (std::log2(x) - frame.x.low) / (frame.x.high - frame.x.low);
  return area.left() + share * area.width();
}

QPointF PlotGround::pixel_of(QPointF value) const {
  const double share = (frame.of(value).y() - frame.y.low) / (frame.y.high - frame.y.low);
  return {pixel_of(value.x()), area.bottom() - share * area.height()};
}

std::vector<QRectF> paint_marks(QPainter& painter, const Chart& chart, const PlotGround& ground) {
  const QRectF& area = ground.area;
  for (const Mark& mark : chart.marks) {
    if (!is_on(area, ground.pixel_of(mark.x))) continue;
    const double x = ground.pixel_of(mark.x);
    painter.setPen(pen_of(mark));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  }
  const QFontMetricsF metrics(painter.font());
  std::vector<QRectF> taken;
  for (const Mark& mark : chart.marks) {
    const QString text = QString::fromStdString(mark.text);
    if (text.isEmpty() || !is_on(area, ground.pixel_of(mark.x))) continue;
    const QSizeF size(metrics.horizontalAdvance(text) + 4, metrics.height());
    const QRectF rect = place(area, ground.pixel_of(mark.x), size, taken);
    painter.fillRect(rect, paint::theme().paper());
    painter.setPen(pen_of(mark).color());
    painter.drawText(rect, Qt::AlignCenter, text);
  }
  return taken;
}

void paint_names(QPainter& painter, const Chart& chart, const PlotGround& ground,
                 std::vector<QRectF> taken) {
  const QFontMetricsF metrics(painter.font());
  NameWish wish{{}, areas_of_marks(chart, ground), std::move(taken)};
  wish.taken.insert(wish.taken.end(), wish.marks.begin(), wish.marks.end());
  for (const Series& one : chart.series) {
    if (!one.is_named || one.points.empty()) continue;
    const QString name = QString::fromStdString(one.name);
    wish.size = {metrics.horizontalAdvance(name), metrics.height()};
    const auto rect = place_name(one, ground, wish);
    if (!rect) continue;
    wish.taken.push_back(*rect);
    painter.fillRect(*rect, paint::theme().paper());
    painter.setPen(colour_of(one.colour));
    painter.drawText(*rect, Qt::AlignCenter, name);
  }
}

QString segment_text(const QString& text, double width, const QFontMetricsF& metrics) {
  const auto is_fitting = [&](const QString& lines) {
    return metrics.size(0, lines).width() + kGap <= width;
  };
  const QStringList parts = text.split(QLatin1Char('/'));
  for (const QString& lines : {text, parts.join(QLatin1Char('\n')), parts.front()}) {
    if (is_fitting(lines)) return lines;
  }
  return {};
}

void paint_segments(QPainter& painter, const Chart& chart, const PlotGround& ground,
                    double bottom) {
  if (chart.segments.empty()) return;
  const double height = kPlotRow - 4;
  const double top = bottom - height;
  const QFontMetricsF metrics(painter.font());
  for (const Segment& one : chart.segments) {
    const double from = std::max(ground.pixel_of(one.from), ground.area.left());
    const double to = std::min(ground.pixel_of(one.to), ground.area.right());
    if (to <= from) continue;
    const QRectF rect(from, top, to - from, height);
    painter.setPen(QPen(paint::theme().paper(), 1));
    painter.setBrush(colour_of(one.colour));
    painter.drawRect(rect);
    painter.setPen(paint::theme().paper());
    painter.drawText(rect, Qt::AlignCenter,
                     segment_text(QString::fromStdString(one.text), rect.width(), metrics));
  }
  painter.setPen(paint::theme().ink());
  const QRectF left(0, top, ground.area.left() - kGap, height);
  painter.drawText(left, Qt::AlignRight | Qt::AlignVCenter,
                   QString::fromStdString(chart.segments_title));
}

QString note_at(const Chart& chart, const PlotGround& ground, QPointF pixel) {
  double nearest = kReach;
  QString note;
  for (const Series& one : chart.series) {
    for (const Point& point : one.points) {
      if (point.note.empty()) continue;
      const QPointF away = ground.pixel_of(place_of(point)) - pixel;
      const double distance = std::hypot(away.x(), away.y());
      if (distance > nearest) continue;
      nearest = distance;
      note = QString::fromStdString(point.note);
    }
  }
  return note;
}

void paint_cross(QPainter& painter, const Chart& chart, const PlotGround& ground, double x) {
  const double pixel = ground.pixel_of(x);
  painter.setPen(QPen(paint::theme().ink(), 1, Qt::DotLine));
  painter.drawLine(QPointF(pixel, ground.area.top()), QPointF(pixel, ground.area.bottom()));
  for (const Series& one : chart.series) {
    const Point* const point = report::charts::point_at(one, x);
    if (point == nullptr || !is_line(one)) continue;
    const QPointF at = ground.pixel_of(place_of(*point));
    if (!ground.area.contains(at)) continue;
    painter.setBrush(colour_of(one.colour));
    painter.setPen(QPen(paint::theme().paper(), 1));
    painter.drawEllipse(at, kDot, kDot);
  }
}

}  // namespace treering::gui::widgets
