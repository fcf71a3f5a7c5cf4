#include "gui/stage/tree.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace treering::gui::stage {
namespace {

constexpr double kChainStep = 2.75 * kRankRadius;  // between neighbours
constexpr double kShareOfLevel = 0.6;              // that a name beside its card takes
constexpr double kFromCard = 6;                    // between a card and its name

}  // namespace

struct Tree::Network {
  /// Undirected: the agent whose message came first, and the other.
  struct Edge {
    int first = 0;
    int second = 0;
  };
  std::vector<Edge> edges;
  std::vector<std::vector<int>> neighbours;  // by agent
};

Tree::Network Tree::network_of(const Unfolding& unfolding, int channel) {
  std::map<std::pair<int, int>, std::pair<double, Network::Edge>> first;
  for (std::size_t i = 0; i < unfolding.stage.lanes.size(); ++i) {
    const auto& lane = unfolding.stage.lanes[i];
    if (lane.channel != channel) continue;
    const double us = unfolding.first_sent[i];
    const auto key = std::minmax(lane.from, lane.to);
    const auto [place, is_new] =
        first.emplace(key, std::pair{us, Network::Edge{lane.from, lane.to}});
    if (!is_new && us < place->second.first) place->second = {us, {lane.from, lane.to}};
  }
  Network network;
  network.neighbours.resize(static_cast<std::size_t>(unfolding.stage.agents));
  for (const auto& [ends, edge] : first) {
    network.edges.push_back(edge.second);
    network.neighbours[static_cast<std::size_t>(ends.first)].push_back(ends.second);
    network.neighbours[static_cast<std::size_t>(ends.second)].push_back(ends.first);
  }
  return network;
}

Tree::Tree(const Unfolding& unfolding)
    : ranks_(unfolding.stage.ranks), agents_(unfolding.stage.agents) {
  const int nodes = std::max(unfolding.nodes, 1);
  per_node_ = std::max(ranks_ / nodes, 1);
  children_.resize(static_cast<std::size_t>(nodes));
  rows_.resize(static_cast<std::size_t>(nodes));
}

std::optional<Tree> Tree::of(const Unfolding& unfolding, int channel) {
  Tree tree(unfolding);
  const Network network = network_of(unfolding, channel);
  if (!tree.find_chains(network) && !tree.find_stars(network)) return {};
  if (!tree.find_root(network)) return {};
  if (tree.rows_.size() == 1) tree.turn_chain(network);
  return tree;
}

bool Tree::find_chains(const Network& network) {
  if (std::cmp_not_equal(network.edges.size(), ranks_ - 1)) return false;
  for (std::size_t node = 0; node < rows_.size(); ++node) {
    if (!find_chain(static_cast<int>(node), network)) return false;
  }
  return true;
}

/// Of several nodes, each of whose ranks is linked to the node's switch, and else only to ranks of
/// other nodes.
bool Tree::find_stars(const Network& network) {
  if (rows_.size() < 2 || std::cmp_less(agents_, ranks_ + std::ssize(rows_))) return false;
  for (std::size_t node = 0; node < rows_.size(); ++node) {
    if (!is_star(static_cast<int>(node), network)) return false;
    rows_[node].resize(static_cast<std::size_t>(per_node_));
    std::iota(rows_[node].begin(), rows_[node].end(), static_cast<int>(node) * per_node_);
  }
  has_stars_ = true;
  return true;
}

bool Tree::is_star(int node, const Network& network) const {
  const int own = switch_of(node);
  if (std::ssize(network.neighbours[static_cast<std::size_t>(own)]) != per_node_) return false;
  for (int rank = node * per_node_; rank < (node + 1) * per_node_; ++rank) {
    bool is_linked = false;
    for (const int other : network.neighbours[static_cast<std::size_t>(rank)]) {
      const bool is_elsewhere = other < ranks_ && node_of(other) != node;
      if (other != own && !is_elsewhere) return false;
      is_linked = is_linked || other == own;
    }
    if (!is_linked) return false;
  }
  return true;
}

