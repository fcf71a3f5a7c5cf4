#include "gui/stage/layers.h"

#include <QObject>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "gui/paint/deeds.h"
#include "gui/paint/theme.h"

namespace treering::gui::stage {
namespace {

using app::simulation::Doing;
using app::simulation::have_common;
using paint::colour_of;
using paint::theme;

constexpr double kLeastRank = 3;    // pixels of a rank's radius; smaller ones are one card
constexpr double kLeastCurved = 6;  // whose lanes are not taken for straight
constexpr double kLeastNumber = 7;  // that a number fits into

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

/// Its blocks from the top, clockwise; the fuller, the darker. Equal neighbours are one piece.
void paint_memory(QPainter& painter, const QRectF& around, const std::vector<Block>& blocks) {
  constexpr int kWhole = 360 * 16;  // of a circle, in Qt's units
  const auto count = static_cast<int>(blocks.size());
  painter.setPen(Qt::NoPen);
  for (int first = 0, end = 0; first < count; first = end) {
    const double share = blocks[static_cast<std::size_t>(first)].share;
    while (end < count && blocks[static_cast<std::size_t>(end)].share == share) ++end;
    QColor colour = theme().series(2);
    colour.setAlphaF(static_cast<float>(0.1 + 0.9 * share));
    painter.setBrush(share > 0 ? colour : theme().grid());
    painter.drawPie(around, kWhole / 4 - end * kWhole / count, (end - first) * kWhole / count);
  }
}

/// One pixmap of a message, painted many times at once.
struct DotSprite {
  double side = 0;   // pixels of the pixmap
  double scale = 1;  // units of the plane for one of them
};

DotSprite dot_sprite(const Look& look, double device_ratio, double times = 1) {
  constexpr double kDot = 11;    // units of the plane
  constexpr double kFarDot = 5;  // pixels of the screen
  const double units = times * (look.has_ranks() ? kDot : kFarDot / look.scale);
  const double side = std::ceil(units * look.scale * device_ratio);
  return {side, units / side};
}

QPixmap dot_of(const QColor& colour, const DotSprite& sprite) {
  const int side = static_cast<int>(sprite.side);
  QPixmap pixmap(side, side);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme().paper(), sprite.side / 10));
  painter.setBrush(colour);
  const double edge = sprite.side / 20;
  painter.drawEllipse(QRectF(0, 0, side, side).adjusted(edge, edge, -edge, -edge));
  return pixmap;
}

QString short_name(int agent, int ranks) {
  return agent < ranks ? QString::number(agent) : QObject::tr("sw %1").arg(agent - ranks);
}

}  // namespace

bool Look::has(std::size_t lane) const {
  const int channel = scene.stage().lanes[lane].channel;
  return patterns.contains(
      static_cast<std::size_t>(scene.pattern_of[static_cast<std::size_t>(channel)]));
}

bool Look::has_ranks() const {
  return scene.arrangement.radius * scale >= kLeastRank;
}

