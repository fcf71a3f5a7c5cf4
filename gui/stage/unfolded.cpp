#include "gui/stage/unfolded.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace treering::gui::stage {
namespace {

constexpr double kStep = 3.2 * kRankRadius;  // between neighbours
constexpr double kLevel = 56;                // between cards of a tree, one below the other
constexpr double kBetween = 34;              // cards beside each other
constexpr double kCopies = 90;               // copies likewise
constexpr double kHead = 10;                 // of a card, above its ranks
constexpr int kMostInRow = 4;

/// Undirected edges of a channel: for each the agent whose message came first, and the other.
struct Edge {
  int first = 0;
  int second = 0;
};

struct Network {
  std::vector<Edge> edges;
  std::vector<std::vector<int>> neighbours;  // by agent
};

Network network_of(const Unfolding& of, int channel) {
  std::map<std::pair<int, int>, std::pair<double, Edge>> first;
  for (std::size_t i = 0; i < of.stage.lanes.size(); ++i) {
    const auto& lane = of.stage.lanes[i];
    if (lane.channel != channel) continue;
    const double us = of.first_sent[i];
    const auto key = std::minmax(lane.from, lane.to);
    const auto [place, is_new] = first.emplace(key, std::pair{us, Edge{lane.from, lane.to}});
    if (!is_new && us < place->second.first) place->second = {us, {lane.from, lane.to}};
  }
  Network network;
  network.neighbours.resize(static_cast<std::size_t>(of.stage.agents));
  for (const auto& [ends, edge] : first) {
    network.edges.push_back(edge.second);
    network.neighbours[static_cast<std::size_t>(ends.first)].push_back(ends.second);
    network.neighbours[static_cast<std::size_t>(ends.second)].push_back(ends.first);
  }
  return network;
}

/// From rank 0 on around; empty where it is no ring over all ranks.
std::vector<int> ring_of(const Unfolding& of, int channel) {
  std::vector<int> next(static_cast<std::size_t>(of.stage.agents), -1);
  for (const auto& lane : of.stage.lanes) {
    if (lane.channel != channel) continue;
    int& to = next[static_cast<std::size_t>(lane.from)];
    if (to >= 0 && to != lane.to) return {};
    to = lane.to;
  }
  std::vector<int> ring;
  for (int rank = 0; rank >= 0 && std::cmp_less(ring.size(), of.stage.ranks);
       rank = next[static_cast<std::size_t>(rank)]) {
    ring.push_back(rank);
  }
  const bool is_whole = std::cmp_equal(ring.size(), of.stage.ranks) && of.stage.ranks > 2;
  std::vector<int> sorted = ring;
  std::ranges::sort(sorted);
  const bool is_once = std::ranges::adjacent_find(sorted) == sorted.end();
  return is_whole && is_once ? ring : std::vector<int>();
}

class Tree {
 public:
  Tree(const Unfolding& of, const Network& network) : of_(of), network_(network) {
    const int nodes = std::max(of.nodes, 1);
    per_node_ = std::max(of.stage.ranks / nodes, 1);
    children_.resize(static_cast<std::size_t>(nodes));
    rows_.resize(static_cast<std::size_t>(nodes));
  }

  /// Whether it is a tree of nodes with a chain in each.
  bool is_one() {
    if (std::cmp_not_equal(network_.edges.size(), of_.stage.ranks - 1)) return false;
    for (std::size_t node = 0; node < rows_.size(); ++node) {
      if (!find_chain(static_cast<int>(node))) return false;
    }
    return find_root();
  }

  /// Cards and ranks with this corner; returns the opposite one.
  QPointF place(QPointF corner, Arrangement& arrangement) const {
    const std::size_t first = arrangement.places.size();
    arrangement.places.resize(first + static_cast<std::size_t>(of_.stage.agents));
    arrangement.card_of.resize(arrangement.places.size(), -1);
    Spot spot{arrangement, first, corner.y(), corner.x(), corner.y()};
    place_node(root_, 0, spot);
    return {spot.left, spot.bottom};
  }

 private:
  struct Spot {
    Arrangement& arrangement;
    std::size_t first = 0;
    double top = 0;
    double left = 0;  // of the next leaf
    double bottom = 0;
  };

  int node_of(int rank) const { return rank / per_node_; }

  /// The ranks of a node from one end of its chain, which is the one that leaves the node.
  bool find_chain(int node) {
    std::vector<int>& row = rows_[static_cast<std::size_t>(node)];
    const int begin = node * per_node_;
    const auto inner = [&](int rank) {
      std::vector<int> beside;
      for (const int other : network_.neighbours[static_cast<std::size_t>(rank)]) {
        if (other < of_.stage.ranks && node_of(other) == node) beside.push_back(other);
      }
      return beside;
    };
    const auto leaves = [&](int rank) {
      return network_.neighbours[static_cast<std::size_t>(rank)].size() > inner(rank).size();
    };
    int at = -1;
    for (int rank = begin; rank < begin + per_node_; ++rank) {
      const std::size_t beside = inner(rank).size();
      if (beside > 2) return false;
      if (beside <= 1 && (at < 0 || (leaves(rank) && !leaves(at)))) at = rank;
    }
    for (int before = -1; at >= 0;) {
      row.push_back(at);
      int next = -1;
      for (const int other : inner(at)) {
        if (other != before) next = other;
      }
      before = std::exchange(at, next);
      if (std::cmp_greater(row.size(), per_node_)) return false;
    }
    return std::cmp_equal(row.size(), per_node_);
  }

