#include "gui/stage/layers.h"

#include <QObject>
#include <QtMath>
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

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
constexpr double kLeastArrow = 4;
constexpr double kLeastNumberPx = 7;  // of a font

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
  return scene.layout == Layout::Unfolded ? has_ranks()
                                          : scene.arrangement.radius * scale >= kLeastCurved;
}

QPointF Look::message_at(std::size_t lane, double progress) const {
  if (has_curves()) return scene.message_at(lane, progress);
  const QPointF from = scene.start_of(lane);
  return from + (scene.end_of(lane) - from) * std::clamp(progress, 0.0, 1.0);
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
    if (!look.has_ranks()) {
      painter.fillRect(far_area(card.area, look.scale), ground);
      continue;
    }
    constexpr double kRoot = 2.5;  // pixels of the screen
    const QColor edge = theme().box(report::drawing::Role::Host).stroke;
    painter.setPen(card.is_root ? QPen(theme().ink(), kRoot / look.scale) : QPen(edge, 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(card.area, 8, 8);
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
    const Scene& scene = look_.scene;
    if (!look_.has(lane)) return;
    const QLineF line(scene.start_of(lane), scene.end_of(lane));
    if (look_.seen.intersects(QRectF(line.p1(), line.p2()).normalized().adjusted(-1, -1, 1, 1))) {
      const int channel = scene.stage().lanes[lane].channel;
      lines_[scene.colour_of[static_cast<std::size_t>(channel)]].push_back(line);
    }
  }
  void paint(QPainter& painter) const {
    constexpr double kRing = 2;  // pixels of the screen
    const bool has_frames = look_.scene.arrangement.has_frames;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const auto& [colour, all] : lines_) {
      QPen pen(mixed(theme().series(colour), theme().paper()), has_frames ? 0 : kRing);
      pen.setCosmetic(true);
      painter.setPen(pen);
      painter.drawLines(all);
    }
    painter.setRenderHint(QPainter::Antialiasing);
  }

 private:
  const Look& look_;
  std::map<int, QVector<QLineF>> lines_;  // by colour
};

void paint_curve(QPainter& painter, const Look& look, std::size_t lane, int colour) {
  const Scene& scene = look.scene;
  painter.setBrush(Qt::NoBrush);
  constexpr double kWidth = 1.6;
  constexpr double kLeastWidth = 1.2;  // pixels of the screen
  painter.setPen(theme().series_pen(colour, std::max(kWidth, kLeastWidth / look.scale)));
  painter.drawPath(path_of(scene.bend_of(lane), scene.start_of(lane), scene.end_of(lane)));
  if (scene.arrangement.radius * look.scale < kLeastArrow) return;
  painter.setBrush(theme().series(colour));
  paint_arrow(painter, scene, lane);
}

using Ends = std::pair<int, int>;

/// Numbers that no agents have.
Ends cards_as_agents(Ends cards) {
  return {-1 - cards.first, -1 - cards.second};
}

void paint_curves(QPainter& painter, const Look& look) {
  const Scene& scene = look.scene;
  const auto& lanes = scene.stage().lanes;
  std::set<std::tuple<int, int, int>> done;  // from, to, colour
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (!look.has(i)) continue;
    const Bend bend = scene.bend_of(i);
    const QRectF around =
        QPolygonF{scene.start_of(i), bend.out, bend.in, scene.end_of(i)}.boundingRect();
    if (!look.seen.intersects(around.adjusted(-1, -1, 1, 1))) continue;
    const int colour = scene.colour_of[static_cast<std::size_t>(lanes[i].channel)];
    const auto [from, to] =
        scene.cards_of(i) ? cards_as_agents(*scene.cards_of(i)) : Ends(lanes[i].from, lanes[i].to);
    if (done.emplace(from, to, colour).second) {
      paint_curve(painter, look, i, colour);
    }
  }
}

/// Where nodes are small only what runs between them is painted: there is much, and nobody sees
/// more. A ring has no cards.
void paint_lanes(QPainter& painter, const Look& look) {
  if (look.has_curves()) return paint_curves(painter, look);
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

/// At least as large as can be read, where it fits into its circle.
void paint_number(QPainter& painter, const Look& look, QPointF at, int agent) {
  const double radius = look.scene.arrangement.radius;
  if (2 * radius * look.scale < kLeastNumberPx) return;
  const QString text = short_name(agent, look.scene.ranks);
  const double size = agent < look.scene.ranks ? 12 : 9;
  const double px = std::max(size * look.scale, kLeastNumberPx);
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
