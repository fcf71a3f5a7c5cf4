// A plane that is moved and magnified. What stands still on it is painted once into a pixmap; what
// moves is painted over it, frame by frame.
#pragma once

#include <QPixmap>
#include <QTransform>
#include <QWidget>

#include "gui/widgets/frame.h"

namespace treering::gui::widgets {

class Canvas : public QWidget {
  Q_OBJECT

 public:
  explicit Canvas(QWidget* parent = nullptr);

  /// The plane, in its own units; without magnification one is a pixel.
  void setPlane(const QRectF& plane);
  const QRectF& plane() const { return plane_; }
  /// A plane that differs in a part: its point `now` is seen where the point `before` was. Where
  /// all of the plane was seen, it is again.
  void changePlane(const QRectF& plane, QPointF before, QPointF now);
  /// All of the plane, or of `area`, in the middle.
  void fit();
  void fit(const QRectF& area);
  void zoom(double factor, QPointF about);
  double scale() const { return scale_; }
  QPointF toPlane(QPointF pixel) const;
  QPointF toPixel(QPointF at) const;
  /// What of the plane is seen.
  QRectF seen() const;
  QSize sizeHint() const override { return {640, 380}; }
  /// The still part has changed. Until it is painted, the former is seen.
  void renew();
  /// The next content is another one: the former is not seen again.
  void forget();

 Q_SIGNALS:
  void viewChanged();

 protected:
  /// A large picture is painted in pieces, each as much as a frame has room for.
  enum class Piece { First, Next };
  /// Both on the plane's coordinates. Whether all that stands still is painted now: outside of
  /// frames it is with the first piece.
  virtual bool paintStill(QPainter& painter, Piece piece) = 0;
  virtual void paintMoving(QPainter& /*painter*/) {}
  /// In pixels, above all.
  virtual void paintOver(QPainter& /*painter*/) {}
  virtual void clicked(QPointF /*at*/, Qt::KeyboardModifiers /*keys*/) {}
  virtual void hovered(QPointF /*at*/, QPoint /*global*/) {}
  /// The button that is down is no click when it is released.
  void leave_release() { is_dragged_ = true; }

  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QTransform transform() const;
  void move_by(QPointF pixels);
  void view_changed();
  void draw_still();

  QRectF plane_{0, 0, 1, 1};
  double scale_ = 1;
  QPointF origin_;         // the plane's point in the upper left corner
  bool is_fitted_ = true;  // it stays so when the widget's size changes
  QPixmap still_;
  bool is_still_old_ = true;
  bool is_still_begun_ = false;  // and not all of it is painted
  Patience patience_;
  QPointF pressed_at_;
  QPointF last_at_;
  bool is_dragged_ = false;
};

}  // namespace treering::gui::widgets