  /// The node to which all first messages lead, or from which they come.
  bool find_root() {
    std::vector<int> out(rows_.size());
    std::vector<int> in(rows_.size());
    std::map<int, std::vector<int>> beside;
    for (const Edge& edge : network_.edges) {
      const int a = node_of(edge.first);
      const int b = node_of(edge.second);
      if (a == b) continue;
      ++out[static_cast<std::size_t>(a)];
      ++in[static_cast<std::size_t>(b)];
      beside[a].push_back(b);
      beside[b].push_back(a);
    }
    for (std::size_t i = 0; i < rows_.size() && root_ < 0; ++i) {
      if (out[i] == 0) root_ = static_cast<int>(i);
    }
    for (std::size_t i = 0; i < rows_.size() && root_ < 0; ++i) {
      if (in[i] == 0) root_ = static_cast<int>(i);
    }
    return root_ >= 0 && hang(root_, -1, beside) == std::ssize(rows_);
  }

  /// Below their parent; how many nodes there are.
  std::ptrdiff_t hang(int node, int parent, const std::map<int, std::vector<int>>& beside) {
    std::ptrdiff_t count = 1;
    const auto all = beside.find(node);
    if (all == beside.end()) return count;
    for (const int other : all->second) {
      if (other == parent) continue;
      children_[static_cast<std::size_t>(node)].push_back(other);
      count += hang(other, node, beside);
    }
    return count;
  }

  // Long chains go to and fro.
  int in_row() const { return std::min(per_node_, kMostInRow); }
  double card_width() const { return (in_row() - 1) * kStep + 2 * (kRankRadius + kCardPad); }
  double card_height() const {
    const int rows = (per_node_ + in_row() - 1) / in_row();
    return (rows - 1) * kStep + 2 * (kRankRadius + kCardPad) + kHead;
  }
  QPointF in_card(const QRectF& card, int number) const {
    const int row = number / in_row();
    const int column = row % 2 == 0 ? number % in_row() : in_row() - 1 - number % in_row();
    const double inset = kRankRadius + kCardPad;
    return card.topLeft() + QPointF(inset + column * kStep, inset + kHead + row * kStep);
  }

  /// Above the middle of its children; returns the middle.
  double place_node(int node, int depth, Spot& spot) const {
    const auto& below = children_[static_cast<std::size_t>(node)];
    std::vector<double> middles;
    middles.reserve(below.size());
    for (const int child : below) middles.push_back(place_node(child, depth + 1, spot));
    double middle = 0;
    if (middles.empty()) {
      middle = spot.left + card_width() / 2;
      spot.left += card_width() + kBetween;
    } else {
      middle = (middles.front() + middles.back()) / 2;
    }
    const QRectF card(middle - card_width() / 2, spot.top + depth * (card_height() + kLevel),
                      card_width(), card_height());
    spot.bottom = std::max(spot.bottom, card.bottom());
    const auto& row = rows_[static_cast<std::size_t>(node)];
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t at = spot.first + static_cast<std::size_t>(row[i]);
      spot.arrangement.places[at] = in_card(card, static_cast<int>(i));
      spot.arrangement.card_of[at] = static_cast<int>(spot.arrangement.cards.size());
    }
    spot.arrangement.cards.push_back({card, node});
    return middle;
  }

  const Unfolding& of_;
  const Network& network_;
  int per_node_ = 1;
  int root_ = -1;
  std::vector<std::vector<int>> rows_;      // by node: ranks along its chain
  std::vector<std::vector<int>> children_;  // by node
};

/// One circle with this corner; returns the opposite one.
QPointF place_ring(const Unfolding& of, const std::vector<int>& ring, QPointF corner,
                   Arrangement& arrangement) {
  const auto count = static_cast<double>(ring.size());
  const double radius = std::max(count * kStep / (2 * std::numbers::pi), 3 * kRankRadius);
  const QPointF middle = corner + QPointF(radius + kStep, radius + kStep);
  const std::size_t first = arrangement.places.size();
  arrangement.places.resize(first + static_cast<std::size_t>(of.stage.agents));
  arrangement.card_of.resize(arrangement.places.size(), -1);
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / count;
    const QPointF at = middle + QPointF(radius * std::sin(angle), -radius * std::cos(angle));
    const std::size_t place = first + static_cast<std::size_t>(ring[i]);
    arrangement.places[place] = at;
    arrangement.card_of[place] = static_cast<int>(arrangement.cards.size());
  }
  const double side = 2 * (radius + kStep);
  arrangement.cards.push_back({{corner, QSizeF(side, side)}, 0});
  arrangement.has_frames = false;
  return corner + QPointF(side, side);
}

}  // namespace

std::optional<Arrangement> unfold(const Unfolding& unfolding,
                                  const std::vector<const Pattern*>& patterns) {
  Arrangement arrangement;
  arrangement.agents = unfolding.stage.agents;
  arrangement.radius = kRankRadius;
  QPointF corner;
  const auto go_on = [&corner](QPointF end) {
    // Wide copies stand one below the other.
    constexpr double kWide = 1.6;
    const QPointF size = end - corner;
    corner = size.x() > kWide * size.y() ? QPointF(corner.x(), end.y() + kCopies)
                                         : QPointF(end.x() + kCopies, corner.y());
  };
  for (const Pattern* const pattern : patterns) {
    const int channel = pattern->channels.front();
    if (const auto ring = ring_of(unfolding, channel); !ring.empty()) {
      go_on(place_ring(unfolding, ring, corner, arrangement));
      continue;
    }
    const Network network = network_of(unfolding, channel);
    Tree tree(unfolding, network);
    if (!tree.is_one()) return {};
    go_on(tree.place(corner, arrangement));
  }
  if (arrangement.places.empty()) return {};
  frame(arrangement);
  return arrangement;
}

}  // namespace treering::gui::stage
