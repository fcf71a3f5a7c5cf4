#include "gui/stage/scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "gui/models/run_words.h"
#include "gui/models/words.h"
#include "gui/stage/unfolded.h"
#include "report/prediction/recommend_text.h"

namespace treering::gui::stage {
namespace {

constexpr std::size_t kMostEvents = 200'000;
constexpr double kBend = 0.12;    // of the length, to the right of the way
constexpr double kBeside = 0.07;  // more for each further pattern on the same way

/// By lane. Ways there and back bend apart, as do those of several patterns.
std::vector<QPointF> bends_of(const Scene& scene) {
  const auto& lanes = scene.stage().lanes;
  std::map<std::pair<int, int>, std::vector<int>> patterns_on;
  std::vector<QPointF> bends;
  const double bend = scene.layout == Layout::Machines ? kBend : kBend / 2;
  bends.reserve(lanes.size());
  for (const auto& lane : lanes) {
    const int pattern = scene.pattern_of[static_cast<std::size_t>(lane.channel)];
    std::vector<int>& beside = patterns_on[{lane.from, lane.to}];
    auto place = std::ranges::find(beside, pattern);
    if (place == beside.end()) place = beside.insert(beside.end(), pattern);
    const auto number = static_cast<double>(place - beside.begin());
    const std::size_t at = bends.size();
    const QPointF from = scene.start_of(at);
    const QPointF along = scene.end_of(at) - from;
    const QPointF right(-along.y(), along.x());
    bends.push_back(from + along / 2 + right * (bend + number * kBeside));
  }
  return bends;
}

/// By switch: the node with which most of its lanes join it; -1: it has none.
std::vector<int> nodes_of_switches(const app::simulation::Stage& stage, int nodes) {
  const int per_node = std::max(stage.ranks / std::max(nodes, 1), 1);
  std::vector<std::map<int, int>> lanes(
      static_cast<std::size_t>(std::max(stage.agents - stage.ranks, 0)));
  const auto count = [&](int agent, int other) {
    if (agent < stage.ranks || other >= stage.ranks) return;
    ++lanes[static_cast<std::size_t>(agent - stage.ranks)][other / per_node];
  };
  for (const auto& lane : stage.lanes) {
    count(lane.from, lane.to);
    count(lane.to, lane.from);
  }
  std::vector<int> all;
  for (const auto& by_node : lanes) {
    const auto most =
        std::ranges::max_element(by_node, {}, [](const auto& one) { return one.second; });
    all.push_back(most == by_node.end() ? -1 : most->first);
  }
  return all;
}

void give_colours(Scene& scene) {
  int next = 0;
  std::vector<bool> has_one(scene.patterns.size());
  const auto give = [&](std::size_t pattern) {
    if (has_one[pattern]) return;
    has_one[pattern] = true;
    scene.patterns[pattern].colour = next++;
  };
  for (const std::size_t pattern : scene.shown_at_first) give(pattern);
  for (std::size_t i = 0; i < scene.patterns.size(); ++i) give(i);
  for (const int pattern : scene.pattern_of) {
    scene.colour_of.push_back(scene.patterns[static_cast<std::size_t>(pattern)].colour);
  }
}

std::vector<std::size_t> outer_lanes(const Scene& scene) {
  const auto& lanes = scene.stage().lanes;
  std::set<std::tuple<int, int, int>> done;  // cards, pattern
  std::vector<std::size_t> outer;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const auto channel = static_cast<std::size_t>(lanes[i].channel);
    const auto card = [&](int agent) {
      return scene.arrangement.card_of[scene.arrangement.place(scene.copy_of[channel], agent)];
    };
    const auto [low, high] = std::minmax({card(lanes[i].from), card(lanes[i].to)});
    if (low != high && done.emplace(low, high, scene.pattern_of[channel]).second) {
      outer.push_back(i);
    }
  }
  return outer;
}

/// A copy for each pattern that is shown at first; false where one is neither a ring nor a tree.
bool lay_out_unfolded(Scene& scene, int nodes) {
  const std::vector<double> first_sent = scene.moments->first_sent();
  std::vector<const Pattern*> patterns;
  for (const std::size_t pattern : scene.shown_at_first) {
    patterns.push_back(&scene.patterns[pattern]);
  }
  auto unfolded = unfold({scene.stage(), first_sent, nodes}, patterns);
  if (!unfolded) return false;
  for (std::size_t copy = 0; copy < patterns.size(); ++copy) {
    for (const int channel : patterns[copy]->channels) {
      scene.copy_of[static_cast<std::size_t>(channel)] = static_cast<int>(copy);
    }
  }
  scene.arrangement = *std::move(unfolded);
  scene.layout = Layout::Unfolded;
  return true;
}

void lay_out(Scene& scene, Layout layout, int nodes) {
  const auto& stage = scene.stage();
  scene.copy_of.assign(static_cast<std::size_t>(stage.channels), 0);
  if (layout == Layout::Unfolded && lay_out_unfolded(scene, nodes)) return;
  scene.arrangement = arrange({stage.ranks, nodes, nodes_of_switches(stage, nodes)});
}

}  // namespace

