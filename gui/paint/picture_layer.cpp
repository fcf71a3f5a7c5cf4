#include "gui/paint/picture_layer.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "gui/paint/labels.h"
#include "gui/paint/theme.h"

namespace treering::gui::paint {

namespace {

using report::drawing::Box;
using report::drawing::Picture;
using report::drawing::Role;

// Pixels of the screen.
constexpr double kHandle = 11;
constexpr double kLeastHandle = 5;
constexpr double kHandleInset = 3;
constexpr double kLeastBox = 3;  // below that a box has no edge
constexpr double kFaded = 0.3;
constexpr double kStrong = 2.5;  // the edge of a box that stands out

bool is_ground(const Box& box) {
  return box.role == Role::Panel || box.role == Role::Host;
}

/// The frame around NVSwitches that join the same GPUs.
bool is_frame_of_switches(const Box& box) {
  return box.role == Role::NvSwitch && box.device == core::kNoDevice;
}

QPointF point(const report::drawing::Point& at) {
  return {at.x, at.y};
}

class Painting {
 public:
  Painting(QPainter& painter, const View& view, const Emphasis& emphasis)
      : painter_(painter), view_(view), emphasis_(emphasis) {}

  void all(const Picture& picture) {
    for_boxes(picture, [](const Box& box) { return is_ground(box); });
    paint_cells(painter_, picture, view_, emphasis_);
    for_lines(picture, false);
    for_boxes(picture, [](const Box& box) { return !is_ground(box) && box.role != Role::Plate; });
    for_lines(picture, true);
    // Plates come with their texts: without, they would be gaps in lines.
    paint_labels(painter_, picture.labels, view_, {handles(picture), solid_boxes(picture)});
  }

 private:
  template <class Is>
  void for_boxes(const Picture& picture, Is is) {
    for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
      if (is(picture.boxes[i])) box(picture.boxes[i], emphasis_.boxes.contains(i));
    }
  }

  void for_lines(const Picture& picture, bool is_over) {
    for (std::size_t i = 0; i < picture.lines.size(); ++i) {
      const report::drawing::Line& one = picture.lines[i];
      if (one.is_over == is_over) line(one, colour_of(one, i), emphasis_.lines.contains(i));
    }
  }

  QColor colour_of(const report::drawing::Line& line, std::size_t number) const {
    if (line.is_grid) return theme().grid();
    if (emphasis_.loads.empty()) return theme().wire(line.kind);
    return theme().load(emphasis_.loads[number].value_or(0));
  }

  void box(const Box& box, bool is_chosen) {
    const QRectF rect = rect_of(box.area);
    if (!view_.seen.intersects(rect)) return;
    const bool stands_out = is_chosen || emphasis_.devices.contains(box.device) ||
                            emphasis_.nodes.contains(box.node) || stands_for_chosen(box);
    const bool is_faded = emphasis_.has_others_faded && !stands_out && !is_ground(box) &&
                          !is_frame_of_switches(box) && box.role != Role::Plate;
    const BoxColours colours = theme().box(box.role);
    painter_.setOpacity(is_faded ? kFaded : 1);
    if (!stands_out && std::min(rect.width(), rect.height()) * view_.scale < kLeastBox) {
      painter_.fillRect(rect, colours.stroke);
      return painter_.setOpacity(1);
    }
    painter_.setBrush(colours.fill);
    const bool has_edge = box.role != Role::Plate;
    painter_.setPen(stands_out ? QPen(theme().accent(), kStrong)
                    : has_edge ? QPen(colours.stroke, 1)
                               : QPen(Qt::NoPen));
    const double widest = is_ground(box) ? 8 : 4;
    const double radius = std::min(widest, std::min(rect.width(), rect.height()) / 2);
    painter_.drawRoundedRect(rect, radius, radius);
    painter_.setOpacity(1);
  }

