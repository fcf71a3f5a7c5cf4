#include "gui/widgets/canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTimer>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "gui/paint/theme.h"

namespace treering::gui::widgets {
namespace {

constexpr double kMargin = 8;        // pixels around what is fitted
constexpr double kMostScale = 64;    // beyond that nothing new is seen
constexpr double kStep = 1.25;       // of a key or a notch of the wheel
constexpr double kDragDistance = 4;  // pixels until a press is a drag
constexpr double kArrow = 60;        // pixels

}  // namespace

Canvas::Canvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(160, 120);
}

void Canvas::setPlane(const QRectF& plane) {
  plane_ = plane.isEmpty() ? QRectF(0, 0, 1, 1) : plane;
  fit();
}

void Canvas::changePlane(const QRectF& plane, QPointF before, QPointF now) {
  if (is_fitted_) return setPlane(plane);
  plane_ = plane.isEmpty() ? QRectF(0, 0, 1, 1) : plane;
  origin_ += now - before;
  view_changed();
}

void Canvas::fit() {
  fit(plane_);
  is_fitted_ = true;
}

void Canvas::fit(const QRectF& area) {
  const double width = std::max(1.0, this->width() - 2 * kMargin);
  const double height = std::max(1.0, this->height() - 2 * kMargin);
  scale_ = std::min({width / area.width(), height / area.height(), kMostScale});
  origin_ = area.center() - QPointF(this->width(), this->height()) / (2 * scale_);
  is_fitted_ = false;
  view_changed();
}

void Canvas::zoom(double factor, QPointF about) {
  const QPointF fixed = toPlane(about);
  const double whole = std::min(width() / plane_.width(), height() / plane_.height());
  scale_ = std::clamp(scale_ * factor, std::min(whole, 1.0) / 4, kMostScale);
  origin_ = fixed - about / scale_;
  is_fitted_ = false;
  view_changed();
}

QPointF Canvas::toPlane(QPointF pixel) const {
  return origin_ + pixel / scale_;
}

QPointF Canvas::toPixel(QPointF at) const {
  return (at - origin_) * scale_;
}

QRectF Canvas::seen() const {
  return {origin_, QSizeF(width(), height()) / scale_};
}

void Canvas::renew() {
  is_still_old_ = true;
  is_still_begun_ = false;
  update();
}

void Canvas::forget() {
  still_ = {};
  renew();
}

QTransform Canvas::transform() const {
  return QTransform::fromScale(scale_, scale_).translate(-origin_.x(), -origin_.y());
}

void Canvas::move_by(QPointF pixels) {
  origin_ -= pixels / scale_;
  is_fitted_ = false;
  view_changed();
}

void Canvas::view_changed() {
  renew();
  Q_EMIT viewChanged();
}

void Canvas::draw_still() {
  const QSize pixels = size() * devicePixelRatioF();
  const Piece piece = is_still_begun_ && still_.size() == pixels ? Piece::Next : Piece::First;
  if (piece == Piece::First) {
    still_ = QPixmap(pixels);
    still_.setDevicePixelRatio(devicePixelRatioF());
    still_.fill(paint::theme().paper());
  }
  QPainter painter(&still_);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setTransform(transform());
  is_still_begun_ = !paintStill(painter, piece);
  is_still_old_ = is_still_begun_;
  if (is_still_begun_) QTimer::singleShot(0, this, qOverload<>(&QWidget::update));
}

void Canvas::paintEvent(QPaintEvent* /*event*/) {
  const bool is_old = is_still_old_ || still_.size() != size() * devicePixelRatioF();
  const Meanwhile meanwhile = still_.isNull() ? Meanwhile::Nothing : Meanwhile::Former;
  const bool waits = is_old && patience_.is_to_wait(*this, meanwhile);
  if (is_old && !waits) draw_still();
  QPainter painter(this);
  if (waits) painter.fillRect(rect(), paint::theme().paper());
  painter.drawPixmap(0, 0, still_);
  if (waits) return;  // what moves would not lie on what is there
  painter.setRenderHint(QPainter::Antialiasing);
  painter.save();
  painter.setTransform(transform(), true);
  paintMoving(painter);
  painter.restore();
  paintOver(painter);
  if (hasFocus()) {
    painter.setPen(QPen(paint::theme().accent(), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

void Canvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  is_fitted_ ? fit() : view_changed();
}

void Canvas::wheelEvent(QWheelEvent* event) {
  constexpr double kNotch = 120;
  zoom(std::pow(kStep, event->angleDelta().y() / kNotch), event->position());
  event->accept();
}

void Canvas::mousePressEvent(QMouseEvent* event) {
  pressed_at_ = last_at_ = event->position();
  is_dragged_ = false;
}

void Canvas::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) {
    hovered(toPlane(event->position()), event->globalPosition().toPoint());
    return;
  }
  const QPointF far = event->position() - pressed_at_;
  if (std::hypot(far.x(), far.y()) >= kDragDistance) is_dragged_ = true;
  if (is_dragged_) move_by(event->position() - last_at_);
  last_at_ = event->position();
}

void Canvas::mouseReleaseEvent(QMouseEvent* event) {
  if (!is_dragged_ && event->button() == Qt::LeftButton) {
    clicked(toPlane(event->position()), event->modifiers());
  }
  is_dragged_ = false;
}

void Canvas::mouseDoubleClickEvent(QMouseEvent* event) {
  zoom(kStep * kStep, event->position());
}

void Canvas::keyPressEvent(QKeyEvent* event) {
  const QPointF middle(width() / 2.0, height() / 2.0);
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(kStep, middle);
    case Qt::Key_Minus:
      return zoom(1 / kStep, middle);
    case Qt::Key_0:
      return fit();
    case Qt::Key_Left:
      return move_by({kArrow, 0});
    case Qt::Key_Right:
      return move_by({-kArrow, 0});
    case Qt::Key_Up:
      return move_by({0, kArrow});
    case Qt::Key_Down:
      return move_by({0, -kArrow});
    default:
      QWidget::keyPressEvent(event);
  }
}

void Canvas::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) renew();
  QWidget::changeEvent(event);
}

}  // namespace treering::gui::widgets