QPointF Scene::start_of(std::size_t lane) const {
  const auto& way = stage().lanes[lane];
  return arrangement
      .places[arrangement.place(copy_of[static_cast<std::size_t>(way.channel)], way.from)];
}

QPointF Scene::end_of(std::size_t lane) const {
  const auto& way = stage().lanes[lane];
  return arrangement
      .places[arrangement.place(copy_of[static_cast<std::size_t>(way.channel)], way.to)];
}

QPointF Scene::at(std::size_t lane, double share) const {
  const double rest = 1 - share;
  return start_of(lane) * (rest * rest) + bends[lane] * (2 * rest * share) +
         end_of(lane) * (share * share);
}

QPointF Scene::message_at(std::size_t lane, double progress) const {
  const QPointF along = end_of(lane) - start_of(lane);
  const double length = std::hypot(along.x(), along.y());
  const double edge = length > 0 ? std::min(arrangement.radius / length, 0.5) : 0;
  return at(lane, std::clamp(progress, edge, 1 - edge));
}

std::shared_ptr<const Scene> make_scene(const app::SimulateReport& report, Layout layout) {
  if (!report.recorded) return nullptr;
  auto scene = std::make_shared<Scene>();
  scene->title = models::times_text(report);
  scene->parts = models::parts_text(report);
  scene->doubt = models::with_labels(report::prediction::guess_sentences(report.job));
  scene->moments = std::make_unique<const app::simulation::Moments>(*report.recorded);
  const auto& stage = scene->stage();
  scene->ranks = stage.ranks;
  scene->arrangement =
      arrange({stage.ranks, report.shape.nodes, nodes_of_switches(stage, report.shape.nodes)});
  scene->patterns = patterns_of(stage);
  scene->shown_at_first = first_shown(scene->patterns, QString::fromStdString(report.algorithm));
  scene->pattern_of.assign(static_cast<std::size_t>(stage.channels), 0);
  for (std::size_t i = 0; i < scene->patterns.size(); ++i) {
    for (const int channel : scene->patterns[i].channels) {
      scene->pattern_of[static_cast<std::size_t>(channel)] = static_cast<int>(i);
    }
  }
  give_colours(*scene);
  lay_out(*scene, layout, report.shape.nodes);
  scene->bends = bends_of(*scene);
  scene->outer = outer_lanes(*scene);
  scene->events = scene->moments->events(kMostEvents);
  scene->phases = scene->moments->steps_of(0, kMostEvents);
  return scene;
}

std::vector<Block> blocks_of(const app::simulation::Buffers& buffers, int rank, std::size_t most) {
  const std::size_t count =
      std::clamp<std::size_t>(buffers.blocks() > 1 ? static_cast<std::size_t>(buffers.blocks())
                                                   : static_cast<std::size_t>(buffers.ranks()),
                              1, most);
  std::vector<Block> blocks(count);
  const auto space = static_cast<double>(buffers.space());
  if (space <= 0) return blocks;
  const double size = space / static_cast<double>(count);
  for (const auto& piece : buffers.contents(rank)) {
    const double values = static_cast<double>(piece.values.size()) / buffers.ranks();
    const auto begin = static_cast<double>(piece.range.begin);
    const auto end = static_cast<double>(piece.range.end());
    const auto last = std::min(count - 1, static_cast<std::size_t>(end / size));
    for (auto i = static_cast<std::size_t>(begin / size); i <= last; ++i) {
      const double low = std::max(begin, static_cast<double>(i) * size);
      const double high = std::min(end, static_cast<double>(i + 1) * size);
      if (high > low) blocks[i].share += values * (high - low) / size;
    }
  }
  return blocks;
}

}  // namespace treering::gui::stage
