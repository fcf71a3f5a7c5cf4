#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/paint/theme.h"
#include "gui/stage/layers.h"
#include "gui/widgets/frame.h"

namespace treering::gui::stage {
namespace {

using paint::theme;

constexpr double kLeastArrow = 4;  // pixels of a rank's radius

/// In the direction of the messages.
void paint_arrow(QPainter& painter, const Scene& scene, std::size_t lane) {
  const QPointF tip = scene.at(lane, 0.55);
  const QPointF along = tip - scene.at(lane, 0.49);
  const double length = std::hypot(along.x(), along.y());
  if (length <= 0) return;
  constexpr double kLength = 6;
  const QPointF unit = along / length * kLength;
  const QPointF side(-unit.y() / 2, unit.x() / 2);
  painter.setPen(Qt::NoPen);
  painter.drawPolygon(QPolygonF{tip, tip - unit + side, tip - unit - side});
}

QColor mixed(const QColor& a, const QColor& b) {
  return QColor((a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2);
}

/// Straight lines, all of a colour at once.
class FarLanes {
 public:
  explicit FarLanes(const Look& look) : look_(look) {}

  void add(std::size_t lane) {
    const Scene& scene = look_.scene;
    if (!look_.has(lane)) return;
    const QLineF line = look_.straight(lane);
    if (look_.seen.intersects(QRectF(line.p1(), line.p2()).normalized().adjusted(-1, -1, 1, 1))) {
      const int channel = scene.stage().lanes[lane].channel;
      lines_[scene.colour_of[static_cast<std::size_t>(channel)]].push_back(line);
      ++count_;
    }
  }
  void paint(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing, are_few());
    for (const auto& [colour, all] : lines_) {
      QPen pen = pen_of(colour);
      pen.setCosmetic(true);
      painter.setPen(pen);
      painter.drawLines(all);
    }
    painter.setRenderHint(QPainter::Antialiasing);
  }

 private:
  bool are_few() const {
    constexpr int kFew = 1000;
    return count_ <= kFew;
  }
  /// Of thousands nobody would see the dash, and it takes long.
  QPen pen_of(int colour) const {
    constexpr double kWidth = 1.6;  // pixels of the screen
    constexpr double kRing = 2;     // likewise
    if (are_few()) return theme().series_pen(colour, kWidth);
    const bool has_frames = look_.scene.arrangement.has_frames;
    return {mixed(theme().series(colour), theme().paper()), has_frames ? 0 : kRing};
  }

  const Look& look_;
  std::map<int, QVector<QLineF>> lines_;  // by colour
  int count_ = 0;
};

void paint_curve(QPainter& painter, const Look& look, std::size_t lane, int colour) {
  const Scene& scene = look.scene;
  constexpr double kWidth = 1.6;
  constexpr double kLeastWidth = 1.2;  // pixels of the screen
  painter.setBrush(Qt::NoBrush);
  painter.setPen(theme().series_pen(colour, std::max(kWidth, kLeastWidth / look.scale)));
  painter.drawPath(path_of(scene.bend_of(lane), scene.start_of(lane), scene.end_of(lane)));
}

using Ends = std::pair<int, int>;

/// Numbers that no agents have.
Ends cards_as_agents(Ends cards) {
  return {-1 - cards.first, -1 - cards.second};
}

/// Curves that are painted, by their ends and colour.
class Painted {
 public:
  Painted(const Scene& scene, PaintedCurves& all) : scene_(scene), all_(all) {}

  /// False where there is one already.
  bool add(std::size_t lane, int colour) {
    const auto [from, to] = ends_of(lane);
    return all_.emplace(std::tuple(from, to, colour), lane).second;
  }
  /// Whether the way back is on the same curve: over it dashes would fill each other's gaps.
  bool has_way_back(std::size_t lane, int colour) const {
    constexpr double kSame = 1;  // unit of the plane
    const auto [from, to] = ends_of(lane);
    const auto back = all_.find({to, from, colour});
    if (back == all_.end()) return false;
    const QPointF apart = scene_.at(lane, 0.5) - scene_.at(back->second, 0.5);
    return std::hypot(apart.x(), apart.y()) < kSame;
  }

 private:
  Ends ends_of(std::size_t lane) const {
    const auto& way = scene_.stage().lanes[lane];
    const auto cards = scene_.cards_of(lane);
    return cards ? cards_as_agents(*cards) : Ends(way.from, way.to);
  }

  const Scene& scene_;
  PaintedCurves& all_;
};

bool is_seen(const Look& look, std::size_t lane) {
  if (!look.has(lane)) return false;
  const Scene& scene = look.scene;
  const Bend bend = scene.bend_of(lane);
  const QRectF around =
      QPolygonF{scene.start_of(lane), bend.out, bend.in, scene.end_of(lane)}.boundingRect();
  return look.seen.intersects(around.adjusted(-1, -1, 1, 1));
}

/// From the first to before the last.
void paint_curves(QPainter& painter, const Look& look, std::pair<std::size_t, std::size_t> lanes,
                  PaintedCurves& curves) {
  const Scene& scene = look.scene;
  const bool has_arrows = scene.arrangement.radius * look.scale >= kLeastArrow;
  Painted painted(scene, curves);
  for (std::size_t i = lanes.first; i < lanes.second; ++i) {
    if (!is_seen(look, i)) continue;
    const int channel = scene.stage().lanes[i].channel;
    const int colour = scene.colour_of[static_cast<std::size_t>(channel)];
    if (!painted.add(i, colour)) continue;
    if (!painted.has_way_back(i, colour)) paint_curve(painter, look, i, colour);
    painter.setBrush(theme().series(colour));
    if (has_arrows) paint_arrow(painter, scene, i);
  }
}

/// Where nodes are small only what runs between them is painted: there is much, and nobody sees
/// more. A ring has no cards.
void paint_far_lanes(QPainter& painter, const Look& look) {
  FarLanes lanes(look);
  if (look.has_ranks() || !look.scene.arrangement.has_frames) {
    for (std::size_t i = 0; i < look.scene.stage().lanes.size(); ++i) {
      if (look.scene.is_first_of_pattern(i)) lanes.add(i);
    }
  } else {
    for (const std::size_t i : look.scene.outer) lanes.add(i);
  }
  lanes.paint(painter);
}

}  // namespace

bool Lanes::paint(QPainter& painter, const Look& look) {
  constexpr std::size_t kAtOnce = 32;  // curves: 2 ms
  if (!look.has_curves()) {
    paint_far_lanes(painter, look);
    return true;
  }
  const std::size_t count = look.scene.stage().lanes.size();
  do {
    const std::size_t end = std::min(next_ + kAtOnce, count);
    paint_curves(painter, look, {next_, end}, curves_);
    next_ = end;
  } while (next_ < count && !widgets::Frame::is_full());
  return next_ >= count;
}

}  // namespace treering::gui::stage
