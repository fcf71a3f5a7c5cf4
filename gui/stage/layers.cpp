#include "gui/stage/layers.h"

#include <QObject>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "gui/paint/theme.h"

namespace treering::gui::stage {
namespace {

using app::simulation::Doing;
using paint::theme;

constexpr double kLeastRank = 4;    // pixels of a rank's radius; smaller ones are one card
constexpr double kLeastNumber = 7;  // that a number fits into

QColor colour_of(Doing doing) {
  switch (doing) {
    case Doing::Sends:
      return theme().series(5);
    case Doing::Combines:
      return theme().series(6);
    case Doing::Keeps:
      return theme().series(2);
    case Doing::Waits:
      break;
  }
  return theme().paper();
}

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

/// Its blocks from the top, clockwise; the fuller, the darker.
void paint_memory(QPainter& painter, const QRectF& around, const std::vector<Block>& blocks) {
  constexpr int kWhole = 360 * 16;  // of a circle, in Qt's units
  const auto count = static_cast<int>(blocks.size());
  painter.setPen(QPen(theme().paper(), 0.6));
  for (int i = 0; i < count; ++i) {
    const double share = blocks[static_cast<std::size_t>(i)].share;
    QColor colour = theme().series(2);
    colour.setAlphaF(static_cast<float>(0.1 + 0.9 * share));
    painter.setBrush(share > 0 ? colour : theme().grid());
    painter.drawPie(around, kWhole / 4 - (i + 1) * kWhole / count, kWhole / count);
  }
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

QString word_of(Doing doing) {
  switch (doing) {
    case Doing::Sends:
      return QObject::tr("sends");
    case Doing::Combines:
      return QObject::tr("combines");
    case Doing::Keeps:
      return QObject::tr("stores");
    case Doing::Waits:
      break;
  }
  return QObject::tr("waits");
}

void paint_cards(QPainter& painter, const Look& look) {
  const Arrangement& arrangement = look.scene.arrangement;
  if (!arrangement.has_frames) return;
  for (const Card& card : arrangement.cards) {
    if (!look.seen.intersects(card.area)) continue;
    painter.setPen(QPen(theme().box(report::drawing::Role::Host).stroke, 1));
    painter.setBrush(theme().palette().color(QPalette::Window));
    painter.drawRoundedRect(card.area, 8, 8);
    constexpr double kText = 11;
    constexpr double kLeastText = 6;  // pixels of the screen
    if (arrangement.cards.size() == 1 || kText * look.scale < kLeastText) continue;
    painter.setPen(theme().faint());
    painter.setFont(paint::picture_font(kText, true));
    painter.drawText(card.area.adjusted(8, 4, -4, -4), Qt::AlignLeft | Qt::AlignTop,
                     QObject::tr("node %1").arg(card.node));
  }
}

void paint_lanes(QPainter& painter, const Look& look) {
  const Scene& scene = look.scene;
  const auto& lanes = scene.stage().lanes;
  std::set<std::tuple<int, int, int>> done;  // from, to, colour
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (!look.has(i)) continue;
    const int colour = scene.colour_of[static_cast<std::size_t>(lanes[i].channel)];
    if (!done.emplace(lanes[i].from, lanes[i].to, colour).second) continue;
    QPainterPath path(scene.start_of(i));
    path.quadTo(scene.bends[i], scene.end_of(i));
    if (!look.seen.intersects(path.controlPointRect().adjusted(-1, -1, 1, 1))) continue;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme().series_pen(colour, look.has_ranks() ? 1.6 : 1.2 / look.scale));
    painter.drawPath(path);
    if (!look.has_ranks()) continue;
    painter.setBrush(theme().series(colour));
    paint_arrow(painter, scene, i);
  }
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
                   const std::vector<app::simulation::Flight>& flights) {
  constexpr double kDot = 4.5;
  const double size = look.has_ranks() ? kDot : kDot / 2 / look.scale;
  painter.setPen(QPen(theme().paper(), size / 5));
  for (const auto& flight : flights) {
    const auto lane = static_cast<std::size_t>(flight.lane);
    if (!look.has(lane)) continue;
    const int channel = look.scene.stage().lanes[lane].channel;
    painter.setBrush(theme().series(look.scene.colour_of[static_cast<std::size_t>(channel)]));
    painter.drawEllipse(look.scene.at(lane, flight.progress), size, size);
  }
}

}  // namespace treering::gui::stage