void paint_cards(QPainter& painter, const Look& look) {
  const Arrangement& arrangement = look.scene.arrangement;
  if (!arrangement.has_frames) return;
  const QColor ground = theme().palette().color(QPalette::Window);
  for (const Card& card : arrangement.cards) {
    if (!look.seen.intersects(card.area)) continue;
    if (!look.has_ranks()) {
      painter.fillRect(card.area, ground);
      continue;
    }
    painter.setPen(QPen(theme().box(report::drawing::Role::Host).stroke, 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(card.area, 8, 8);
    if (arrangement.cards.size() == 1) continue;
    constexpr double kText = 11;
    constexpr double kMostText = 30;  // there is no more room above the ranks
    constexpr double kReadable = 7;   // pixels of the screen
    const double text = std::clamp(kReadable / look.scale, kText, kMostText);
    painter.setPen(theme().faint());
    painter.setFont(paint::picture_font(text, true));
    painter.drawText(card.area.adjusted(8, text > kText ? 0 : 4, -4, -4),
                     Qt::AlignLeft | Qt::AlignTop, QObject::tr("node %1").arg(card.node));
  }
}

QColor mixed(const QColor& a, const QColor& b) {
  return QColor((a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2);
}

/// Straight lines, all of a colour at once.
class FarLanes {
 public:
  explicit FarLanes(const Look& look) : look_(look) {}

  void add(std::size_t lane) {
    if (!look_.has(lane)) return;
    const Scene& scene = look_.scene;
    const QLineF line(scene.start_of(lane), scene.end_of(lane));
    if (look_.seen.intersects(QRectF(line.p1(), line.p2()).normalized().adjusted(-1, -1, 1, 1))) {
      const int channel = scene.stage().lanes[lane].channel;
      lines_[scene.colour_of[static_cast<std::size_t>(channel)]].push_back(line);
    }
  }
  void paint(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const auto& [colour, all] : lines_) {
      painter.setPen(QPen(mixed(theme().series(colour), theme().paper()), 0));
      painter.drawLines(all);
    }
    painter.setRenderHint(QPainter::Antialiasing);
  }

 private:
  const Look& look_;
  std::map<int, QVector<QLineF>> lines_;  // by colour
};

/// Whether lanes are large enough for nobody to take them for straight.
bool has_curves(const Look& look) {
  return look.scene.arrangement.radius * look.scale >= kLeastCurved;
}

void paint_curve(QPainter& painter, const Look& look, std::size_t lane, int colour) {
  const Scene& scene = look.scene;
  QPainterPath path(scene.start_of(lane));
  path.quadTo(scene.bends[lane], scene.end_of(lane));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(theme().series_pen(colour, 1.6));
  painter.drawPath(path);
  painter.setBrush(theme().series(colour));
  paint_arrow(painter, scene, lane);
}

void paint_curves(QPainter& painter, const Look& look) {
  const Scene& scene = look.scene;
  const auto& lanes = scene.stage().lanes;
  std::set<std::tuple<int, int, int>> done;  // from, to, colour
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (!look.has(i)) continue;
    const QRectF around =
        QPolygonF{scene.start_of(i), scene.bends[i], scene.end_of(i)}.boundingRect();
    if (!look.seen.intersects(around.adjusted(-1, -1, 1, 1))) continue;
    const int colour = scene.colour_of[static_cast<std::size_t>(lanes[i].channel)];
    if (done.emplace(lanes[i].from, lanes[i].to, colour).second) {
      paint_curve(painter, look, i, colour);
    }
  }
}

/// Where nodes are small only what runs between them is painted: there is much, and nobody sees
/// more.
void paint_lanes(QPainter& painter, const Look& look) {
  if (has_curves(look)) return paint_curves(painter, look);
  FarLanes lanes(look);
  if (look.has_ranks()) {
    for (std::size_t i = 0; i < look.scene.stage().lanes.size(); ++i) lanes.add(i);
  } else {
    for (const std::size_t i : look.scene.outer) lanes.add(i);
  }
  lanes.paint(painter);
}

void paint_rank(QPainter& painter, const Look& look, const RankLook& rank) {
  const Arrangement& arrangement = look.scene.arrangement;
  const QPointF at = arrangement.places[rank.place];
  const int agent = arrangement.agent_at(rank.place);
  const double radius = arrangement.radius;
  if (rank.blocks != nullptr) {
    const double outer = radius + kMemoryRing;
    paint_memory(painter, {at.x() - outer, at.y() - outer, 2 * outer, 2 * outer}, *rank.blocks);
  }
  painter.setBrush(theme().paper());
  painter.setPen(Qt::NoPen);
  painter.drawEllipse(at, radius, radius);
  QColor tint = colour_of(rank.doing);
  tint.setAlphaF(0.45F);
  painter.setBrush(tint);
  painter.setPen(rank.is_selected ? QPen(theme().accent(), 3) : QPen(theme().faint(), 1));
  painter.drawEllipse(at, radius - 0.5, radius - 0.5);
  if (radius * look.scale < kLeastNumber) return;
  painter.setPen(theme().ink());
  painter.setFont(paint::picture_font(agent < look.scene.ranks ? 12 : 9, true));
  painter.drawText(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius),
                   Qt::AlignCenter, short_name(agent, look.scene.ranks));
}

