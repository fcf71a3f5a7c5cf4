// How large the parts of trees are, so that they fill a space on the screen best.
#include <algorithm>

#include "gui/stage/tree.h"

namespace treering::gui::stage {
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

}  // namespace treering::gui::stage