/// The ranks of a node from one end of its chain, which is the one that leaves the node.
bool Tree::find_chain(int node, const Network& network) {
  std::vector<int>& row = rows_[static_cast<std::size_t>(node)];
  row.clear();
  const int begin = node * per_node_;
  const auto inner = [&](int rank) {
    std::vector<int> beside;
    for (const int other : network.neighbours[static_cast<std::size_t>(rank)]) {
      if (other < ranks_ && node_of(other) == node) beside.push_back(other);
    }
    return beside;
  };
  const auto leaves = [&](int rank) {
    return network.neighbours[static_cast<std::size_t>(rank)].size() > inner(rank).size();
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
bool Tree::find_root(const Network& network) {
  std::vector<int> out(rows_.size());
  std::vector<int> in(rows_.size());
  std::vector<std::vector<int>> beside(rows_.size());
  std::set<std::pair<int, int>> done;  // there may be several edges between two nodes
  for (const Network::Edge& edge : network.edges) {
    if (std::max(edge.first, edge.second) >= ranks_) continue;
    const int a = node_of(edge.first);
    const int b = node_of(edge.second);
    if (a == b || !done.insert(std::minmax({a, b})).second) continue;
    ++out[static_cast<std::size_t>(a)];
    ++in[static_cast<std::size_t>(b)];
    beside[static_cast<std::size_t>(a)].push_back(b);
    beside[static_cast<std::size_t>(b)].push_back(a);
  }
  for (std::size_t i = 0; i < rows_.size() && root_ < 0; ++i) {
    if (out[i] == 0) root_ = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < rows_.size() && root_ < 0; ++i) {
    if (in[i] == 0) root_ = static_cast<int>(i);
  }
  const bool is_tree = std::ssize(done) == std::ssize(rows_) - 1;
  return is_tree && root_ >= 0 && hang(root_, -1, beside) == std::ssize(rows_);
}

/// So that it begins with its root, to which all first messages lead.
void Tree::turn_chain(const Network& network) {
  std::vector<int>& row = rows_.front();
  const bool is_turned = std::ranges::none_of(
      network.edges, [&](const Network::Edge& edge) { return edge.first == row.back(); });
  if (is_turned) std::ranges::reverse(row);
}

std::optional<int> Tree::root_of_chain() const {
  if (rows_.size() != 1) return {};
  return rows_.front().front();
}

/// Below their parent; how many nodes there are.
std::ptrdiff_t Tree::hang(int node, int parent, const std::vector<std::vector<int>>& beside) {
  std::ptrdiff_t count = 1;
  for (const int other : beside[static_cast<std::size_t>(node)]) {
    if (other == parent) continue;
    children_[static_cast<std::size_t>(node)].push_back(other);
    count += hang(other, node, beside);
  }
  return count;
}

int Tree::leaves() const {
  return static_cast<int>(std::ranges::count_if(
      children_, [](const std::vector<int>& below) { return below.empty(); }));
}

int Tree::levels_under(int node) const {
  int most = 0;
  for (const int child : children_[static_cast<std::size_t>(node)]) {
    most = std::max(most, levels_under(child));
  }
  return most + 1;
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
  end_room(spot, depth, area.left());
  spot.insets.try_emplace(depth, area.left() - spot.corner);
  auto& captions = spot.arrangement.captions;
  captions.push_back(name_of(node, area, spot.measure));
  const bool is_outside = spot.measure.head == 0;
  if (is_outside && is_leaf(node)) captions.back().in_row = spot.leaf++;
  if (is_outside && !is_leaf(node)) spot.beside[depth] = captions.size() - 1;
  spot.arrangement.cards.push_back({area, node, node == root_});
}

/// A name at the right of its card has room until the next card beside it: ways to others lead
/// above and below. Cards of a depth are placed from left to right.
void Tree::end_room(Spot& spot, int depth, double right) {
  const auto last = spot.beside.find(depth);
  if (last == spot.beside.end()) return;
  Caption& caption = spot.arrangement.captions[last->second];
  caption.room = right - caption.at.x() - kFromCard;
  spot.beside.erase(last);
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

QPointF Tree::place(const TreeMeasure& measure, QPointF corner, Arrangement& arrangement) const {
  const std::size_t first = arrangement.places.size();
  arrangement.places.resize(first + static_cast<std::size_t>(agents_));
  arrangement.card_of.resize(arrangement.places.size(), -1);
  Spot spot{arrangement, measure,    first,     corner.y() + measure.title,
            corner.x(),  corner.x(), corner.y()};
  place_node(root_, 0, spot);
  const double right = spot.left - kBetween;
  // Beside it may stand a tree like this one.
  for (const auto& [depth, inset] : spot.insets) {
    end_room(spot, depth, right + kTreeCopies + inset);
  }
  return {right, spot.bottom + measure.foot};
}

}  // namespace treering::gui::stage