  void line(const report::drawing::Line& line, const QColor& usual, bool is_kept) {
    QPolygonF points;
    for (const auto& at : line.points) points << point(at);
    const double half = line.width / 2 + 2;
    if (!view_.seen.intersects(points.boundingRect().adjusted(-half, -half, half, half))) return;
    const bool stands_out = line.from != core::kNoDevice && emphasis_.devices.contains(line.from) &&
                            emphasis_.devices.contains(line.to);
    painter_.setBrush(Qt::NoBrush);
    if (line.is_over) {
      painter_.setPen(
          QPen(theme().paper(), line.width + 4, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
      painter_.drawPolyline(points);
    }
    const bool is_faded = emphasis_.has_others_faded && !stands_out && !is_kept && !line.is_grid;
    painter_.setOpacity(is_faded ? kFaded : 1);
    painter_.setPen(QPen(stands_out ? theme().accent() : usual,
                         stands_out ? std::max(line.width, kStrong) : line.width, Qt::SolidLine,
                         Qt::FlatCap, Qt::RoundJoin));
    painter_.drawPolyline(points);
    painter_.setOpacity(1);
  }

  bool stands_for_chosen(const Box& box) const {
    return !emphasis_.devices.empty() && std::ranges::any_of(box.alike, [&](core::DeviceId id) {
      return emphasis_.devices.contains(id);
    });
  }

  QRectF on_screen(const QRectF& area) const {
    return {(area.topLeft() - view_.seen.topLeft()) * view_.scale, area.size() * view_.scale};
  }

  std::vector<QRectF> solid_boxes(const Picture& picture) const {
    std::vector<QRectF> areas;
    for (const Box& box : picture.boxes) {
      const bool is_solid = !is_ground(box) && box.role != Role::Plate;
      if (is_solid && view_.seen.intersects(rect_of(box.area))) {
        areas.push_back(on_screen(rect_of(box.area)));
      }
    }
    return areas;
  }

  /// Paints the signs; where they are on the screen.
  std::vector<QRectF> handles(const Picture& picture) {
    std::vector<QRectF> areas;
    for (const Box& box : picture.boxes) {
      if (!box.handle || !view_.seen.intersects(rect_of(box.area))) continue;
      const QRectF sign = handle_of(box, view_.scale);
      if (sign.isEmpty()) continue;
      paint_handle(sign, box.handle->is_unfolded);
      areas.push_back(on_screen(sign));
    }
    return areas;
  }

  void paint_handle(const QRectF& sign, bool is_unfolded) {
    const double unit = sign.width() / kHandle;
    painter_.setBrush(theme().paper());
    painter_.setPen(QPen(theme().faint(), unit));
    painter_.drawRoundedRect(sign, 2 * unit, 2 * unit);
    painter_.setPen(QPen(theme().ink(), 1.5 * unit));
    const double arm = 3 * unit;
    const QPointF middle = sign.center();
    painter_.drawLine(middle - QPointF(arm, 0), middle + QPointF(arm, 0));
    if (!is_unfolded) painter_.drawLine(middle - QPointF(0, arm), middle + QPointF(0, arm));
  }

  QPainter& painter_;
  const View& view_;
  const Emphasis& emphasis_;
};

double distance(QPointF at, QPointF a, QPointF b) {
  const QPointF along = b - a;
  const double length = QPointF::dotProduct(along, along);
  const double share =
      length == 0 ? 0 : std::clamp(QPointF::dotProduct(at - a, along) / length, 0.0, 1.0);
  const QPointF from = at - (a + along * share);
  return std::hypot(from.x(), from.y());
}

bool is_on(const report::drawing::Line& line, QPointF at, double tolerance) {
  for (std::size_t i = 1; i < line.points.size(); ++i) {
    const double reach = line.width / 2 + tolerance;
    if (distance(at, point(line.points[i - 1]), point(line.points[i])) <= reach) return true;
  }
  return false;
}

/// A node, and what is in it where that is large enough.
std::optional<Hit> hit_cell(const Picture& picture, QPointF at, const View& view,
                            double tolerance) {
  int node = report::drawing::kNoNode;
  for (const auto& cells : picture.cells) {
    node = cells.node_at({at.x(), at.y()});
    if (node != report::drawing::kNoNode) break;
  }
  if (node == report::drawing::kNoNode) return {};
  const Picture* const inside = has_insides(view) ? picture.inside_of(node) : nullptr;
  const QRectF cell = cell_of(picture, node);
  if (inside != nullptr) {
    const Inside place = inside_of({cell.x(), cell.y(), cell.width(), cell.height()}, *inside);
    const View within{{}, view.scale * place.scale};
    auto found = hit(*inside, (at - place.corner) / place.scale, within, tolerance / place.scale);
    if (found) {
      found->node = node;
      return found;
    }
  }
  return Hit{&picture, {}, {}, node};
}

}  // namespace

QRectF rect_of(const report::drawing::Area& area) {
  return {area.x, area.y, area.width, area.height};
}

void paint(QPainter& painter, const Picture& picture, const View& view, const Emphasis& emphasis) {
  Painting(painter, view, emphasis).all(picture);
}

QRectF handle_of(const Box& box, double scale) {
  if (!box.handle) return {};
  const report::drawing::Area& area = box.area;
  const double inset = kHandleInset / scale;
  const double size = std::min(kHandle / scale, area.height - 1 / scale);
  if (size * scale < kLeastHandle || area.width < size + 2 * inset) return {};
  const double left = area.right() - inset - size;
  const bool is_tower = area.height > 1.5 * area.width;
  const bool is_line = area.height < 2.6 * size;
  if (is_tower) return {area.middle() - size / 2, area.y + (area.height - size) / 2, size, size};
  if (is_line) return {left, area.y + (area.height - size) / 2, size, size};
  // On the lower edge, clear of the texts in the box.
  return {left, area.bottom() - size / 2, size, size};
}

std::optional<Hit> hit(const Picture& picture, QPointF at, const View& view, double tolerance) {
  for (std::size_t i = picture.boxes.size(); i > 0; --i) {
    const Box& box = picture.boxes[i - 1];
    const bool is_on_handle = handle_of(box, view.scale).contains(at);
    if (!is_on_handle && !rect_of(box.area).contains(at)) continue;
    // A frame is no thing, but its sign is.
    const bool is_thing = box.role == Role::Host ? !box.tip.empty() || box.node >= 0
                                                 : !is_ground(box) && box.role != Role::Plate;
    if (is_thing || is_on_handle) return Hit{&picture, i - 1, {}, box.node, is_on_handle};
  }
  for (std::size_t i = picture.lines.size(); i > 0; --i) {
    if (!picture.lines[i - 1].is_grid && is_on(picture.lines[i - 1], at, tolerance)) {
      return Hit{&picture, {}, i - 1};
    }
  }
  return hit_cell(picture, at, view, tolerance);
}

namespace {

using report::drawing::Area;
using report::drawing::Box;
using report::drawing::Label;
using report::drawing::Picture;

double middle_of(const Area& area) {
  return area.y + area.height / 2;
}

/// A plate is as high as its text, in the middle of where it was.
void stretch(Box& box, double factor) {
  const double middle = middle_of(box.area) * factor;
  if (box.role != report::drawing::Role::Plate) box.area.height *= factor;
  box.area.y = middle - box.area.height / 2;
}

bool is_in(const Label& label, const Area& room) {
  return !room.is_empty() && label.at.y >= room.y && label.at.y <= room.bottom() &&
         label.at.x >= room.x && label.at.x <= room.right();
}

/// Details follow the name whose room they are in.
void stretch(std::vector<Label>& labels, double factor) {
  Area room;  // of the last name, as it was
  for (Label& label : labels) {
    if (!label.room.is_empty()) room = label.room;
    const bool is_in_box = is_in(label, room) && !label.is_on_plate;
    const double middle = middle_of(is_in_box ? room : area_of(label));
    label.at.y += middle * (factor - 1);
    label.room.y *= factor;
    label.room.height *= factor;
  }
}

}  // namespace

Picture stretched(Picture picture, double factor) {
  if (!picture.cells.empty()) return picture;
  for (Box& box : picture.boxes) stretch(box, factor);
  for (report::drawing::Line& line : picture.lines) {
    for (report::drawing::Point& point : line.points) point.y *= factor;
  }
  stretch(picture.labels, factor);
  picture.height *= factor;
  return picture;
}

}  // namespace treering::gui::paint
