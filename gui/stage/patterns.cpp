#include "gui/stage/patterns.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace treering::gui::stage {
namespace {

using Ways = std::set<std::pair<int, int>>;  // from agent, to agent

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

}  // namespace

std::vector<Pattern> patterns_of(const app::simulation::Stage& stage) {
  std::vector<Ways> ways(static_cast<std::size_t>(std::max(stage.channels, 0)));
  for (const auto& lane : stage.lanes) {
    ways[static_cast<std::size_t>(lane.channel)].emplace(lane.from, lane.to);
  }
  std::map<Ways, std::size_t> known;
  std::vector<Pattern> patterns;
  for (std::size_t channel = 0; channel < ways.size(); ++channel) {
    const std::size_t like =
        stage.like.empty() ? channel : static_cast<std::size_t>(stage.like[channel]);
    if (ways[like].empty()) continue;
    const auto [place, is_new] = known.emplace(ways[like], patterns.size());
    if (is_new) patterns.emplace_back();
    patterns[place->second].channels.push_back(static_cast<int>(channel));
  }
  for (Pattern& pattern : patterns) pattern.name = name_of(pattern.channels);
  return patterns;
}

std::vector<std::size_t> first_shown(const std::vector<Pattern>& patterns,
                                     const QString& algorithm) {
  if (patterns.empty()) return {};
  // NCCL gives the second half of the channels the second tree (v2.28.9-1, src/graph/connect.cc:
  // connectTrees).
  const bool has_two = algorithm == QStringLiteral("Tree");
  if (!has_two || patterns.size() < 2) return {0};
  int channels = 0;
  for (const Pattern& one : patterns) channels += static_cast<int>(one.channels.size());
  const int second = patterns.front().channels.front() + channels / 2;
  for (std::size_t i = 1; i < patterns.size(); ++i) {
    if (std::ranges::count(patterns[i].channels, second) > 0) return {0, i};
  }
  return {0, 1};
}

}  // namespace treering::gui::stage
