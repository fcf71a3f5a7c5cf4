#include <algorithm>
#include <utility>
#include <vector>

#include "gui/stage/tree.h"

namespace treering::gui::stage {

// How large the parts of trees are, so that they fill a space on the screen best.

namespace {

constexpr double kHeadPx = 14;      // pixels that a name takes above ranks
constexpr double kHeadlinePx = 20;  // and a title above a tree
constexpr double kNodeNamePx = 48;  // the breadth of "node 12"
constexpr double kLevel = 40;       // at least
constexpr double kStarLevel = 0.4;  // likewise, of the height of cards with stars
constexpr int kMostColumns = 32;

/// Of several trees with cards of one size.
struct Sizes {
  int copies = 1;
  int leaves = 1;
  int levels = 1;
  int ranks = 1;  // of a node
  double circle = 0;
};

struct Tried {
  TreeMeasure measure;
  double scale = 0;  // pixels of the screen for one of the plane
};

Tried tried(const Sizes& sizes, QSizeF pixels, TreeMeasure measure, bool has_heads) {
  const QSizeF card = Tree::card_size(measure, sizes.ranks);
  const int rows = measure.is_beside ? 1 : sizes.copies;
  const int abreast = measure.is_beside ? sizes.copies : 1;
  const double tree = sizes.leaves * (card.width() + Tree::kBetween) - Tree::kBetween;
  const double width = abreast * (tree + kTreeCopies) - kTreeCopies + 2 * kCardPad;
  const double least = measure.has_stars() ? kStarLevel * card.height() : kLevel;
  const double tall = sizes.levels * (card.height() + least) - least;
  const double height = rows * (tall + kTreeCopies) - kTreeCopies + 2 * kCardPad;
  // What has a fixed size on the screen leaves the rest; in a small window not nearly nothing.
  const double fixed = rows * (kHeadlinePx + (has_heads ? sizes.levels * kHeadPx : kHeadPx));
  const double rest = std::max(pixels.height() - fixed, pixels.height() / 4);
  const double scale = std::min(pixels.width() / width, rest / height);
  measure.head = has_heads ? kHeadPx / scale : 0;
  measure.foot = has_heads ? 0 : kHeadPx / scale;
  measure.title = kHeadlinePx / scale;
  const int gaps = rows * std::max(sizes.levels - 1, 1);
  measure.level = least + std::max(rest / scale - height, 0.0) / gaps;
  return {measure, scale};
}

}  // namespace

TreeMeasure measure_of(const std::vector<Tree>& trees, QSizeF pixels) {
  Sizes sizes{static_cast<int>(trees.size()), 1, 1, trees.front().ranks_per_node()};
  const bool has_stars = trees.front().has_stars();
  if (has_stars) sizes.circle = circle_of_node(sizes.ranks, true);
  for (const Tree& tree : trees) {
    sizes.leaves = std::max(sizes.leaves, tree.leaves());
    sizes.levels = std::max(sizes.levels, tree.levels());
  }
  Tried best;
  const int most_columns = has_stars ? 1 : std::clamp(sizes.ranks - 1, 1, kMostColumns);
  for (int columns = 1; columns <= most_columns; ++columns) {
    for (const bool is_beside : {true, false}) {
      const TreeMeasure measure{columns, 0, 0, 0, 0, is_beside, sizes.circle};
      Tried one = tried(sizes, pixels, measure, true);
      const double room = Tree::name_room(one.measure, sizes.ranks) * one.scale;
      if (room < kNodeNamePx) one = tried(sizes, pixels, measure, false);
      if (one.scale > best.scale) best = one;
    }
  }
  return best.measure;
}

// Where the cards of a tree stand, and the ranks on them.

namespace {

constexpr double kChainStep = 2.75 * kRankRadius;  // between neighbours
constexpr double kShareOfLevel = 0.6;              // that a name beside its card takes
constexpr double kFromCard = 6;                    // between a card and its name

/// A name at the right of its card has room until the next card beside it: ways to others lead
/// above and below.
void end_room(Caption& caption, double right) {
  caption.room = right - caption.at.x() - kFromCard;
}

}  // namespace

void end_rooms(const PlacedTree& tree, const PlacedTree* next, Arrangement& arrangement) {
  for (const auto& [depth, caption] : tree.beside) {
    const bool has_next = next != nullptr && next->first.contains(depth);
    const double right = has_next
                             ? next->first.at(depth)
                             : tree.end.x() + kTreeCopies + tree.first.at(depth) - tree.corner.x();
    end_room(arrangement.captions[caption], right);
  }
}

QSizeF Tree::card_size(const TreeMeasure& measure, int ranks) {
  if (measure.has_stars()) {
    const double side = 2 * (measure.circle + kRankRadius + kTreePad);
    return {side, side + measure.head};
  }
  const int columns = std::min(measure.columns, ranks - 1);
  const int rows = columns < 1 ? 1 : (ranks - 1 + columns - 1) / columns;
  const double around = 2 * (kRankRadius + kTreePad);
  return {columns * kChainStep + around, (rows - 1) * kChainStep + around + measure.head};
}

double Tree::name_room(const TreeMeasure& measure, int ranks) {
  const double width = card_size(measure, ranks).width();
  return measure.has_stars() ? width / 2 - 2 * kTreePad : width - kTreePad - kChainStep;
}

void Tree::stand(int agent, QPointF at, Spot& spot) {
  const std::size_t place = spot.first + static_cast<std::size_t>(agent);
  spot.arrangement.places[place] = at;
  spot.arrangement.card_of[place] = static_cast<int>(spot.arrangement.cards.size());
}

void Tree::place_star(int node, const QRectF& area, Spot& spot) const {
  const QPointF middle = area.center() + QPointF(0, spot.measure.head / 2);
  stand(switch_of(node), middle, spot);
  const auto& row = rows_[static_cast<std::size_t>(node)];
  for (int i = 0; i < per_node_; ++i) {
    const QPointF away = on_circle(i, per_node_, spot.measure.circle);
    stand(row[static_cast<std::size_t>(i)], middle + away, spot);
  }
}

/// The chain goes to and fro beside its first rank.
void Tree::place_chain(int node, const QRectF& area, Spot& spot) const {
  const auto& row = rows_[static_cast<std::size_t>(node)];
  const double inset = kRankRadius + kTreePad;
  const QPointF head = area.topLeft() + QPointF(inset, inset + spot.measure.head);
  const int columns = spot.measure.columns;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const int number = static_cast<int>(i) - 1;
    const int line = number / columns;
    const int column = line % 2 == 0 ? number % columns : columns - 1 - number % columns;
    const QPointF away = i == 0 ? QPointF() : QPointF((column + 1) * kChainStep, line * kChainStep);
    stand(row[i], head + away, spot);
  }
}

