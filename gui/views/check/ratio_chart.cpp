#include "gui/views/check/ratio_chart.h"

#include <QPainter>
#include <QString>
#include <algorithm>
#include <cmath>

#include "core/units.h"
#include "gui/paint/theme.h"

namespace treering::gui::views::check {
namespace {

constexpr double kLeft = 56;
constexpr double kRight = 16;
constexpr double kTop = 26;
constexpr double kBottom = 24;
constexpr double kDot = 4;
constexpr double kLeastReach = 1.25;  // of the ratios, to both sides of 1

}  // namespace

/// From sizes and ratios to pixels.
struct RatioChart::Scale {
  QRectF area;
  double first = 0;  // log2 of bytes
  double last = 1;
  double reach = 1;  // log2 of the largest ratio, to both sides

  double x(double bytes) const {
    const double span = std::max(last - first, 1e-9);
    return area.left() + area.width() * (std::log2(std::max(bytes, 1.0)) - first) / span;
  }
  double y(double ratio) const {
    return area.center().y() - area.height() / 2 * std::log2(ratio) / reach;
  }
};

RatioChart::RatioChart(QWidget* parent) : QWidget(parent) {
  setMinimumHeight(140);
  setAccessibleName(tr("Measured over expected time, by size"));
}

void RatioChart::show(std::vector<Ratio> ratios) {
  std::ranges::sort(ratios, {}, &Ratio::bytes);
  ratios_ = std::move(ratios);
  update();
}

void RatioChart::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), paint::theme().paper());
  if (ratios_.empty()) return;
  Scale scale;
  scale.area = QRectF(rect()).adjusted(kLeft, kTop, -kRight, -kBottom);
  const double pad = 0.4;  // of a doubling, so that no dot lies on the frame
  scale.first = std::log2(std::max(ratios_.front().bytes, 1.0)) - pad;
  scale.last = std::log2(std::max(ratios_.back().bytes, 1.0)) + pad;
  double most = kLeastReach;
  for (const Ratio& one : ratios_) {
    for (const double ratio : {one.measured, one.low, one.high}) {
      most = std::max({most, ratio, 1 / ratio});
    }
  }
  scale.reach = std::log2(most * 1.1);
  painter.setPen(paint::theme().ink());
  painter.setFont(paint::picture_font(12, true));
  painter.drawText(QPointF(8, 16), tr("measured / expected time: above 1 is slower"));
  paint_band(painter, scale);
  paint_grid(painter, scale);
  paint_points(painter, scale);
}

void RatioChart::paint_grid(QPainter& painter, const Scale& scale) const {
  painter.setFont(paint::picture_font(11));
  for (const double ratio :
       {0.03125, 0.0625, 0.125, 0.25, 0.5, 0.625, 0.8, 1.0, 1.25, 1.6, 2.0, 4.0, 8.0, 16.0, 32.0}) {
    if (std::abs(std::log2(ratio)) > scale.reach) continue;
    const bool is_fine = std::abs(std::log2(ratio)) < 1 && ratio != 1;
    if (is_fine && scale.reach > 1.5) continue;
    const double y = scale.y(ratio);
    painter.setPen(QPen(ratio == 1 ? paint::theme().ink() : paint::theme().grid(), 1));
    painter.drawLine(QPointF(scale.area.left(), y), QPointF(scale.area.right(), y));
    painter.setPen(paint::theme().faint());
    painter.drawText(QRectF(0, y - 8, kLeft - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(ratio, 'g', 3));
  }
  double free_from = -1;  // labels of sizes do not overlap
  for (const Ratio& one : ratios_) {
    const QString text =
        QString::fromStdString(core::format_size(static_cast<std::uint64_t>(one.bytes)));
    const double width = painter.fontMetrics().horizontalAdvance(text);
    const double x = scale.x(one.bytes) - width / 2;
    if (x < free_from) continue;
    painter.drawText(QPointF(x, height() - 8.0), text);
    free_from = x + width + 12;
  }
}

void RatioChart::paint_band(QPainter& painter, const Scale& scale) const {
  QPolygonF band;
  for (const Ratio& one : ratios_) band << QPointF(scale.x(one.bytes), scale.y(one.high));
  for (auto one = ratios_.rbegin(); one != ratios_.rend(); ++one) {
    band << QPointF(scale.x(one->bytes), scale.y(one->low));
  }
  QColor fill = paint::theme().good();
  fill.setAlphaF(0.22F);
  painter.setBrush(fill);
  painter.setPen(ratios_.size() == 1 ? QPen(fill, 12) : QPen(Qt::NoPen));
  painter.drawPolygon(band);
}

/// Outside the band squares, inside dots: not by colour alone.
void RatioChart::paint_points(QPainter& painter, const Scale& scale) const {
  painter.setPen(QPen(paint::theme().paper(), 1));
  for (const Ratio& one : ratios_) {
    const QPointF at(scale.x(one.bytes), scale.y(one.measured));
    painter.setBrush(one.is_inside      ? paint::theme().ink()
                     : one.measured > 1 ? paint::theme().bad()
                                        : paint::theme().accent());
    if (one.is_inside) {
      painter.drawEllipse(at, kDot, kDot);
    } else {
      painter.drawRect(QRectF(at.x() - kDot, at.y() - kDot, 2 * kDot, 2 * kDot));
    }
  }
}

}  // namespace treering::gui::views::check
