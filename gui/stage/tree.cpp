#include "gui/stage/tree.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "gui/stage/unfolded.h"

namespace treering::gui::stage {

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
  for (std::size_t i = 0; i < unfolding.stage().lanes.size(); ++i) {
    const auto& lane = unfolding.stage().lanes[i];
    if (lane.channel != channel) continue;
    const double us = unfolding.moments.first_sent(i);
    const auto key = std::minmax(lane.from, lane.to);
    const auto [place, is_new] =
        first.emplace(key, std::pair{us, Network::Edge{lane.from, lane.to}});
    if (!is_new && us < place->second.first) place->second = {us, {lane.from, lane.to}};
  }
  Network network;
  network.neighbours.resize(static_cast<std::size_t>(unfolding.stage().agents));
  for (const auto& [ends, edge] : first) {
    network.edges.push_back(edge.second);
    network.neighbours[static_cast<std::size_t>(ends.first)].push_back(ends.second);
    network.neighbours[static_cast<std::size_t>(ends.second)].push_back(ends.first);
  }
  return network;
}

Tree::Tree(const Unfolding& unfolding)
    : ranks_(unfolding.stage().ranks),
      agents_(unfolding.stage().agents),
      is_from_root_(unfolding.is_from_root) {
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
  const std::vector<int>& messages = is_from_root_ ? in : out;  // of which the root has none
  const auto root = std::ranges::find(messages, 0);
  if (root != messages.end()) root_ = static_cast<int>(root - messages.begin());
  const bool is_tree = std::ssize(done) == std::ssize(rows_) - 1;
  return is_tree && root_ >= 0 && hang(root_, -1, beside) == std::ssize(rows_);
}

/// So that it begins with its root, to which all first messages lead, or from which they come.
void Tree::turn_chain(const Network& network) {
  std::vector<int>& row = rows_.front();
  const bool is_turned = std::ranges::none_of(network.edges, [&](const Network::Edge& edge) {
    return (is_from_root_ ? edge.second : edge.first) == row.back();
  });
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

}  // namespace treering::gui::stage
