#include "gui/widgets/plot_legend.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "gui/paint/theme.h"
#include "gui/widgets/plot_over.h"
#include "gui/widgets/plot_pens.h"

namespace treering::gui::widgets {
namespace {

using report::charts::Chart;
using report::charts::Series;
using report::charts::SeriesKind;

constexpr double kTitleHeight = 26;  // pixels above the chart
constexpr double kLegendRow = 18;
constexpr double kSampleWidth = 28;
constexpr double kAround = 8;

/// The names of all lines and points, then those of the bands.
template <class Line, class Band>
void for_names(const Chart& chart, Line line, Band band) {
  for (const Series& one : chart.series) {
    if (one.band != report::charts::Band::Alone) line(one, QString::fromStdString(one.name));
  }
  for (const Series& one : chart.series) {
    if (one.band == report::charts::Band::None) continue;
    band(one, QString::fromStdString(report::charts::band_name(one)));
  }
}

/// \param at the upper left corner
void paint_legend(QPainter& painter, const Chart& chart, QPointF at) {
  double y = at.y() + kLegendRow / 2;
  const auto write = [&](const QString& name) {
    painter.setPen(paint::theme().ink());
    painter.drawText(QPointF(at.x() + kSampleWidth + kAround, y + 4), name);
    y += kLegendRow;
  };
  for_names(
      chart,
      [&](const Series& one, const QString& name) {
        paint_sample(painter, one, {at.x(), y - kLegendRow / 2, kSampleWidth, kLegendRow});
        write(name);
      },
      [&](const Series& one, const QString& name) {
        painter.fillRect(QRectF(at.x(), y - kLegendRow / 4, kSampleWidth, kLegendRow / 2),
                         band_colour(one));
        write(name);
      });
}

double width_of_names(const Chart& chart, const QFontMetricsF& metrics) {
  double width = 0;
  const auto take = [&](const Series&, const QString& name) {
    width = std::max(width, metrics.horizontalAdvance(name));
  };
  for_names(chart, take, take);
  return width;
}

}  // namespace

void paint_sample(QPainter& painter, const Series& series, const QRectF& area) {
  constexpr double kLine = 2.4;  // pixels at least: thinner dashes are not told apart in so few
  constexpr double kDot = 4.5;
  constexpr double kDiamond = 6;
  const QPointF middle = area.center();
  if (series.band == report::charts::Band::Alone) {
    return painter.fillRect(area, band_colour(series));
  }
  QPen pen = pen_of(series);
  painter.setBrush(Qt::NoBrush);
  if (!report::charts::has_points_alone(series)) {
    pen.setWidthF(std::max(pen.widthF(), kLine));
    painter.setPen(pen);
    return painter.drawLine(QPointF(area.left(), middle.y()), QPointF(area.right(), middle.y()));
  }
  painter.setPen(pen);
  if (series.kind == SeriesKind::Usual) return painter.drawEllipse(middle, kDot, kDot);
  painter.setPen(QPen(paint::theme().paper(), 1));
  painter.setBrush(pen.color());
  painter.drawPolygon(QPolygonF{middle + QPointF(0, -kDiamond), middle + QPointF(kDiamond, 0),
                                middle + QPointF(0, kDiamond), middle - QPointF(kDiamond, 0)});
}

QImage with_legend(const QPixmap& picture, const Chart& chart) {
  const QFont font = paint::picture_font(kPlotText);
  const double names = width_of_names(chart, QFontMetricsF(font));
  const double ratio = picture.devicePixelRatio();
  const QSizeF picture_size = picture.deviceIndependentSize();
  const QSizeF size(picture_size.width() + kSampleWidth + names + 3 * kAround,
                    picture_size.height() + kTitleHeight);
  QImage image((size * ratio).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(paint::theme().paper());
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawPixmap(QPointF(0, kTitleHeight), picture);
  painter.setFont(font);
  paint_legend(painter, chart, {picture_size.width() + kAround, kTitleHeight + kAround});
  painter.setPen(paint::theme().ink());
  painter.setFont(paint::picture_font(kPlotText + 2, true));
  painter.drawText(QPointF(kAround, kTitleHeight - kAround), QString::fromStdString(chart.title));
  return image;
}

}  // namespace treering::gui::widgets
