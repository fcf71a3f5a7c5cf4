// How RowsView answers the mouse and the keys.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/timeline/rows_view.h"
#include "gui/timeline/time_view.h"

namespace treering::gui::timeline {
namespace {

constexpr double kZoomStep = 1.3;   // of a key or a notch of the wheel
constexpr double kMoveStep = 0.15;  // of the view
constexpr double kNotch = 120;      // of a wheel, in Qt's units
constexpr double kRowsOfANotch = 3;
constexpr double kDragPixels = 4;  // until a press is a drag
constexpr double kSnapPixels = 5;
constexpr std::uint64_t kMostSnapped = 64;  // steps of a track that are looked at

}  // namespace

double RowsView::snapped_at(QPointF at) const {
  const double us = std::clamp(us_at(at.x()), 0.0, end());
  const auto hit = row_at(area(), rows_, at.y());
  if (!run_ || !hit) return us;
  const double reach = kSnapPixels * view_.us_per_pixel();
  const app::simulation::Tracks::Window window{us - reach, us + reach};
  std::vector<double> edges;
  for (const int track : rows_.tracks_in(hit->row)) {
    if (run_->tracks.steps(track, window) > kMostSnapped) continue;
    const auto some = edges_of(run_->tracks.bars(track, window));
    edges.insert(edges.end(), some.begin(), some.end());
  }
  return snapped(edges, us, reach);
}

void RowsView::select(const models::Selected& selected) {
  is_selecting_ = true;
  selection_.select(selected);
  is_selecting_ = false;
}

/// With the data that are moved there, where it is a step of a channel.
void RowsView::select_row_at(const Row& row, QPointF at, bool is_added) {
  models::Selected selected = selection_.now();
  if (row.kind == RowKind::Channel && at.x() >= namesWidth()) {
    selected.data = data_at(*run_, row.id, {us_at(at.x()), view_.us_per_pixel()});
  }
  select_row(row, std::move(selected), is_added);
}

void RowsView::select_row(const Row& row, models::Selected selected, bool is_added) {
  if (row.kind == RowKind::Link) {
    selected.link = run_->tracks.link_name(row.id);
    return select(selected);
  }
  selected.link.reset();
  if (!is_added) selected.ranks.clear();
  const int agent = rows_.agent_of(row);
  std::erase(selected.ranks, agent);
  selected.ranks.push_back(agent);
  selected.channel.reset();
  if (row.kind == RowKind::Channel && !is_added) {
    selected.channel = run_->tracks.place(row.id).channel;
  }
  select(selected);
}

/// The row under the pointer, else the selected one.
void RowsView::toggle_pin() {
  const auto hit = underMouse() ? row_at(area(), rows_, last_at_.y()) : std::optional<RowHit>();
  const auto& ranks = selection_.now().ranks;
  if (hit) {
    rows_.toggle_pin(hit->row);
  } else if (!ranks.empty() && ranks.back() < rows_.agents()) {
    const int agent = ranks.back();
    const bool is_one = !rows_.has_folds(agent);
    rows_.toggle_pin(is_one ? Row{RowKind::Channel, rows_.first_track(agent)}
                            : Row{RowKind::Rank, agent});
  }
  renew();
}

/// Of the rank selected last.
void RowsView::toggle_fold() {
  const auto& ranks = selection_.now().ranks;
  if (ranks.empty() || ranks.back() >= rows_.agents()) return;
  rows_.fold(ranks.back(), !rows_.is_folded(ranks.back()));
  renew();
}

bool RowsView::press_names(QPointF at, const RowHit& hit) {
  if (at.x() >= namesWidth()) return false;
  const double height = area().row_height;
  if (pin_mark(hit.y, height, namesWidth()).contains(at)) {
    rows_.toggle_pin(hit.row);
    renew();
    return true;
  }
  if (hit.row.kind != RowKind::Rank || !fold_mark(hit.y, height).contains(at)) return false;
  rows_.fold(hit.row.id, !rows_.is_folded(hit.row.id));
  renew();
  return true;
}

void RowsView::mousePressEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  pressed_at_ = last_at_ = at;
  press_ = Press::None;
  if (!run_) return;
  const auto hit = row_at(area(), rows_, at.y());
  if (event->button() == Qt::MiddleButton) {
    press_ = Press::Move;
  } else if (event->button() != Qt::LeftButton) {
    return;
  } else if (at.y() < area().top && at.x() >= namesWidth()) {
    press_ = Press::Axis;
    clock_.seek(us_at(at.x()));
  } else if (hit && !press_names(at, *hit)) {
    press_ = Press::Row;
  }
}

