#include "gui/stage/patterns.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace treering::gui::stage {
namespace {

using Way = std::pair<int, int>;  // from one, to another

constexpr qsizetype kMostNamed = 6;

QString name_of(const std::vector<int>& channels) {
  QStringList numbers;
  for (const int channel : channels) numbers << QString::number(channel);
  if (numbers.size() == 1) return QObject::tr("channel %1").arg(numbers.front());
  if (numbers.size() > kMostNamed) {
    const QString last = numbers.back();
    numbers = numbers.mid(0, kMostNamed - 2) + QStringList{QStringLiteral("…"), last};
  }
  return QObject::tr("channels %1").arg(numbers.join(QStringLiteral(", ")));
}

/// Ways between agents, ascending, with when the first message leaves.
using FirstSent = std::vector<std::pair<Way, double>>;

/// Null: there is no such way.
const double* find(const FirstSent& first, Way way) {
  const auto found = std::ranges::lower_bound(first, way, {}, &FirstSent::value_type::first);
  return found == first.end() || found->first != way ? nullptr : &found->second;
}

/// What a channel looks like.
struct Shape {
  std::vector<Way> ways;   // between agents, ascending
  std::vector<Way> above;  // of a tree of nodes: each but the root, and the one above it
  auto operator<=>(const Shape&) const = default;
};

/// The first message on a link of a tree goes up, for sums come down after all have gone up: of the
/// same links this finds the root.
std::vector<Way> above_of(const FirstSent& first, int per_node) {
  std::vector<Way> above;
  for (const auto& [way, us] : first) {
    const double* const back = find(first, {way.second, way.first});
    const bool is_up = back != nullptr && us < *back;
    const Way nodes{way.first / per_node, way.second / per_node};
    if (is_up && nodes.first != nodes.second) above.push_back(nodes);
  }
  return above;
}

/// How agents are numbered: ranks node by node, then an NVSwitch a node, then what combines in the
/// network.
struct Numbers {
  int ranks = 1;
  int nodes = 1;

  int per_node() const { return std::max(ranks / std::max(nodes, 1), 1); }
  bool is_rank(int agent) const { return agent < ranks; }
  /// -1: it is in the network.
  int node_of(int agent) const {
    if (is_rank(agent)) return agent / per_node();
    return agent < ranks + nodes ? agent - ranks : -1;
  }
};

/// When the first message leaves a node for another. Nothing where ranks of a node send to each
/// other, or some agent is in the network: then nodes with their switches are not all that there
/// is.
std::map<Way, double> first_between_nodes(const FirstSent& first, const Numbers& numbers) {
  std::map<Way, double> all;
  for (const auto& [way, us] : first) {
    const Way nodes{numbers.node_of(way.first), numbers.node_of(way.second)};
    const bool are_ranks = numbers.is_rank(way.first) && numbers.is_rank(way.second);
    if (std::min(nodes.first, nodes.second) < 0) return {};
    if (are_ranks == (nodes.first == nodes.second)) return {};
    if (!are_ranks) continue;
    const auto [place, is_new] = all.emplace(nodes, us);
    if (!is_new) place->second = std::min(place->second, us);
  }
  return all;
}

/// Likewise of a tree whose nodes combine in their switches, and which several ranks of a node
/// leave; empty where it is none.
std::vector<Way> above_of_nodes(const FirstSent& first, const Numbers& numbers) {
  const std::map<Way, double> all = first_between_nodes(first, numbers);
  // Both ways between each node and the one above it.
  if (std::cmp_not_equal(all.size(), 2 * (numbers.nodes - 1))) return {};
  std::vector<Way> above;
  for (const auto& [way, us] : all) {
    const auto back = all.find({way.second, way.first});
    if (back != all.end() && us < back->second) above.push_back(way);
  }
  return above;
}

Shape shape_of(const FirstSent& first, const Numbers& numbers) {
  Shape shape;
  std::size_t links = 0;
  for (const auto& [way, us] : first) {
    shape.ways.push_back(way);
    if (way.first < way.second || find(first, {way.second, way.first}) == nullptr) ++links;
  }
  const bool is_tree = std::cmp_equal(links, numbers.ranks - 1);
  shape.above = is_tree ? above_of(first, numbers.per_node()) : above_of_nodes(first, numbers);
  return shape;
}

/// Lanes by channel. There may be a million.
std::vector<std::vector<std::int32_t>> lanes_by_channel(const app::simulation::Stage& stage) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(std::max(stage.channels, 0)));
  for (const auto& lane : stage.lanes) ++counts[static_cast<std::size_t>(lane.channel)];
  std::vector<std::vector<std::int32_t>> lanes(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) lanes[i].reserve(counts[i]);
  for (std::size_t i = 0; i < stage.lanes.size(); ++i) {
    lanes[static_cast<std::size_t>(stage.lanes[i].channel)].push_back(static_cast<std::int32_t>(i));
  }
  return lanes;
}

