#include "gui/widgets/plot_legend.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "gui/paint/theme.h"
#include "gui/widgets/plot_over.h"

namespace treering::gui::widgets {
namespace {

constexpr double kTitleHeight = 26;  // pixels above the chart
constexpr double kLegendRow = 18;
constexpr double kSampleWidth = 28;
constexpr double kAround = 8;

void paint_sample(QPainter& painter, const PlotSeries& one, QPointF left) {
  constexpr double kDot = 4.5;
  constexpr double kDiamond = 6;
  const QPointF middle = left + QPointF(kSampleWidth / 2, 0);
  painter.setPen(one.pen);
  painter.setBrush(Qt::NoBrush);
  switch (one.style) {
    case PlotStyle::Line:
      return painter.drawLine(left, left + QPointF(kSampleWidth, 0));
    case PlotStyle::Dots:
      return painter.drawEllipse(middle, kDot, kDot);
    case PlotStyle::Diamonds:
      painter.setPen(QPen(paint::theme().paper(), 1));
      painter.setBrush(one.pen.color());
      painter.drawPolygon(QPolygonF{middle + QPointF(0, -kDiamond), middle + QPointF(kDiamond, 0),
                                    middle + QPointF(0, kDiamond), middle - QPointF(kDiamond, 0)});
  }
}

/// \param at the upper left corner
void paint_legend(QPainter& painter, const Plot& plot, QPointF at) {
  double y = at.y() + kLegendRow / 2;
  const auto name = [&](const QString& of) {
    painter.setPen(paint::theme().ink());
    painter.drawText(QPointF(at.x() + kSampleWidth + kAround, y + 4), of);
    y += kLegendRow;
  };
  for (const PlotSeries& one : plot.series) {
    if (one.name.isEmpty()) continue;
    paint_sample(painter, one, {at.x(), y});
    name(one.name);
  }
  for (const PlotBand& one : plot.bands) {
    painter.fillRect(QRectF(at.x(), y - kLegendRow / 4, kSampleWidth, kLegendRow / 2), one.colour);
    name(one.name);
  }
}

double width_of_names(const Plot& plot, const QFontMetricsF& metrics) {
  double width = 0;
  const auto take = [&](const QString& name) {
    width = std::max(width, metrics.horizontalAdvance(name));
  };
  for (const PlotSeries& one : plot.series) take(one.name);
  for (const PlotBand& one : plot.bands) take(one.name);
  return width;
}

}  // namespace

QImage with_legend(const QPixmap& chart, const Plot& plot) {
  const QFont font = paint::picture_font(kPlotText);
  const double names = width_of_names(plot, QFontMetricsF(font));
  const double ratio = chart.devicePixelRatio();
  const QSizeF chart_size = chart.deviceIndependentSize();
  const QSizeF size(chart_size.width() + kSampleWidth + names + 3 * kAround,
                    chart_size.height() + kTitleHeight);
  QImage image((size * ratio).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(paint::theme().paper());
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawPixmap(QPointF(0, kTitleHeight), chart);
  painter.setFont(font);
  paint_legend(painter, plot, {chart_size.width() + kAround, kTitleHeight + kAround});
  painter.setPen(paint::theme().ink());
  painter.setFont(paint::picture_font(kPlotText + 2, true));
  painter.drawText(QPointF(kAround, kTitleHeight - kAround), plot.title);
  return image;
}

}  // namespace treering::gui::widgets