void RowsView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  const QPointF step = at - last_at_;
  last_at_ = at;
  if (!run_) return;
  const QPointF far = at - pressed_at_;
  const bool is_drag = std::hypot(far.x(), far.y()) >= kDragPixels;
  switch (press_) {
    case Press::Axis:
      return clock_.seek(us_at(at.x()));
    case Press::Move:
      setScroll(scroll_ - step.y());
      return become(moved(view_, -step.x() * view_.us_per_pixel(), end()));
    case Press::Row:
      if (!is_drag || pressed_at_.x() < namesWidth()) return;
      press_ = Press::Span;
      [[fallthrough]];
    case Press::Span: {
      const auto hit = row_at(area(), rows_, pressed_at_.y());
      const auto tracks = hit ? rows_.tracks_in(hit->row) : std::vector<int>();
      looked_at_ = tracks.size() == 1 ? std::optional(tracks.front()) : std::nullopt;
      const double a = snapped_at(pressed_at_);
      const double b = snapped_at({at.x(), pressed_at_.y()});
      drawn_ = models::Span{std::min(a, b), std::max(a, b)};
      Q_EMIT sumsChanged();
      return update();
    }
    case Press::None:
      show_tooltip(at, event->globalPosition().toPoint());
      break;
  }
}

void RowsView::mouseReleaseEvent(QMouseEvent* event) {
  const Press press = std::exchange(press_, Press::None);
  if (!run_) return;
  if (press == Press::Span && drawn_) {
    models::Selected selected = selection_.now();
    selected.span = drawn_;
    drawn_.reset();
    if (selected.span->to_us <= selected.span->from_us) selected.span.reset();
    select(selected);
  } else if (press == Press::Row) {
    const auto hit = row_at(area(), rows_, event->position().y());
    const bool is_added = event->modifiers().testFlag(Qt::ShiftModifier) ||
                          event->modifiers().testFlag(Qt::ControlModifier);
    if (hit) select_row_at(hit->row, event->position(), is_added);
  }
}

void RowsView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (!run_ || event->button() != Qt::LeftButton) return;
  if (event->position().x() >= namesWidth()) clock_.seek(us_at(event->position().x()));
}

void RowsView::wheelEvent(QWheelEvent* event) {
  event->accept();
  if (!run_) return;
  const QPoint turned = event->angleDelta();
  const double notches = (turned.y() != 0 ? turned.y() : turned.x()) / kNotch;
  const double length = view_.to_us - view_.from_us;
  if (event->modifiers().testFlag(Qt::ControlModifier)) {
    return zoom(std::pow(kZoomStep, notches), event->position().x() - namesWidth());
  }
  // Some desktops turn the wheel's axis while Shift is held.
  if (event->modifiers().testFlag(Qt::ShiftModifier) || turned.y() == 0) {
    return become(moved(view_, -notches * kMoveStep * length, end()));
  }
  setScroll(scroll_ - notches * kRowsOfANotch * area().row_height);
}

void RowsView::zoom(double factor, double x) {
  become(zoomed(view_, factor, std::clamp(x, 0.0, view_.pixels), end()));
}

void RowsView::forget_span() {
  models::Selected selected = selection_.now();
  selected.span.reset();
  drawn_.reset();
  looked_at_.reset();
  select(selected);
}

bool RowsView::scroll_by(int key) {
  const RowsArea rows = area();
  const bool is_page = key == Qt::Key_PageUp || key == Qt::Key_PageDown;
  const double step = is_page ? rows.body_height() : rows.row_height;
  if (key == Qt::Key_Up || key == Qt::Key_PageUp) {
    setScroll(scroll_ - step);
  } else if (key == Qt::Key_Down || key == Qt::Key_PageDown) {
    setScroll(scroll_ + step);
  } else {
    return false;
  }
  return true;
}

void RowsView::keyPressEvent(QKeyEvent* event) {
  if (!run_) return QWidget::keyPressEvent(event);
  const bool is_over = underMouse() && last_at_.x() >= namesWidth();
  const double x = is_over ? last_at_.x() - namesWidth() : view_.pixels / 2;
  const double step = kMoveStep * (view_.to_us - view_.from_us);
  switch (event->key()) {
    case Qt::Key_W:
      return zoom(kZoomStep, x);
    case Qt::Key_S:
      return zoom(1 / kZoomStep, x);
    case Qt::Key_A:
    case Qt::Key_Left:
      return become(moved(view_, -step, end()));
    case Qt::Key_D:
    case Qt::Key_Right:
      return become(moved(view_, step, end()));
    case Qt::Key_F:
      return fitSelection();
    case Qt::Key_0:
      return fitAll();
    case Qt::Key_P:
      return toggle_pin();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return toggle_fold();
    case Qt::Key_Escape:
      return forget_span();
    default:
      if (!scroll_by(event->key())) QWidget::keyPressEvent(event);
  }
}

void RowsView::show_tooltip(QPointF at, QPoint global) {
  const auto hit = row_at(area(), rows_, at.y());
  if (!hit) return QToolTip::hideText();
  if (at.x() < namesWidth()) {
    const QString name = name_of(*run_, rows_, hit->row);
    return QToolTip::showText(global, tr("%1 (P or the mark at the right pins it)").arg(name),
                              this);
  }
  QString text = tooltip_of(*run_, rows_, hit->row, {us_at(at.x()), view_.us_per_pixel()});
  if (is_path_shown_) {
    const QString path = path_words_at(*run_, rows_.tracks_in(hit->row), us_at(at.x()));
    if (!path.isEmpty()) text += u'\n' + path;
  }
  QToolTip::showText(global, text, this);
}

}  // namespace treering::gui::timeline
