// What the mouse and the keys do on a picture of topology.
#include <QContextMenuEvent>
#include <QMenu>
#include <QToolTip>
#include <algorithm>
#include <array>

#include "gui/paint/picture_layer.h"
#include "gui/views/topology/selected.h"
#include "gui/views/topology/tips.h"
#include "gui/views/topology/topology_canvas.h"

namespace treering::gui::views::topology {
namespace {

using report::drawing::kNoNode;

constexpr double kNear = 4;  // pixels beside a line that count as on it

}  // namespace

std::optional<paint::Hit> TopologyCanvas::hit(QPointF at) const {
  return paint::hit(picture_, at, view(), kNear / scale());
}

void TopologyCanvas::clicked(QPointF at, Qt::KeyboardModifiers keys) {
  const auto there = hit(at);
  const bool is_added = keys.testFlag(Qt::ShiftModifier);
  const auto* const box = there ? there->box_hit() : nullptr;
  if (box != nullptr && box->handle && !is_added) {
    const bool is_only_handle = box->device == core::kNoDevice;
    if (there->is_on_handle || is_only_handle || !box->handle->is_unfolded) {
      chosen_ = there->picture == &picture_ ? there->box : std::nullopt;
      return Q_EMIT foldWanted(box->handle->fold);
    }
  }
  select_at(there ? &*there : nullptr, is_added);
}

void TopologyCanvas::select_at(const paint::Hit* hit, bool is_added) {
  const models::Selected& now = selection_.now();
  Picked it;
  if (hit != nullptr) it.node = hit->node;
  const auto* const box = hit == nullptr ? nullptr : hit->box_hit();
  if (box != nullptr && box->device != core::kNoDevice && !machines_.is_empty()) {
    it.device = machines_.topology(hit->node).device(box->device).name;
  }
  // What is in no cell is of the node in full, and with Shift of the second of a pair. A link is no
  // device, and no ground either.
  const auto node = is_added ? now.node : machines_.node();
  if (hit != nullptr && it.node == kNoNode) it.node = node.value_or(kNoNode);
  selection_.select(is_added ? picked_beside(now, it, machines_) : picked(now, it));
}

void TopologyCanvas::hovered(QPointF at, QPoint global) {
  const auto there = hit(at);
  const QString text = there ? tip({machines_, faults_, loads_}, *there) : QString();
  if (text.isEmpty()) return QToolTip::hideText();
  QToolTip::showText(global, text, this);
}

void TopologyCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  const auto there = hit(toPlane(event->position()));
  const QRectF cell =
      there && there->node != kNoNode ? paint::cell_of(picture_, there->node) : QRectF();
  const bool is_near = cell.width() * scale() > width() / 2.0;
  if (!cell.isEmpty() && !is_near) return fit(cell);
  // The box of a node has nothing in it: the first click has shown the node in full below.
  const bool is_box = there && there->node != kNoNode && cell.isEmpty();
  const QRectF whole = is_box ? area_in_full() : QRectF();
  if (whole.isEmpty()) return Canvas::mouseDoubleClickEvent(event);
  fit(whole);
  leave_release();  // something else is under the pointer now
}