void paint_nodes(QPainter& painter, const Look& look, const std::vector<Doing>& doing) {
  const Arrangement& arrangement = look.scene.arrangement;
  std::vector<int> busy(arrangement.cards.size());
  std::vector<int> all(arrangement.cards.size());
  for (std::size_t i = 0; i < arrangement.places.size(); ++i) {
    if (arrangement.card_of[i] < 0) continue;
    const auto card = static_cast<std::size_t>(arrangement.card_of[i]);
    const auto agent = static_cast<std::size_t>(arrangement.agent_at(i));
    ++all[card];
    if (doing[agent] != Doing::Waits) ++busy[card];
  }
  if (!arrangement.has_frames) return;
  for (std::size_t i = 0; i < arrangement.cards.size(); ++i) {
    const QRectF& area = arrangement.cards[i].area;
    if (!look.seen.intersects(area) || all[i] == 0) continue;
    QColor colour = theme().series(5);
    colour.setAlphaF(static_cast<float>(0.05 + 0.4 * busy[i] / all[i]));
    painter.fillRect(area, colour);
  }
}

void paint_flights(QPainter& painter, const Look& look,
                   const std::vector<app::simulation::Flight>& flights,
                   const app::simulation::Data& chosen) {
  constexpr double kOutstanding = 1.6;
  constexpr double kFaded = 0.3;  // opacity of those beside
  const double ratio = painter.device()->devicePixelRatioF();
  const DotSprite sprite = dot_sprite(look, ratio);
  const DotSprite large = dot_sprite(look, ratio, kOutstanding);
  std::map<int, std::vector<QPainter::PixmapFragment>> dots;  // by colour
  std::vector<QPainter::PixmapFragment> outstanding;
  const QRectF whole(0, 0, sprite.side, sprite.side);
  for (const auto& flight : flights) {
    const auto lane = static_cast<std::size_t>(flight.lane);
    if (!look.has(lane)) continue;
    const QPointF at = look.scene.message_at(lane, flight.progress);
    if (!chosen.empty() && have_common(look.scene.moments->data_of(flight), chosen)) {
      outstanding.push_back(QPainter::PixmapFragment::create(at, {0, 0, large.side, large.side},
                                                             large.scale, large.scale));
      continue;
    }
    const int channel = look.scene.stage().lanes[lane].channel;
    const int colour = look.scene.colour_of[static_cast<std::size_t>(channel)];
    dots[colour].push_back(QPainter::PixmapFragment::create(at, whole, sprite.scale, sprite.scale,
                                                            0, chosen.empty() ? 1 : kFaded));
  }
  for (const auto& [colour, all] : dots) {
    painter.drawPixmapFragments(all.data(), static_cast<int>(all.size()),
                                dot_of(theme().series(colour), sprite));
  }
  if (outstanding.empty()) return;
  painter.drawPixmapFragments(outstanding.data(), static_cast<int>(outstanding.size()),
                              dot_of(theme().accent(), large));
}

const app::simulation::Flight* flight_at(const Look& look, QPointF at,
                                         const std::vector<app::simulation::Flight>& flights) {
  constexpr double kReach = 8;       // units of the plane
  constexpr double kLeastReach = 5;  // pixels of the screen
  double nearest = std::max(kReach, kLeastReach / look.scale);
  const app::simulation::Flight* found = nullptr;
  for (const auto& flight : flights) {
    const auto lane = static_cast<std::size_t>(flight.lane);
    if (!look.has(lane)) continue;
    const QPointF away = look.scene.message_at(lane, flight.progress) - at;
    const double distance = std::hypot(away.x(), away.y());
    if (distance > nearest) continue;
    nearest = distance;
    found = &flight;
  }
  return found;
}

}  // namespace treering::gui::stage