FirstSent first_sent_on(const ShownLanes& run, const std::vector<std::int32_t>& lanes) {
  FirstSent all;
  all.reserve(lanes.size());
  for (const std::int32_t one : lanes) {
    const auto i = static_cast<std::size_t>(one);
    const app::simulation::Lane lane = run.stage().lanes[i];
    all.push_back({{lane.from, lane.to}, run.moments.first_sent(i)});
  }
  // Of lanes on the same way the earliest comes first.
  std::ranges::sort(all);
  const auto rest = std::ranges::unique(all, {}, &FirstSent::value_type::first);
  all.erase(rest.begin(), rest.end());
  return all;
}

}  // namespace

std::vector<Pattern> patterns_of(const ShownLanes& run) {
  auto lanes = lanes_by_channel(run.stage());
  std::map<Shape, std::size_t> known;
  std::map<std::vector<Way>, int> trees;
  std::vector<Pattern> patterns;
  std::vector<std::optional<std::size_t>> of_channel(lanes.size());  // nothing: it has no lanes
  const auto find_pattern = [&](std::size_t channel) {
    Shape shape = shape_of(first_sent_on(run, lanes[channel]), {run.stage().ranks, run.nodes});
    lanes[channel] = {};
    const auto [place, is_new] = known.emplace(std::move(shape), patterns.size());
    of_channel[channel] = place->second;
    if (!is_new) return;
    Pattern& pattern = patterns.emplace_back();
    const int next = static_cast<int>(trees.size());
    const auto& above = place->first.above;
    if (!above.empty()) pattern.tree = trees.emplace(above, next).first->second;
  };
  const auto& like = run.stage().like;
  for (std::size_t channel = 0; channel < lanes.size(); ++channel) {
    const auto shown = like.empty() ? channel : static_cast<std::size_t>(like[channel]);
    if (!lanes[shown].empty()) find_pattern(shown);
    const auto pattern = of_channel[shown];
    if (pattern) patterns[*pattern].channels.push_back(static_cast<int>(channel));
  }
  for (Pattern& pattern : patterns) pattern.name = name_of(pattern.channels);
  return patterns;
}

bool is_of_two_trees(const QString& algorithm) {
  return algorithm == QStringLiteral("Tree") || algorithm == QStringLiteral("NVLSTree");
}

std::vector<std::size_t> first_shown(const std::vector<Pattern>& patterns,
                                     const QString& algorithm) {
  if (patterns.empty()) return {};
  // NCCL gives the second half of the channels the second tree (v2.28.9-1, src/graph/connect.cc:
  // connectTrees), and every second one that of NVLSTree. A call that uses few channels may have
  // none of the second tree.
  if (!is_of_two_trees(algorithm)) return {0};
  for (std::size_t i = 1; i < patterns.size(); ++i) {
    if (patterns[i].tree != patterns.front().tree) return {0, i};
  }
  return {0};
}

std::vector<std::size_t> first_of_pairs(const std::vector<Pattern>& patterns,
                                        const app::simulation::Stage& stage) {
  constexpr std::size_t kFewWays = 32;
  std::vector<std::size_t> shown(patterns.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  if (stage.lanes.size() > kFewWays && !shown.empty()) shown.resize(1);
  return shown;
}

std::vector<std::uint16_t> beside_of(const app::simulation::Stage& stage,
                                     const std::vector<int>& pattern_of) {
  const auto& lanes = stage.lanes;
  std::vector<std::int32_t> by_way(lanes.size());
  std::iota(by_way.begin(), by_way.end(), 0);
  const auto way_of = [&](std::int32_t lane) {
    const auto& one = lanes[static_cast<std::size_t>(lane)];
    return std::pair(one.from, one.to);
  };
  std::ranges::sort(by_way, [&](std::int32_t a, std::int32_t b) {
    return std::pair(way_of(a), a) < std::pair(way_of(b), b);
  });
  std::vector<std::uint16_t> all(lanes.size());
  std::vector<int> patterns;  // on the present way
  for (std::size_t i = 0; i < by_way.size(); ++i) {
    if (i == 0 || way_of(by_way[i]) != way_of(by_way[i - 1])) patterns.clear();
    const auto lane = static_cast<std::size_t>(by_way[i]);
    const int pattern = pattern_of[static_cast<std::size_t>(lanes[lane].channel)];
    auto place = std::ranges::find(patterns, pattern);
    if (place == patterns.end()) place = patterns.insert(place, pattern);
    all[lane] = static_cast<std::uint16_t>(place - patterns.begin());
  }
  return all;
}

}  // namespace treering::gui::stage
