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

/// From the top, clockwise.
QPointF on_circle(int i, int count, double radius) {
  const double angle = 2 * std::numbers::pi * i / count - std::numbers::pi / 2;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// That lets `count` things of this breadth stand on it.
double circle_for(int count, double breadth) {
  return count < 2 ? 0 : breadth / 2 / std::sin(std::numbers::pi / std::max(count, 3));
}

/// The middles of cards with this side.
std::vector<QPointF> card_places(int nodes, double side) {
  std::vector<QPointF> places;
  if (nodes > 2 && nodes <= kMostInCircle) {
    // A circle of squares needs their diagonal only between those that stand slantwise.
    const double radius =
        circle_for(nodes, (side + kGap) * (nodes == 4 ? std::numbers::sqrt2 : 1.2));
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
    places.emplace_back(column * (side + kGap), row * (side + kGap));
  }
  return places;
}

/// In the corner that their ranks leave free.
void name_cards(Arrangement& arrangement) {
  constexpr double kFromEdge = 8;
  constexpr double kFromTop = 12;
  constexpr double kShare = 0.42;  // of a card's breadth
  for (const Card& card : arrangement.cards) {
    arrangement.captions.push_back({card.area.topLeft() + QPointF(kFromEdge, kFromTop),
                                    node_words(card.node), kShare * card.area.width()});
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

Arrangement arrange(const Extent& extent) {
  const int nodes = std::max(extent.nodes, 1);
  const int per_node = std::max(extent.ranks / nodes, 1);
  const double ring =
      std::max(circle_for(per_node, kApart * kRankRadius), extent.switches.empty() ? 0.0 : 70.0);
  const double side = 2 * (ring + kRankRadius + kCardPad);
  Arrangement arrangement;
  arrangement.agents = extent.ranks + static_cast<int>(extent.switches.size());
  arrangement.radius = kRankRadius;
  for (const QPointF& middle : card_places(nodes, side)) {
    arrangement.cards.push_back({{middle.x() - side / 2, middle.y() - side / 2, side, side},
                                 static_cast<int>(arrangement.cards.size())});
  }
  if (nodes > 1) name_cards(arrangement);
  const auto add = [&arrangement](int node, QPointF at) {
    const bool is_shown = node >= 0;
    const QPointF middle =
        is_shown ? arrangement.cards[static_cast<std::size_t>(node)].area.center() : QPointF();
    arrangement.places.push_back(middle + at);
    arrangement.card_of.push_back(node);
  };
  for (int rank = 0; rank < extent.ranks; ++rank) {
    add(std::min(rank / per_node, nodes - 1), on_circle(rank % per_node, per_node, ring));
  }
  std::map<int, int> placed;
  for (const int node : extent.switches) {
    const auto count = static_cast<int>(std::ranges::count(extent.switches, node));
    const int number = placed[node]++;
    add(std::min(node, nodes - 1), on_circle(number, count, circle_for(count, 2.4 * kRankRadius)));
  }
  frame(arrangement);
  return arrangement;
}

}  // namespace treering::gui::stage
