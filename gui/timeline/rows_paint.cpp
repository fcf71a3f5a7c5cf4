// How RowsView is painted: rows into a picture that is kept while they stay the same, and over it
// what moves.
#include <QPainter>
#include <algorithm>

#include "gui/models/words.h"
#include "gui/paint/theme.h"
#include "gui/timeline/rows_view.h"

namespace treering::gui::timeline {

using paint::theme;

namespace {

QFont span_font() {
  constexpr double kTextPx = 11;
  return paint::picture_font(kTextPx, true);
}

}  // namespace

void RowsView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (!run_) {
    painter.fillRect(rect(), theme().paper());
    painter.setPen(theme().faint());
    painter.drawText(rect().adjusted(20, 10, -20, -10), Qt::AlignCenter | Qt::TextWordWrap, why_);
    return;
  }
  const Shown now = shown();
  const QSize pixels = size() * devicePixelRatioF();
  const bool is_old = is_picture_old_ || picture_.size() != pixels;
  const auto meanwhile =
      picture_.isNull() ? widgets::Meanwhile::Nothing : widgets::Meanwhile::Former;
  if (is_old && !patience_.is_to_wait(*this, meanwhile)) {
    if (picture_.size() != pixels) picture_ = QImage(pixels, QImage::Format_RGB32);
    picture_.setDevicePixelRatio(1);
    paint_rows(picture_, now);
    is_picture_old_ = false;
  }
  if (picture_.size() != pixels) painter.fillRect(rect(), theme().paper());
  picture_.setDevicePixelRatio(devicePixelRatioF());
  painter.drawImage(0, 0, picture_);
  paint_axis(painter, now, area().top, span_label());
  paint_unknown(painter);
  paint_span(painter);
  painter.setRenderHint(QPainter::Antialiasing);
  if (is_path_shown_) paint_path(painter, now);
  paint_moment(painter);
  if (busy_.at_us != clock_.now()) busy_ = {clock_.now(), {}};
  paint_busy_counts(painter, now, busy_);
  if (!hasFocus()) return;
  painter.setPen(QPen(theme().accent(), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void RowsView::paint_span(QPainter& painter) const {
  const auto drawn = span();
  if (!drawn) return;
  const double left = namesWidth();
  const double from = left + std::clamp(view_.x(drawn->from_us), 0.0, view_.pixels);
  const double to = left + std::clamp(view_.x(drawn->to_us), 0.0, view_.pixels);
  if (to <= left || from >= left + view_.pixels) return;
  QColor tint = theme().accent();
  tint.setAlpha(36);
  const double top = area().top;
  painter.fillRect(QRectF(from, top, to - from, height() - top), tint);
  painter.setPen(QPen(theme().accent(), 1));
  for (const double x : {from, to}) painter.drawLine(QPointF(x, 0), QPointF(x, height()));
  const QRectF label = span_label();
  if (label.isEmpty()) return;
  painter.setFont(span_font());
  painter.fillRect(label, theme().paper());
  painter.setPen(theme().accent());
  painter.drawText(label, Qt::AlignCenter, models::us_text(drawn->to_us - drawn->from_us));
}

/// Where the length of the span is written; empty where it has no room.
QRectF RowsView::span_label() const {
  constexpr double kInset = 3;
  const auto drawn = span();
  if (!drawn) return {};
  const double from = namesWidth() + std::clamp(view_.x(drawn->from_us), 0.0, view_.pixels);
  const double to = namesWidth() + std::clamp(view_.x(drawn->to_us), 0.0, view_.pixels);
  const QString length = models::us_text(drawn->to_us - drawn->from_us);
  const double width = QFontMetricsF(span_font()).horizontalAdvance(length);
  if (width > to - from - 2 * kInset) return {};
  return {from + 1, 1, to - from - 2, area().top - 2};
}

void RowsView::paint_moment(QPainter& painter) const {
  const double x = namesWidth() + view_.x(clock_.now());
  if (x < namesWidth() || x > width()) return;
  painter.setPen(QPen(theme().ink(), 1.5));
  painter.drawLine(QPointF(x, 0), QPointF(x, height()));
  painter.setBrush(theme().ink());
  painter.drawPolygon(QPolygonF{QPointF(x - 5, 0), QPointF(x + 5, 0), QPointF(x, 7)});
}

/// Where nothing is known, because the run has ended or was not recorded any longer.
void RowsView::paint_unknown(QPainter& painter) const {
  const double last = run_->tracks.until_us().value_or(run_->tracks.end_us());
  const double x = namesWidth() + std::max(view_.x(last), 0.0);
  if (x >= width()) return;
  const QRectF rest(x, area().top, width() - x, height() - area().top);
  painter.fillRect(rest, QBrush(theme().grid(), Qt::BDiagPattern));
  painter.setPen(theme().faint());
  painter.drawLine(rest.topLeft(), rest.bottomLeft());
  painter.setFont(paint::picture_font(11));
  const QString why = run_->tracks.until_us() ? tr("not recorded") : tr("the run has ended");
  const QRectF words(x + 6, area().top + 4, painter.fontMetrics().horizontalAdvance(why) + 8.0, 16);
  if (words.right() > width()) return;
  painter.fillRect(words, theme().paper());
  painter.drawText(words, Qt::AlignCenter, why);
}

}  // namespace treering::gui::timeline
