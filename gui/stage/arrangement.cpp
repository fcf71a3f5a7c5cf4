#include "gui/stage/arrangement.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace treering::gui::stage {
namespace {

constexpr double kApart = 3.4;  // radii between neighbours in a circle
constexpr double kGap = 40;     // between cards
constexpr double kSwitchStep = 2.4 * kRankRadius;
constexpr double kAroundSwitch = 70;  // radius of a circle with a switch in it, at least

/// That lets `count` things of this breadth stand on it.
double circle_for(int count, double breadth) {
  return count < 2 ? 0 : breadth / 2 / std::sin(std::numbers::pi / std::max(count, 3));
}

/// Sides of cards.
struct Sides {
  double node = 0;
  double network = 0;  // 0: there is no such card
};

bool is_circle(int nodes) {
  return nodes > 2 && nodes <= kMostInCircle;
}

/// The middles of the cards of nodes.
std::vector<QPointF> card_places(int nodes, const Sides& sides) {
  std::vector<QPointF> places;
  if (is_circle(nodes)) {
    // A circle of squares needs their diagonal only between those that stand slantwise. The card of
    // the network is in the middle.
    const double apart = (sides.node + kGap) * (nodes == 4 ? std::numbers::sqrt2 : 1.2);
    const double clear = (sides.node + sides.network + kGap) / std::numbers::sqrt2;
    const double radius = std::max(circle_for(nodes, apart), sides.network > 0 ? clear : 0.0);
    for (int i = 0; i < nodes; ++i) {
      // Four stand as a square.
      const QPointF at = on_circle(2 * i + (nodes == 4 ? 7 : 0), 2 * nodes, radius);
      places.push_back(at);
    }
    return places;
  }
  const int columns = nodes <= 2 ? nodes : static_cast<int>(std::ceil(std::sqrt(1.6 * nodes)));
  for (int i = 0; i < nodes; ++i) {
    const int row = i / columns;
    // Every second row backwards: neighbours stay neighbours.
    const int column = row % 2 == 0 ? i % columns : columns - 1 - i % columns;
    places.emplace_back(column * (sides.node + kGap), row * (sides.node + kGap));
  }
  return places;
}

/// In the middle of a circle of nodes, else below their rows.
void add_network(const Sides& sides, Arrangement& arrangement) {
  const auto nodes = static_cast<int>(arrangement.cards.size());
  QRectF all;
  for (const Card& card : arrangement.cards) all |= card.area;
  const double half = sides.network / 2;
  const QPointF middle =
      is_circle(nodes) ? QPointF() : QPointF(all.center().x(), all.bottom() + kGap + half);
  const QRectF area(middle - QPointF(half, half), QSizeF(sides.network, sides.network));
  arrangement.cards.push_back({area, nodes, false, true});
}

/// In the corner that their ranks leave free; above the card of the network.
void name_cards(Arrangement& arrangement) {
  constexpr double kFromEdge = 8;
  constexpr double kFromTop = 12;
  for (const Card& card : arrangement.cards) {
    if (card.is_network) {
      const QPointF above(card.area.center().x(), card.area.top() - kFromTop);
      const double room = 3 * card.area.width();
      arrangement.captions.push_back({above, {QObject::tr("network")}, room, 0, Qt::AlignHCenter});
      continue;
    }
    arrangement.captions.push_back({.at = card.area.topLeft() + QPointF(kFromEdge, kFromTop),
                                    .words = node_words(card.node),
                                    .room = card.area.width(),
                                    .is_alike = true});
  }
}

}  // namespace

std::size_t Arrangement::place(int copy, int agent) const {
  const int last = std::min(copy, copies() - 1);
  return static_cast<std::size_t>(last) * static_cast<std::size_t>(agents) +
         static_cast<std::size_t>(agent);
}

QStringList node_words(int node) {
  return {QObject::tr("node %1").arg(node), QString::number(node)};
}

void frame(Arrangement& arrangement) {
  for (const Card& card : arrangement.cards) arrangement.plane |= card.area;
  arrangement.plane.adjust(-kCardPad, -kCardPad, kCardPad, kCardPad);
}

double circle_of_node(int ranks, bool has_switch) {
  return std::max(circle_for(ranks, kApart * kRankRadius), has_switch ? kAroundSwitch : 0.0);
}

QPointF on_circle(int i, int count, double radius) {
  const double angle = 2 * std::numbers::pi * i / count - std::numbers::pi / 2;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

Arrangement arrange(const Extent& extent) {
  const int nodes = std::max(extent.nodes, 1);
  const int per_node = std::max(extent.ranks / nodes, 1);
  const double ring = circle_of_node(per_node, !extent.switches.empty());
  const auto in_network = static_cast<int>(std::ranges::count(extent.switches, Extent::kNetwork));
  const double inner = circle_for(in_network, kSwitchStep);
  const auto side_of = [](double circle) { return 2 * (circle + kRankRadius + kCardPad); };
  const Sides sides{side_of(ring), in_network > 0 ? side_of(inner) : 0};
  Arrangement arrangement;
  arrangement.agents = extent.ranks + static_cast<int>(extent.switches.size());
  arrangement.radius = kRankRadius;
  for (const QPointF& middle : card_places(nodes, sides)) {
    const QPointF half(sides.node / 2, sides.node / 2);
    arrangement.cards.push_back(
        {{middle - half, middle + half}, static_cast<int>(arrangement.cards.size())});
  }
  if (in_network > 0) add_network(sides, arrangement);
  if (nodes > 1) name_cards(arrangement);
  const auto add = [&arrangement](int card, QPointF at) {
    const bool is_shown = card >= 0;
    const QPointF middle =
        is_shown ? arrangement.cards[static_cast<std::size_t>(card)].area.center() : QPointF();
    arrangement.places.push_back(middle + at);
    arrangement.card_of.push_back(card);
  };
  for (int rank = 0; rank < extent.ranks; ++rank) {
    add(std::min(rank / per_node, nodes - 1), on_circle(rank % per_node, per_node, ring));
  }
  std::map<int, int> placed;
  for (const int node : extent.switches) {
    const auto count = static_cast<int>(std::ranges::count(extent.switches, node));
    const int card = node == Extent::kNetwork ? nodes : std::min(node, nodes - 1);
    add(card, on_circle(placed[node]++, count, circle_for(count, kSwitchStep)));
  }
  frame(arrangement);
  return arrangement;
}

}  // namespace treering::gui::stage
