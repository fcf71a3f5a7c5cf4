#include "gui/timeline/minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <QRectF>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/models/words.h"
#include "gui/paint/theme.h"
#include "gui/timeline/fills.h"

namespace treering::gui::timeline {

Grip grip_at(const models::Span& brush, double us, double reach_us) {
  const double inside = std::min(reach_us, (brush.to_us - brush.from_us) / 3);
  const auto is_near = [&](double edge, double inwards) {
    const double far = (us - edge) * inwards;
    return far >= -reach_us && far <= inside;
  };
  if (is_near(brush.from_us, 1)) return Grip::From;
  if (is_near(brush.to_us, -1)) return Grip::To;
  return us > brush.from_us && us < brush.to_us ? Grip::Whole : Grip::New;
}

models::Span brushed(const Drag& drag, double us, double end_us) {
  const double at = std::clamp(us, 0.0, end_us);
  const auto ordered = [](double a, double b) {
    return models::Span{std::min(a, b), std::max(a, b)};
  };
  switch (drag.grip) {
    case Grip::From:
      return ordered(at, drag.before.to_us);
    case Grip::To:
      return ordered(drag.before.from_us, at);
    case Grip::Whole: {
      const double length = drag.before.to_us - drag.before.from_us;
      const double from =
          std::clamp(drag.before.from_us + us - drag.began_us, 0.0, std::max(0.0, end_us - length));
      return {from, from + length};
    }
    case Grip::New:
      break;
  }
  return ordered(std::clamp(drag.began_us, 0.0, end_us), at);
}

namespace {

using app::simulation::Doing;

constexpr double kGripPixels = 6;
constexpr double kLeastNew = 4;  // pixels of a brush that is drawn anew

}  // namespace

Minimap::Minimap(models::Clock& clock, QWidget* parent) : QWidget(parent), clock_(clock) {
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("The whole run, and the part of it that is seen"));
  setToolTip(
      tr("The whole run. Drag the frame to move it, its edges to resize it, or draw a new one."));
  connect(&clock_, &models::Clock::moved, this, qOverload<>(&QWidget::update));
}

void Minimap::setRun(std::shared_ptr<const Run> run, double end_us, double names) {
  if (run == run_ && end_us == end_us_ && names == names_) return;
  run_ = std::move(run);
  end_us_ = end_us;
  names_ = names;
  overview_ = {};
  update();
}

void Minimap::setBrush(const models::Span& seen) {
  brush_ = seen;
  update();
}

double Minimap::x_of(double us) const {
  return names_ + (end_us_ > 0 ? us / end_us_ : 0) * (width() - names_);
}

double Minimap::us_at(double x) const {
  return (x - names_) / std::max(1.0, width() - names_) * end_us_;
}

double Minimap::reach() const {
  return us_at(names_ + kGripPixels);
}

void Minimap::draw_overview() {
  const double density = devicePixelRatioF();
  overview_ = QImage(size() * density, QImage::Format_RGB32);
  overview_.fill(paint::theme().palette().color(QPalette::Window));
  Filler filler(overview_);
  const double bottom = overview_.height() - 1;
  const double run_end = run_->tracks.end_us();
  for (double x = names_ * density; x < overview_.width(); ++x) {
    const double part = us_at(x / density) / run_end * static_cast<double>(run_->overview.size());
    if (part < 0 || part >= static_cast<double>(run_->overview.size())) continue;
    const Shares& shares = run_->overview[static_cast<std::size_t>(part)];
    double y = bottom;
    for (const Doing doing : {Doing::Sends, Doing::Combines, Doing::Keeps}) {
      const double height =
          static_cast<double>(shares.at(static_cast<std::size_t>(doing))) * bottom;
      const int top = static_cast<int>(std::lround(y - height));
      filler.fill({static_cast<int>(x), top, 1, static_cast<int>(std::lround(y)) - top}, doing, 1);
      y -= height;
    }
  }
  overview_.setDevicePixelRatio(density);
}

void Minimap::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const paint::Theme& theme = paint::theme();
  if (!run_ || end_us_ <= 0) {
    painter.fillRect(rect(), theme.palette().color(QPalette::Window));
    return;
  }
  if (overview_.isNull()) draw_overview();
  painter.drawImage(0, 0, overview_);
  painter.setPen(theme.faint());
  painter.setFont(paint::picture_font(11));
  const QString length = models::us_text(run_->tracks.end_us());
  const bool is_whole = run_->known_until.isEmpty();
  const QString named = (is_whole ? tr("whole run, %1") : tr("recorded, %1")).arg(length);
  for (const QString& text : {named, length}) {
    if (painter.fontMetrics().horizontalAdvance(text) > names_ - 8) continue;
    painter.drawText(QRectF(6, 0, names_ - 8, height()), Qt::AlignLeft | Qt::AlignVCenter, text);
    break;
  }
  const double from = x_of(brush_.from_us);
  const double to = x_of(brush_.to_us);
  QColor veil = theme.paper();
  veil.setAlpha(170);
  painter.fillRect(QRectF(names_, 0, from - names_, height()), veil);
  painter.fillRect(QRectF(to, 0, width() - to, height()), veil);
  painter.setPen(QPen(theme.ink(), 1.5));
  const double moment = x_of(clock_.now());
  painter.drawLine(QPointF(moment, 0), QPointF(moment, height()));
  painter.setPen(QPen(theme.accent(), 1.5));
  painter.drawRect(QRectF(from, 0.75, std::max(to - from, 2.0), height() - 1.5));
  for (const double x : {from, to}) {
    painter.fillRect(QRectF(x - 2, height() / 2.0 - 7, 4, 14), theme.accent());
  }
}

void Minimap::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  overview_ = {};
}

void Minimap::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    overview_ = {};
    update();
  }
  QWidget::changeEvent(event);
}

void Minimap::mousePressEvent(QMouseEvent* event) {
  if (!run_ || event->button() != Qt::LeftButton) return;
  const double us = us_at(event->position().x());
  drag_ = Drag{grip_at(brush_, us, reach()), brush_, us};
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
  const double us = us_at(event->position().x());
  if (!drag_) {
    const Grip grip = grip_at(brush_, us, reach());
    const bool is_edge = grip == Grip::From || grip == Grip::To;
    setCursor(is_edge               ? Qt::SizeHorCursor
              : grip == Grip::Whole ? Qt::OpenHandCursor
                                    : Qt::CrossCursor);
    return;
  }
  const models::Span seen = timeline::brushed(*drag_, us, end_us_);
  if (x_of(seen.to_us) - x_of(seen.from_us) >= kLeastNew) Q_EMIT brushed(seen);
}

void Minimap::mouseReleaseEvent(QMouseEvent* /*event*/) {
  drag_.reset();
}

}  // namespace treering::gui::timeline
