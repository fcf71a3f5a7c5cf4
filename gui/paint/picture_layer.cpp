#include "gui/paint/picture_layer.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "gui/paint/theme.h"

namespace treering::gui::paint {
namespace {

using report::drawing::Anchor;
using report::drawing::Box;
using report::drawing::Label;
using report::drawing::Line;
using report::drawing::Picture;
using report::drawing::Role;
using report::drawing::Tone;

constexpr double kLeastText = 5;  // pixels of the screen
constexpr double kFaded = 0.3;
constexpr double kStrong = 2.5;  // the edge of a box that stands out

bool is_ground(const Box& box) {
  return box.role == Role::Panel || box.role == Role::Host;
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
    for_lines(picture, false);
    for_boxes(picture, [](const Box& box) { return !is_ground(box) && box.role != Role::Plate; });
    for_lines(picture, true);
    for_boxes(picture, [](const Box& box) { return box.role == Role::Plate; });
    for (const Label& one : picture.labels) label(one);
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
      const Line& one = picture.lines[i];
      if (one.is_over == is_over) line(one, colour_of(one, i));
    }
  }

  QColor colour_of(const Line& line, std::size_t number) const {
    if (line.is_grid) return theme().grid();
    if (emphasis_.loads.empty()) return theme().wire(line.kind);
    return theme().load(emphasis_.loads[number].value_or(0));
  }

  void box(const Box& box, bool is_chosen) {
    const QRectF rect = rect_of(box.area);
    if (!view_.seen.intersects(rect)) return;
    const bool stands_out = is_chosen || emphasis_.devices.contains(box.device);
    const bool is_faded =
        emphasis_.has_others_faded && !stands_out && !is_ground(box) && box.role != Role::Plate;
    const BoxColours colours = theme().box(box.role);
    painter_.setOpacity(is_faded ? kFaded : 1);
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

  void line(const Line& line, const QColor& usual) {
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
    painter_.setOpacity(emphasis_.has_others_faded && !stands_out && !line.is_grid ? kFaded : 1);
    painter_.setPen(QPen(stands_out ? theme().accent() : usual,
                         stands_out ? std::max(line.width, kStrong) : line.width, Qt::SolidLine,
                         Qt::FlatCap, Qt::RoundJoin));
    painter_.drawPolyline(points);
    painter_.setOpacity(1);
  }

  void label(const Label& label) {
    if (label.size * view_.scale < kLeastText) return;
    const auto area = report::drawing::area_of(label);
    if (!view_.seen.intersects(rect_of(area))) return;
    painter_.setFont(picture_font(label.size, label.tone == Tone::Strong));
    painter_.setPen(label.tone == Tone::Muted ? theme().faint() : theme().ink());
    const QString text = QString::fromStdString(label.text);
    double x = label.at.x;
    if (label.anchor != Anchor::Start) {
      const double width = painter_.fontMetrics().horizontalAdvance(text);
      x -= label.anchor == Anchor::Middle ? width / 2 : width;
    }
    painter_.drawText(QPointF(x, label.at.y), text);
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

bool is_on(const Line& line, QPointF at, double tolerance) {
  for (std::size_t i = 1; i < line.points.size(); ++i) {
    const double reach = line.width / 2 + tolerance;
    if (distance(at, point(line.points[i - 1]), point(line.points[i])) <= reach) return true;
  }
  return false;
}

}  // namespace

QRectF rect_of(const report::drawing::Area& area) {
  return {area.x, area.y, area.width, area.height};
}

void paint(QPainter& painter, const Picture& picture, const View& view, const Emphasis& emphasis) {
  Painting(painter, view, emphasis).all(picture);
}

std::optional<Hit> hit(const Picture& picture, QPointF at, double tolerance) {
  for (std::size_t i = picture.boxes.size(); i > 0; --i) {
    const Box& box = picture.boxes[i - 1];
    const bool is_thing = !is_ground(box) && box.role != Role::Plate;
    if (is_thing && rect_of(box.area).contains(at)) return Hit{i - 1, {}};
  }
  for (std::size_t i = picture.lines.size(); i > 0; --i) {
    if (!picture.lines[i - 1].is_grid && is_on(picture.lines[i - 1], at, tolerance)) {
      return Hit{{}, i - 1};
    }
  }
  return {};
}

}  // namespace treering::gui::paint
