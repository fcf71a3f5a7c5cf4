// A tree of nodes as a picture: the root above, each node a card.
//
// In a node there is a chain of ranks: the one that leaves the node stands in a column of its own
// at the left of its card, so that ways between cards pass no other rank. Or there is a star: ranks
// around the switch that combines their data, several of which leave the node at once. Then the
// ways between two nodes are one, from card to card.
#pragma once

#include <QSizeF>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "gui/stage/arrangement.h"
#include "gui/stage/unfolded.h"

namespace treering::gui::stage {

/// How large the parts of trees are; lengths on the plane.
struct TreeMeasure {
  int columns = 1;  // of a card, the leaving rank's apart
  double head = 0;  // of a card, above its ranks: room for its name; 0: that stands outside
  double foot = 0;  // below a tree
  double title = 0;
  double level = 0;       // between cards, one below the other
  bool is_beside = true;  // copies stand beside each other; else one below the other
  double circle = 0;      // radius of that of ranks around their switch; 0: they are a chain

  bool has_stars() const { return circle > 0; }
};

/// Where a tree stands, for what stands beside it.
struct PlacedTree {
  QPointF corner;                     // its upper left one
  QPointF end;                        // the opposite one
  std::map<int, double> first;        // by depth: the left edge of the first card
  std::map<int, std::size_t> beside;  // by depth: the last caption at the right of its card
};

/// The names at the right of its last cards have room until the first cards of `next`, or of a
/// copy of the tree.
void end_rooms(const PlacedTree& tree, const PlacedTree* next, Arrangement& arrangement);

class Tree {
 public:
  /// Nothing where the channel is no tree of nodes with a chain or a star in each.
  static std::optional<Tree> of(const Unfolding& unfolding, int channel);

  int root() const { return root_; }
  /// On a single node, in which ranks are a chain: its end that gets the sum first.
  std::optional<int> root_of_chain() const;
  bool is_leaf(int node) const { return children_[static_cast<std::size_t>(node)].empty(); }
  int leaves() const;
  int levels() const { return levels_under(root_); }
  int ranks_per_node() const { return per_node_; }
  bool has_stars() const { return has_stars_; }

  /// Cards and ranks with this corner.
  PlacedTree place(const TreeMeasure& measure, QPointF corner, Arrangement& arrangement) const;

  /// The size of a card with so many ranks.
  static QSizeF card_size(const TreeMeasure& measure, int ranks);
  /// The room of a name in its head, beside the ways from above.
  static double name_room(const TreeMeasure& measure, int ranks);
  /// Between cards beside each other.
  static constexpr double kBetween = 24;

 private:
  explicit Tree(const Unfolding& unfolding);

  struct Network;
  struct Spot {
    Arrangement& arrangement;
    const TreeMeasure& measure;
    std::size_t first = 0;
    double top = 0;
    double left = 0;  // of the next leaf
    double bottom = 0;
    int leaf = 0;  // the number of the next one
    PlacedTree placed;
  };

  static Network network_of(const Unfolding& unfolding, int channel);
  int node_of(int rank) const { return rank / per_node_; }
  /// NVSwitches have the numbers after the ranks, node by node.
  int switch_of(int node) const { return ranks_ + node; }
  bool find_chains(const Network& network);
  bool find_chain(int node, const Network& network);
  bool find_stars(const Network& network);
  bool is_star(int node, const Network& network) const;
  bool find_root(const Network& network);
  void turn_chain(const Network& network);
  std::ptrdiff_t hang(int node, int parent, const std::vector<std::vector<int>>& beside);
  int levels_under(int node) const;
  double place_node(int node, int depth, Spot& spot) const;
  void place_card(int node, const QRectF& area, int depth, Spot& spot) const;
  void place_chain(int node, const QRectF& area, Spot& spot) const;
  void place_star(int node, const QRectF& area, Spot& spot) const;
  static void stand(int agent, QPointF at, Spot& spot);
  Caption name_of(int node, const QRectF& area, const TreeMeasure& measure) const;

  int ranks_ = 0;
  int agents_ = 0;
  int per_node_ = 1;
  int root_ = -1;
  bool is_from_root_ = false;
  bool has_stars_ = false;
  std::vector<std::vector<int>> rows_;      // by node: ranks along its chain, or around its switch
  std::vector<std::vector<int>> children_;  // by node
};

/// Between trees beside each other, or one below the other.
inline constexpr double kTreeCopies = 50;

/// With which they fill a space on the screen best.
TreeMeasure measure_of(const std::vector<Tree>& trees, QSizeF pixels);

}  // namespace treering::gui::stage