void Tree::place_card(int node, const QRectF& area, int depth, Spot& spot) const {
  spot.measure.has_stars() ? place_star(node, area, spot) : place_chain(node, area, spot);
  // Cards of a depth are placed from left to right.
  auto& captions = spot.arrangement.captions;
  auto& beside = spot.placed.beside;
  if (const auto last = beside.find(depth); last != beside.end()) {
    end_room(captions[last->second], area.left());
    beside.erase(last);
  }
  spot.placed.first.try_emplace(depth, area.left());
  captions.push_back(name_of(node, area, spot.measure));
  const bool is_outside = spot.measure.head == 0;
  if (is_outside && is_leaf(node)) captions.back().in_row = spot.leaf++;
  if (is_outside && !is_leaf(node)) beside[depth] = captions.size() - 1;
  spot.arrangement.cards.push_back({area, node, node == root_});
}

/// In its head, beside the ways from above; else where no way leads.
Caption Tree::name_of(int node, const QRectF& area, const TreeMeasure& measure) const {
  const QStringList words = node_words(node);
  if (measure.head > 0) {
    const double room = name_room(measure, per_node_);
    const QPointF at(area.right() - room, area.top() + kFromCard + measure.head / 2);
    return {at, words, room};
  }
  if (is_leaf(node)) {
    const QPointF at(area.center().x(), area.bottom() + measure.foot / 2);
    return {at, words, area.width() + kBetween, 0, Qt::AlignHCenter};
  }
  // Ways from level to level stay in sight.
  const double tall = kShareOfLevel * (area.height() + measure.level);
  return {{area.right() + kFromCard, area.center().y()}, words, kBetween, tall};
}

/// Above the middle of its children; returns the middle.
double Tree::place_node(int node, int depth, Spot& spot) const {
  const auto& below = children_[static_cast<std::size_t>(node)];
  std::vector<double> middles;
  middles.reserve(below.size());
  for (const int child : below) middles.push_back(place_node(child, depth + 1, spot));
  const QSizeF size = card_size(spot.measure, per_node_);
  double middle = 0;
  if (middles.empty()) {
    middle = spot.left + size.width() / 2;
    spot.left += size.width() + kBetween;
  } else {
    middle = (middles.front() + middles.back()) / 2;
  }
  const QPointF corner(middle - size.width() / 2,
                       spot.top + depth * (size.height() + spot.measure.level));
  const QRectF area(corner, size);
  spot.bottom = std::max(spot.bottom, area.bottom());
  place_card(node, area, depth, spot);
  return middle;
}

PlacedTree Tree::place(const TreeMeasure& measure, QPointF corner, Arrangement& arrangement) const {
  const std::size_t first = arrangement.places.size();
  arrangement.places.resize(first + static_cast<std::size_t>(agents_));
  arrangement.card_of.resize(arrangement.places.size(), -1);
  Spot spot{arrangement, measure, first, corner.y() + measure.title, corner.x(), corner.y()};
  place_node(root_, 0, spot);
  spot.placed.corner = corner;
  spot.placed.end = {spot.left - kBetween, spot.bottom + measure.foot};
  return std::move(spot.placed);
}

}  // namespace treering::gui::stage
