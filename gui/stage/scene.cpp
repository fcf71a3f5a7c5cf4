#include "gui/stage/scene.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "app/simulation/recorded.h"
#include "gui/models/words.h"
#include "gui/stage/arrangement.h"
#include "gui/stage/bends.h"
#include "gui/stage/layers.h"
#include "gui/stage/unfolded.h"
#include "report/prediction/recommend_text.h"

namespace treering::gui::stage {
namespace {

constexpr std::size_t kMostEvents = 200'000;
constexpr double kBend = 0.12;    // of the length, to the right of the way
constexpr double kBeside = 0.07;  // more for each further pattern on the same way
constexpr double kLane = 8;       // units of the plane from the middle of ways between cards

template <class Entry>
Shared<Entry> shared(std::vector<Entry> all) {
  return std::make_shared<const std::vector<Entry>>(std::move(all));
}

/// The area of the card on which a lane's agent stands; empty where it stands on none.
QRectF card_of(const Scene& scene, const app::simulation::Lane& lane, int agent) {
  const int copy = scene.copy_of[static_cast<std::size_t>(lane.channel)];
  const int number = scene.arrangement.card_of[scene.arrangement.place(copy, agent)];
  return number < 0 ? QRectF() : scene.arrangement.cards[static_cast<std::size_t>(number)].area;
}

/// Where ways between two cards, from the first to the second, meet the edge of one of them: those
/// down beside those up, as in trees with chains.
QPointF port_of(const Arrangement& arrangement, std::pair<int, int> cards, int number, int card) {
  const auto area_of = [&](int one) {
    return arrangement.cards[static_cast<std::size_t>(one)].area;
  };
  const bool is_down = area_of(cards.first).top() < area_of(cards.second).top();
  const bool is_upper = (card == cards.first) == is_down;
  const QRectF area = area_of(card);
  const double right = (is_down ? -kLane : kLane) / 2 * (1 + number);
  return {area.center().x() + right, is_upper ? area.bottom() : area.top()};
}

/// Numbers of the cards on which a lane begins and ends; -1: on none.
std::pair<int, int> cards_at_ends(const Scene& scene, std::size_t lane) {
  const auto& way = scene.stage().lanes[lane];
  const int copy = scene.copy_of[static_cast<std::size_t>(way.channel)];
  const Arrangement& all = scene.arrangement;
  return {all.card_of[all.place(copy, way.from)], all.card_of[all.place(copy, way.to)]};
}

/// By switch: the node that its lanes join; Extent::kNetwork where they join several; -1: it has
/// none.
std::vector<int> nodes_of_switches(const app::simulation::Stage& stage, int nodes) {
  const int per_node = std::max(stage.ranks / std::max(nodes, 1), 1);
  std::vector<std::set<int>> joined(
      static_cast<std::size_t>(std::max(stage.agents - stage.ranks, 0)));
  const auto note = [&](int agent, int other) {
    if (agent < stage.ranks || other >= stage.ranks) return;
    joined[static_cast<std::size_t>(agent - stage.ranks)].insert(other / per_node);
  };
  for (const auto& lane : stage.lanes) {
    note(lane.from, lane.to);
    note(lane.to, lane.from);
  }
  std::vector<int> all;
  for (const std::set<int>& of_one : joined) {
    all.push_back(of_one.empty() ? -1 : of_one.size() == 1 ? *of_one.begin() : Extent::kNetwork);
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
bool lay_out_unfolded(Scene& scene, QSizeF pixels) {
  std::vector<const Pattern*> patterns;
  for (const std::size_t pattern : scene.shown_at_first) {
    patterns.push_back(&scene.patterns[pattern]);
  }
  auto unfolded = unfold({*scene.moments, scene.nodes, pixels, scene.is_from_root}, patterns);
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

void lay_out(Scene& scene, const Wanted& wanted) {
  const auto& stage = scene.stage();
  scene.layout = Layout::Machines;
  scene.copy_of.assign(static_cast<std::size_t>(stage.channels), 0);
  if (wanted.layout != Layout::Unfolded || !lay_out_unfolded(scene, wanted.pixels)) {
    scene.arrangement = arrange({stage.ranks, scene.nodes, nodes_of_switches(stage, scene.nodes)});
  }
  scene.outer = outer_lanes(scene);
  scene.shares = clear_shares(scene);
}

std::optional<double> first_tree_of(const Scene& scene, const QString& algorithm) {
  const bool has_trees = !scene.patterns.empty() && scene.patterns.front().tree >= 0;
  if (!is_of_two_trees(algorithm) || !has_trees) return {};
  std::size_t first = 0;
  std::size_t all = 0;
  for (const Pattern& pattern : scene.patterns) {
    all += pattern.channels.size();
    if (pattern.tree == scene.patterns.front().tree) first += pattern.channels.size();
  }
  return static_cast<double>(first) / static_cast<double>(all);
}

bool is_from_root(core::Collective collective) {
  return collective == core::Collective::Broadcast || collective == core::Collective::Scatter;
}

}  // namespace

bool Scene::is_first_of_pattern(std::size_t lane) const {
  const int channel = stage().lanes[lane].channel;
  const int pattern = pattern_of[static_cast<std::size_t>(channel)];
  return patterns[static_cast<std::size_t>(pattern)].channels.front() == channel;
}

bool Scene::is_inside(std::size_t lane) const {
  const auto [from, to] = cards_at_ends(*this, lane);
  return from == to;
}

std::optional<std::pair<int, int>> Scene::cards_of(std::size_t lane) const {
  if (!arrangement.has_ports) return {};
  const std::pair cards = cards_at_ends(*this, lane);
  if (cards.first == cards.second || cards.first < 0 || cards.second < 0) return {};
  return cards;
}

std::optional<QLineF> Scene::between_cards(std::size_t lane) const {
  const auto [from, to] = cards_at_ends(*this, lane);
  if (from < 0 || to < 0) return {};
  const auto middle = [&](int card) {
    return arrangement.cards[static_cast<std::size_t>(card)].area.center();
  };
  return QLineF(middle(from), middle(to));
}

QPointF Scene::start_of(std::size_t lane) const {
  const auto& way = stage().lanes[lane];
  if (const auto cards = cards_of(lane)) {
    return port_of(arrangement, *cards, (*beside)[lane], cards->first);
  }
  return arrangement
      .places[arrangement.place(copy_of[static_cast<std::size_t>(way.channel)], way.from)];
}

QPointF Scene::end_of(std::size_t lane) const {
  const auto& way = stage().lanes[lane];
  if (const auto cards = cards_of(lane)) {
    return port_of(arrangement, *cards, (*beside)[lane], cards->second);
  }
  return arrangement
      .places[arrangement.place(copy_of[static_cast<std::size_t>(way.channel)], way.to)];
}

double Scene::least_share(std::size_t lane) const {
  return kBend + (*beside)[lane] * kBeside;
}

Bend Scene::bend_of(std::size_t lane) const {
  const QPointF from = start_of(lane);
  const QPointF to = end_of(lane);
  const int number = (*beside)[lane];
  if (cards_of(lane)) return bend_upright(from, to);
  if (layout == Layout::Machines) {
    return bend_to_right(from, to, shares.empty() ? least_share(lane) : double{shares[lane]});
  }
  const auto& way = stage().lanes[lane];
  const QRectF a = card_of(*this, way, way.from);
  const QRectF b = card_of(*this, way, way.to);
  const double gap = a.top() < b.top() ? b.top() - a.bottom() : a.top() - b.bottom();
  if (gap <= 0) return bend_to_right(from, to, kBend / 2 + number * kBeside);
  return bend_between({from, to, a, b, kLane * (1 + number)});
}

QPointF Scene::at(std::size_t lane, double share) const {
  return point_on(bend_of(lane), start_of(lane), end_of(lane), share);
}

QPointF Scene::message_at(std::size_t lane, double progress, double size) const {
  constexpr double kMostBeside = 0.3;  // of the way: a message is to be seen moving
  const QPointF along = end_of(lane) - start_of(lane);
  const double length = std::hypot(along.x(), along.y());
  const auto share = [length](double part) {
    return length > 0 ? std::min(part / length, 0.5) : 0;
  };
  const double clear = std::min(share(arrangement.radius + size / 2), kMostBeside);
  const double edge = std::max(share(arrangement.radius), clear);
  return at(lane, std::clamp(progress, edge, 1 - edge));
}

std::shared_ptr<const Scene> make_scene(const app::SimulateReport& report, const Wanted& wanted) {
  if (!report.recorded) return nullptr;
  auto scene = std::make_shared<Scene>();
  scene->title = models::times_text(report);
  scene->parts = models::parts_text(report);
  scene->doubt = models::with_labels(report::prediction::guess_sentences(report.job));
  const QString stands_in = models::stand_in_text(report);
  scene->other = stands_in.isEmpty() ? models::outside_text(report) : stands_in;
  scene->moments = std::make_shared<const app::simulation::Moments>(*report.recorded);
  const auto& stage = scene->stage();
  scene->ranks = stage.ranks;
  scene->nodes = report.shape.nodes;
  scene->is_from_root = is_from_root(report.call.collective);
  scene->critical = critical_lanes(stage, report.critical_path);
  scene->patterns = patterns_of({*scene->moments, scene->nodes});
  const QString algorithm = QString::fromStdString(report.way.algorithm);
  scene->shown_at_first = sim::nccl::rules::is_tuned(report.call.collective)
                              ? first_shown(scene->patterns, algorithm)
                              : first_of_pairs(scene->patterns, stage);
  scene->first_tree = first_tree_of(*scene, algorithm);
  if (scene->first_tree == 1) scene->trees = models::one_tree_text(report);
  scene->pattern_of.assign(static_cast<std::size_t>(stage.channels), 0);
  for (std::size_t i = 0; i < scene->patterns.size(); ++i) {
    for (const int channel : scene->patterns[i].channels) {
      scene->pattern_of[static_cast<std::size_t>(channel)] = static_cast<int>(i);
    }
  }
  give_colours(*scene);
  scene->beside = shared(beside_of(stage, scene->pattern_of));
  lay_out(*scene, wanted);
  scene->until_us = report.recorded->timeline->until_us();
  scene->end_us =
      scene->until_us ? (report.single - report.before_messages).in_us() : scene->moments->end_us();
  scene->events = shared(scene->moments->events(kMostEvents));
  scene->phases = shared(app::simulation::phases_of(*report.recorded, kMostEvents));
  return scene;
}

std::shared_ptr<const Scene> laid_out(const Scene& scene, const Wanted& wanted) {
  auto other = std::make_shared<Scene>();
  static_cast<SceneRun&>(*other) = static_cast<const SceneRun&>(scene);
  lay_out(*other, wanted);
  return other;
}

QString title_at(const Scene& scene, double us) {
  if (us >= scene.end_us) return QObject::tr("%1; done").arg(scene.title);
  if (!scene.until_us || us <= *scene.until_us) return scene.title;
  return QObject::tr("%1; not recorded beyond %2")
      .arg(scene.title, models::us_text(*scene.until_us));
}

}  // namespace treering::gui::stage
