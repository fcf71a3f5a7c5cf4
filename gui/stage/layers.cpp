#include "gui/stage/layers.h"

#include <QObject>
#include <QtMath>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "gui/paint/deeds.h"
#include "gui/paint/theme.h"

namespace treering::gui::stage {
namespace {

using app::simulation::Doing;
using paint::colour_of;
using paint::theme;

constexpr double kLeastRank = 3;        // pixels of a rank's radius; smaller ones are one card
constexpr double kLeastFewRanks = 1.5;  // likewise where there are at most so many
constexpr std::size_t kFewRanks = 600;
constexpr double kLeastCurved = 6;  // whose lanes are not taken for straight
constexpr std::size_t kFewLanes =
    16'384;  // of all channels: they are curves wherever ranks are seen

/// Its blocks from the top, clockwise; the fuller, the darker. Equal neighbours are one piece.
void paint_memory(QPainter& painter, const QRectF& around,
                  const std::vector<models::Block>& blocks) {
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

QString short_name(int agent, int ranks) {
  return agent < ranks ? QString::number(agent) : QObject::tr("sw %1").arg(agent - ranks);
}

}  // namespace

bool Look::has(std::size_t lane) const {
  const int channel = scene.stage().lanes[lane].channel;
  return patterns.contains(
      static_cast<std::size_t>(scene.pattern_of[static_cast<std::size_t>(channel)]));
}

bool Look::has_messages(std::size_t lane) const {
  return has(lane) && (has_ranks() || !scene.arrangement.has_frames || !scene.is_inside(lane));
}

bool Look::has_ranks() const {
  const bool are_few = scene.arrangement.places.size() <= kFewRanks;
  return scene.arrangement.radius * scale >= (are_few ? kLeastFewRanks : kLeastRank);
}

bool Look::has_curves() const {
  // Straight ways of a tree would pass ranks.
  const bool are_few = scene.layout == Layout::Unfolded || scene.stage().lanes.size() <= kFewLanes;
  return has_ranks() && (are_few || scene.arrangement.radius * scale >= kLeastCurved);
}

QLineF Look::straight(std::size_t lane) const {
  constexpr double kLinesApart = 3;  // pixels of the screen between channels
  const Arrangement& all = scene.arrangement;
  const QLineF ends(scene.start_of(lane), scene.end_of(lane));
  if (!all.has_frames) return ends;
  const QLineF line = has_ranks() ? ends : scene.between_cards(lane).value_or(ends);
  if (line.isNull()) return line;
  const int channel = scene.stage().lanes[lane].channel;
  const auto pattern =
      static_cast<std::size_t>(scene.pattern_of[static_cast<std::size_t>(channel)]);
  const auto before = static_cast<double>(std::distance(patterns.begin(), patterns.find(pattern)));
  const auto count = static_cast<double>(patterns.size());
  const double room = has_ranks() ? 2 * all.radius : all.cards.front().area.width() / 2;
  const double apart = std::min(kLinesApart / scale, room / count);
  // To the same side there and back.
  const bool is_back = std::pair(line.x1(), line.y1()) > std::pair(line.x2(), line.y2());
  const QLineF normal = line.normalVector().unitVector();
  const QPointF away = (normal.p2() - normal.p1()) * (is_back ? -1 : 1);
  return line.translated(away * (before - (count - 1) / 2) * apart);
}

double Look::message_size() const {
  constexpr double kDot = 11;    // units of the plane
  constexpr double kFarDot = 5;  // pixels of the screen, at least
  return std::max(kDot, kFarDot / scale);
}

QPointF Look::message_at(std::size_t lane, double progress) const {
  if (has_curves()) return scene.message_at(lane, progress, message_size());
  return straight(lane).pointAt(std::clamp(progress, 0.0, 1.0));
}

/// A band behind the ranks of every second node.
void paint_arcs(QPainter& painter, const Look& look) {
  constexpr double kLeast = 8;   // pixels of the screen along the circle
  constexpr double kWidth = 14;  // likewise, at least
  constexpr double kTop = 90;    // degrees from Qt's first direction to ours
  constexpr int kParts = 16;     // of a degree
  const QColor ground = theme().palette().color(QPalette::Window);
  const double width = std::max(2 * (kRankRadius + kCardPad / 2), kWidth / look.scale);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(ground, width, Qt::SolidLine, Qt::FlatCap));
  const auto& arcs = look.scene.arrangement.arcs;
  for (std::size_t i = 0; i < arcs.size(); i += 2) {
    const Arc& arc = arcs[i];
    if (qDegreesToRadians(arc.span) * arc.radius * look.scale < kLeast) continue;
    const QPointF corner(arc.radius, arc.radius);
    painter.drawArc(QRectF(arc.middle - corner, arc.middle + corner),
                    static_cast<int>((kTop - arc.from) * kParts),
                    -static_cast<int>(arc.span * kParts));
  }
}

/// Of a card that is far away: large enough to be seen.
QRectF far_area(const QRectF& area, double scale) {
  constexpr double kLeast = 3;  // pixels of the screen
  const double more_x = std::max(kLeast / scale - area.width(), 0.0) / 2;
  const double more_y = std::max(kLeast / scale - area.height(), 0.0) / 2;
  return area.adjusted(-more_x, -more_y, more_x, more_y);
}

void paint_cards(QPainter& painter, const Look& look) {
  const Arrangement& arrangement = look.scene.arrangement;
  if (!arrangement.has_frames) return paint_arcs(painter, look);
  const QColor ground = theme().palette().color(QPalette::Window);
  for (const Card& card : arrangement.cards) {
    if (!look.seen.intersects(card.area)) continue;
    constexpr double kRoot = 2.5;  // pixels of the screen
    const QPen root(theme().ink(), kRoot / look.scale);
    painter.setBrush(ground);
    if (!look.has_ranks()) {
      painter.setPen(card.is_root ? root : QPen(Qt::NoPen));
      painter.drawRect(far_area(card.area, look.scale));
      continue;
    }
    const QColor edge = theme().box(report::drawing::Role::Host).stroke;
    painter.setPen(card.is_root ? root : QPen(edge, 1));
    painter.drawRoundedRect(card.area, 8, 8);
  }
}

/// At least as large as can be read, where it fits into its circle.
void paint_number(QPainter& painter, const Look& look, QPointF at, int agent) {
  const double radius = look.scene.arrangement.radius;
  if (2 * radius * look.scale < paint::kLeastText) return;
  const QString text = short_name(agent, look.scene.ranks);
  const double size = agent < look.scene.ranks ? 12 : 9;
  const double px = std::max<double>(size * look.scale, paint::kLeastText);
  const QFont font = paint::picture_font(px, true);
  // All numbers of ranks or none.
  const int ranks = look.scene.ranks;
  const QString longest = agent < ranks ? short_name(ranks - 1, ranks) : text;
  if (QFontMetricsF(font).horizontalAdvance(longest) > 2 * radius * look.scale) return;
  painter.save();
  const QPointF middle = painter.worldTransform().map(at);
  painter.resetTransform();
  painter.setPen(theme().ink());
  painter.setFont(font);
  const QPointF corner(2 * px, 2 * px);  // larger than the text
  painter.drawText(QRectF(middle - corner, middle + corner), Qt::AlignCenter, text);
  painter.restore();
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
  painter.setBrush(paint::tint_of(colour_of(rank.doing)));
  const double line = std::max(1.0, 1 / look.scale);  // a pixel of the screen
  painter.setPen(rank.is_selected ? QPen(theme().accent(), 3 * line) : QPen(theme().faint(), line));
  painter.drawEllipse(at, radius - 0.5, radius - 0.5);
  paint_number(painter, look, at, agent);
}

void paint_nodes(QPainter& painter, const Look& look, const std::vector<Doing>& doing) {
  const Arrangement& arrangement = look.scene.arrangement;
  std::vector<int> busy(arrangement.cards.size());
  std::vector<int> all(arrangement.cards.size());
  for (std::size_t i = 0; i < arrangement.places.size(); ++i) {
    if (arrangement.card_of[i] < 0) continue;
    const auto card = static_cast<std::size_t>(arrangement.card_of[i]);
    ++all[card];
    if (doing[i] != Doing::Waits) ++busy[card];
  }
  if (!arrangement.has_frames) return;
  for (std::size_t i = 0; i < arrangement.cards.size(); ++i) {
    const QRectF& area = arrangement.cards[i].area;
    if (!look.seen.intersects(area) || busy[i] == 0) continue;
    QColor colour = theme().series(5);
    colour.setAlphaF(static_cast<float>(0.05 + 0.4 * busy[i] / all[i]));
    painter.fillRect(far_area(area, look.scale), colour);
  }
}

}  // namespace treering::gui::stage