void TopologyCanvas::keyPressEvent(QKeyEvent* event) {
  const bool has_shift = event->modifiers().testFlag(Qt::ShiftModifier);
  switch (event->key()) {
    case Qt::Key_PageDown:
      return choose_handle(1);
    case Qt::Key_PageUp:
      return choose_handle(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return open_chosen();
    case Qt::Key_Right:
      return has_shift ? select_node(1) : Canvas::keyPressEvent(event);
    case Qt::Key_Left:
      return has_shift ? select_node(-1) : Canvas::keyPressEvent(event);
    default:
      Canvas::keyPressEvent(event);
  }
}

/// The next box that folds or unfolds.
void TopologyCanvas::choose_handle(int step) {
  std::vector<std::size_t> boxes;
  for (std::size_t i = 0; i < picture_.boxes.size(); ++i) {
    if (picture_.boxes[i].handle) boxes.push_back(i);
  }
  if (boxes.empty()) return;
  const auto at = chosen_ ? std::ranges::find(boxes, *chosen_) : boxes.end();
  const auto count = std::ssize(boxes);
  const std::ptrdiff_t next =
      at == boxes.end() ? (step > 0 ? 0 : count - 1) : (at - boxes.begin() + step + count) % count;
  chosen_ = boxes[static_cast<std::size_t>(next)];
  const auto& box = picture_.boxes[*chosen_];
  bring_into_view(paint::rect_of(box.area));
  renew();
  Q_EMIT handleChosen(box);
}

/// What was chosen by a key or a click last; else the selected node fills the view.
void TopologyCanvas::open_chosen() {
  if (chosen_ && picture_.boxes[*chosen_].handle) {
    return Q_EMIT foldWanted(picture_.boxes[*chosen_].handle->fold);
  }
  const QRectF cell = paint::cell_of(picture_, machines_.node().value_or(kNoNode));
  const QRectF whole = cell.isEmpty() && machines_.node() ? area_in_full() : cell;
  if (!whole.isEmpty()) fit(whole);
}

/// The ground of the node in full, with its title: the smallest that all its devices stand on.
QRectF TopologyCanvas::area_in_full() const {
  QRectF devices;
  for (const auto& box : picture_.boxes) {
    if (box.device != core::kNoDevice) devices |= paint::rect_of(box.area);
  }
  QRectF ground;
  for (const auto& box : picture_.boxes) {
    const QRectF area = paint::rect_of(box.area);
    const bool is_ground = box.role == report::drawing::Role::Panel && area.contains(devices);
    if (is_ground && (ground.isEmpty() || area.width() < ground.width())) ground = area;
  }
  return ground.isEmpty() ? devices : ground;
}

void TopologyCanvas::select_node(int step) {
  if (!machines_.is_cluster()) return;
  models::Selected selected;
  const int last = machines_.cluster().node_count - 1;
  selected.node = machines_.node() ? std::clamp(*machines_.node() + step, 0, last) : 0;
  chosen_.reset();
  selection_.select(selected);
  bring_into_view(area_of_node(*selected.node));
}

/// How a device or link on a node can be.
void TopologyCanvas::add_states(QMenu& to, int node, const QString& what) {
  const auto add = [&](const QString& text, const char* state) {
    const QString fault = QStringLiteral("%1/%2=%3").arg(node).arg(what, QLatin1StringView(state));
    to.addAction(text, this, [this, fault] {
        Q_EMIT faultsWanted({fault});
      })->setData(QStringList{fault});
  };
  add(tr("%1 at 90 % of its rate").arg(what), "0.9");
  add(tr("%1 at half its rate").arg(what), "0.5");
  add(tr("%1 at a tenth of its rate").arg(what), "0.1");
  add(tr("%1 down").arg(what), "down");
}

/// How a node as a whole can be: all its ports to the others, or one of them.
void TopologyCanvas::add_node_states(QMenu& menu, int node) {
  QStringList ports;
  for (const core::DeviceId port : machines_.topology(node).of_kind(core::DeviceKind::NicPort)) {
    ports << machines_.end_name(port, node);
  }
  const auto add_all = [&](const QString& text, const char* state) {
    QStringList faults;
    for (const QString& port : ports) {
      faults << QStringLiteral("%1/%2=%3").arg(node).arg(port, QLatin1StringView(state));
    }
    menu.addAction(text, this, [this, faults] { Q_EMIT faultsWanted(faults); })->setData(faults);
  };
  if (!ports.isEmpty()) {
    add_all(tr("all its adapters at 90 % of their rate"), "0.9");
    add_all(tr("all its adapters at half their rate"), "0.5");
    add_all(tr("all its adapters at a tenth of their rate"), "0.1");
    add_all(tr("all its adapters down"), "down");
  }
  for (const QString& port : ports) {
    QMenu* const of_port = menu.addMenu(port);
    add_states(*of_port, node, port);
    Q_EMIT menuWanted(of_port, node, port);
  }
  Q_EMIT menuWanted(&menu, node, QString());
}

void TopologyCanvas::contextMenuEvent(QContextMenuEvent* event) {
  const auto there = hit(toPlane(event->pos()));
  if (!there || machines_.is_empty()) return;
  const int node = there->node != kNoNode ? there->node : machines_.node().value_or(0);
  QMenu menu(this);
  menu.addSection(tr("What if, on node %1").arg(node));
  QString what;
  if (there->box) what = machines_.fault_name(*there->box_hit(), there->node);
  if (there->line) what = machines_.fault_name(*there->line_hit(), there->node);
  if (!what.isEmpty()) {
    add_states(menu, node, what);
    Q_EMIT menuWanted(&menu, node, what);
  } else if (there->node != kNoNode) {
    add_node_states(menu, node);
  }
  if (menu.actions().size() > 1) menu.exec(event->globalPos());
}

}  // namespace treering::gui::views::topology
