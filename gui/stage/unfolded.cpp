#include "gui/stage/unfolded.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "gui/stage/layers.h"
#include "gui/stage/tree.h"

namespace treering::gui::stage {
namespace {

constexpr double kRingStep = 3.2 * kRankRadius;  // between neighbours of a ring
constexpr double kRingCopies = 90;

QPointF at_degrees(double degrees, double radius) {
  const double angle = degrees * std::numbers::pi / 180;
  return {radius * std::sin(angle), -radius * std::cos(angle)};
}

/// From rank 0 on around; empty where it is no ring over all ranks.
std::vector<int> ring_of(const Unfolding& of, int channel) {
  std::vector<int> next(static_cast<std::size_t>(of.stage().agents), -1);
  for (const auto& lane : of.stage().lanes) {
    if (lane.channel != channel) continue;
    int& to = next[static_cast<std::size_t>(lane.from)];
    if (to >= 0 && to != lane.to) return {};
    to = lane.to;
  }
  std::vector<int> ring;
  for (int rank = 0; rank >= 0 && std::cmp_less(ring.size(), of.stage().ranks);
       rank = next[static_cast<std::size_t>(rank)]) {
    ring.push_back(rank);
  }
  const bool is_whole = std::cmp_equal(ring.size(), of.stage().ranks) && of.stage().ranks > 2;
  std::vector<int> sorted = ring;
  std::ranges::sort(sorted);
  const bool is_once = std::ranges::adjacent_find(sorted) == sorted.end();
  return is_whole && is_once ? ring : std::vector<int>();
}

/// Neighbours of one node as arcs.
std::vector<Arc> arcs_of(const Unfolding& of, const std::vector<int>& ring, const Arc& circle) {
  const int per_node = std::max(of.stage().ranks / std::max(of.nodes, 1), 1);
  const double step = 360.0 / static_cast<double>(ring.size());
  std::vector<Arc> arcs;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const int node = ring[i] / per_node;
    if (arcs.empty() || arcs.back().node != node) {
      arcs.push_back(
          {circle.middle, circle.radius, (static_cast<double>(i) - 0.5) * step, 0, node});
    }
    arcs.back().span += step;
  }
  if (arcs.size() > 1 && arcs.back().node == arcs.front().node) {
    arcs.front().from = arcs.back().from - 360;
    arcs.front().span += arcs.back().span;
    arcs.pop_back();
  }
  return arcs;
}

/// From the middle of a circle to the names of its arcs, and whether these are outside.
struct NamesAround {
  double radius = 0;
  bool is_outside = false;
};

/// Inside, but outside where there is little room, or each rank is a node: there its name is beside
/// it. \param scale pixels of the screen for one of the plane
NamesAround names_around(const std::vector<Arc>& arcs, double scale, std::size_t ranks) {
  constexpr double kFromCirclePx = 10;
  constexpr double kFromRankPx = 1;
  constexpr double kLeastInsidePx = 60;
  constexpr double kLeastOutsidePx = 20;
  const double radius = arcs.front().radius;
  const double inside = radius - std::max(2 * kRankRadius, kFromCirclePx / scale);
  const bool has_room = (kRingStep - kRankRadius) * scale >= kLeastOutsidePx;
  const bool is_better = inside * scale < kLeastInsidePx || arcs.size() == ranks;
  if (has_room && is_better)
    return {radius + kRankRadius + kMemoryRing + kFromRankPx / scale, true};
  return {inside, false};
}

/// Of many nodes those at even distances.
void name_arcs(const std::vector<Arc>& arcs, std::size_t ranks, QSizeF pixels,
               Arrangement& arrangement) {
  constexpr double kInsidePx = 48;   // pixels along the circle for each
  constexpr double kOutsidePx = 20;  // likewise: numbers alone have room
  const QSizeF half(28, 8);          // of a name
  if (arcs.size() < 2) return;
  const double side = std::min(pixels.width(), pixels.height());
  const double radius = arcs.front().radius;
  const double scale = side / (2 * (radius + kRingStep));
  const NamesAround names = names_around(arcs, scale, ranks);
  std::size_t every = 1;
  const double each = names.is_outside ? kOutsidePx : kInsidePx;
  const auto most = static_cast<std::size_t>(std::numbers::pi * side / each);
  while (arcs.size() / every > most && every < arcs.size()) every *= 2;
  const double outwards = (names.is_outside ? 1 : -1) / scale;
  for (std::size_t i = 0; i < arcs.size(); i += every) {
    const QPointF away = at_degrees(arcs[i].from + arcs[i].span / 2, 1);
    const QPointF beyond(away.x() * half.width() * outwards, away.y() * half.height() * outwards);
    arrangement.captions.push_back({.at = arcs[i].middle + away * names.radius + beyond,
                                    .words = node_words(arcs[i].node),
                                    .room = 2 * radius,
                                    .side = Qt::AlignHCenter,
                                    .is_alike = true});
  }
}

/// One circle with this corner; returns the opposite one.
QPointF place_ring(const Unfolding& of, const std::vector<int>& ring, QPointF corner,
                   Arrangement& arrangement) {
  const auto count = static_cast<int>(ring.size());
  const double radius = std::max(count * kRingStep / (2 * std::numbers::pi), 3 * kRankRadius);
  const QPointF middle = corner + QPointF(radius + kRingStep, radius + kRingStep);
  const std::size_t first = arrangement.places.size();
  arrangement.places.resize(first + static_cast<std::size_t>(of.stage().agents));
  arrangement.card_of.resize(arrangement.places.size(), -1);
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const std::size_t place = first + static_cast<std::size_t>(ring[i]);
    arrangement.places[place] = middle + on_circle(static_cast<int>(i), count, radius);
    arrangement.card_of[place] = static_cast<int>(arrangement.cards.size());
  }
  const std::vector<Arc> arcs = arcs_of(of, ring, {middle, radius});
  name_arcs(arcs, ring.size(), of.pixels, arrangement);
  arrangement.arcs.insert(arrangement.arcs.end(), arcs.begin(), arcs.end());
  const double side = 2 * (radius + kRingStep);
  arrangement.cards.push_back({{corner, QSizeF(side, side)}, 0});
  arrangement.has_frames = false;
  return corner + QPointF(side, side);
}

