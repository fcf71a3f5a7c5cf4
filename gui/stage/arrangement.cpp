#include "gui/stage/arrangement.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace treering::gui::stage {
namespace {

constexpr double kRadius = 16;
constexpr double kApart = 3.4;  // radii between neighbours in a circle
constexpr double kPad = 22;     // from a rank to the edge of its card
constexpr double kGap = 40;     // between cards
constexpr int kMostInCircle = 12;

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

}  // namespace

Arrangement arrange(const Extent& extent) {
  const int nodes = std::max(extent.nodes, 1);
  const int per_node = std::max(extent.ranks / nodes, 1);
  const double ring =
      std::max(circle_for(per_node, kApart * kRadius), extent.switches.empty() ? 0.0 : 70.0);
  const double side = 2 * (ring + kRadius + kPad);
  Arrangement arrangement;
  arrangement.radius = kRadius;
  for (const QPointF& middle : card_places(nodes, side)) {
    arrangement.nodes.emplace_back(middle.x() - side / 2, middle.y() - side / 2, side, side);
  }
  const auto add = [&arrangement](int node, QPointF at) {
    arrangement.places.push_back(arrangement.nodes[static_cast<std::size_t>(node)].center() + at);
    arrangement.node_of.push_back(node);
  };
  for (int rank = 0; rank < extent.ranks; ++rank) {
    add(std::min(rank / per_node, nodes - 1), on_circle(rank % per_node, per_node, ring));
  }
  std::vector<int> placed(static_cast<std::size_t>(nodes));
  for (const int given : extent.switches) {
    if (given < 0) {
      arrangement.places.emplace_back();
      arrangement.node_of.push_back(-1);
      continue;
    }
    const int node = std::min(given, nodes - 1);
    const auto count = static_cast<int>(std::ranges::count(extent.switches, given));
    const int number = placed[static_cast<std::size_t>(node)]++;
    add(node, on_circle(number, count, circle_for(count, 2.4 * kRadius)));
  }
  for (const QRectF& card : arrangement.nodes) arrangement.plane |= card;
  arrangement.plane.adjust(-kPad, -kPad, kPad, kPad);
  return arrangement;
}

}  // namespace treering::gui::stage