bool place_rings(const Unfolding& of, const std::vector<const Pattern*>& patterns,
                 Arrangement& arrangement) {
  QPointF corner;
  for (const Pattern* const pattern : patterns) {
    const std::vector<int> ring = ring_of(of, pattern->channels.front());
    if (ring.empty()) return false;
    const QPointF end = place_ring(of, ring, corner, arrangement);
    corner.setX(end.x() + kRingCopies);
  }
  return true;
}

/// "tree 2: root node 3, a leaf of tree 1", or shorter; of one node "chain: root rank 0".
QStringList title_of(const std::vector<Tree>& trees, std::size_t number) {
  if (const auto rank = trees[number].root_of_chain()) {
    return {QObject::tr("chain: root rank %1").arg(*rank), QObject::tr("chain")};
  }
  const int root = trees[number].root();
  const QString name =
      trees.size() == 1 ? QObject::tr("tree") : QObject::tr("tree %1").arg(number + 1);
  const QString with_root = QObject::tr("%1: root node %2").arg(name).arg(root);
  const QString brief = QObject::tr("%1: root %2").arg(name).arg(root);
  QStringList words{with_root, brief, name};
  if (trees.size() != 2 || !trees[1 - number].is_leaf(root)) return words;
  words.prepend(QObject::tr("%1, leaf in %2").arg(brief).arg(2 - number));
  words.prepend(QObject::tr("%1, leaf of tree %2").arg(brief).arg(2 - number));
  words.prepend(QObject::tr("%1, a leaf of tree %2").arg(with_root).arg(2 - number));
  return words;
}

bool place_trees(const Unfolding& of, const std::vector<const Pattern*>& patterns,
                 Arrangement& arrangement) {
  std::vector<Tree> trees;
  for (const Pattern* const pattern : patterns) {
    auto tree = Tree::of(of, pattern->channels.front());
    if (!tree) return false;
    trees.push_back(*std::move(tree));
  }
  const TreeMeasure measure = measure_of(trees, of.pixels);
  arrangement.has_ports = measure.has_stars();
  QPointF corner;
  std::vector<PlacedTree> placed;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    placed.push_back(trees[i].place(measure, corner, arrangement));
    const QPointF end = placed.back().end;
    arrangement.plane |= QRectF(corner, end);  // names of leaves stand below their cards
    const QPointF top((corner.x() + end.x()) / 2, corner.y() + measure.title / 2);
    // A title may reach into the gap between trees; nothing stands beside one that is above the
    // other.
    const double breadth = end.x() - corner.x();
    const double room = measure.is_beside ? breadth + kTreeCopies : 2 * breadth;
    arrangement.captions.push_back({top, title_of(trees, i), room, 0, Qt::AlignHCenter, true});
    corner = measure.is_beside ? QPointF(end.x() + kTreeCopies, corner.y())
                               : QPointF(corner.x(), end.y() + kTreeCopies);
  }
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const bool has_next = measure.is_beside && i + 1 < placed.size();
    end_rooms(placed[i], has_next ? &placed[i + 1] : nullptr, arrangement);
  }
  return true;
}

}  // namespace

std::optional<Arrangement> unfold(const Unfolding& unfolding,
                                  const std::vector<const Pattern*>& patterns) {
  if (patterns.empty()) return {};
  Arrangement arrangement;
  arrangement.agents = unfolding.stage().agents;
  arrangement.radius = kRankRadius;
  const bool is_ring = !ring_of(unfolding, patterns.front()->channels.front()).empty();
  const bool is_placed = is_ring ? place_rings(unfolding, patterns, arrangement)
                                 : place_trees(unfolding, patterns, arrangement);
  if (!is_placed) return {};
  frame(arrangement);
  return arrangement;
}

}  // namespace treering::gui::stage
