#include "gui/stage/scene.h"

#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/stage/stage_canvas.h"

namespace treering::gui::stage {
namespace scene_test {

using ::testing::ElementsAre;

std::shared_ptr<const Scene> scene_of(const std::string& algorithm, int nodes = 2,
                                      Layout layout = Layout::Machines) {
  app::SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = nodes;
  request.way.algorithm = algorithm;
  request.is_recorded = true;
  const auto report = app::answer(request);
  EXPECT_TRUE(report) << report.error().message();
  return make_scene(*report, layout);
}

// Each channel of a ring leads through all ranks and back; it is shown alone at first.
TEST(Scene, RingsAreClosedLoops) {
  const auto scene = scene_of("Ring");
  const auto& stage = scene->stage();
  for (int channel = 0; channel < stage.channels; ++channel) {
    std::vector<int> next(static_cast<std::size_t>(stage.ranks), -1);
    for (const auto& lane : stage.lanes) {
      if (lane.channel == channel) next[static_cast<std::size_t>(lane.from)] = lane.to;
    }
    int rank = 0;
    for (int i = 0; i < stage.ranks; ++i) rank = next[static_cast<std::size_t>(rank)];
    EXPECT_EQ(rank, 0) << channel;
  }
  EXPECT_THAT(scene->shown_at_first, ElementsAre(0));
}

// The two trees of the double binary tree have different ways between nodes, and other colours.
TEST(Scene, TheTwoTreesAreToldApart) {
  const auto scene = scene_of("Tree", 4);
  ASSERT_EQ(scene->shown_at_first.size(), 2U);
  const Pattern& first = scene->patterns[scene->shown_at_first[0]];
  const Pattern& second = scene->patterns[scene->shown_at_first[1]];
  EXPECT_NE(first.colour, second.colour);
  EXPECT_EQ(second.channels.front() - first.channels.front(), scene->stage().channels / 2);
}

TEST(Scene, LanesBeginAndEndAtTheirRanks) {
  const auto scene = scene_of("NVLSTree");
  const auto& lanes = scene->stage().lanes;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Arrangement& all = scene->arrangement;
    EXPECT_EQ(scene->at(i, 0), all.places[all.place(0, lanes[i].from)]);
    EXPECT_EQ(scene->at(i, 1), all.places[all.place(0, lanes[i].to)]);
  }
}

TEST(Scene, MessagesAreNotUponTheNumbersOfRanks) {
  const auto scene = scene_of("Ring");
  const double radius = scene->arrangement.radius;
  for (std::size_t i = 0; i < scene->stage().lanes.size(); ++i) {
    const QPointF first = scene->message_at(i, 0) - scene->start_of(i);
    const QPointF last = scene->message_at(i, 1) - scene->end_of(i);
    EXPECT_GT(std::hypot(first.x(), first.y()), 0.8 * radius);
    EXPECT_GT(std::hypot(last.x(), last.y()), 0.8 * radius);
    EXPECT_EQ(scene->message_at(i, 0.5), scene->at(i, 0.5));
  }
}

// Every rank stands once in each tree, below its parent; the roots are different nodes.
TEST(Scene, TreesUnfold) {
  const auto scene = scene_of("Tree", 4, Layout::Unfolded);
  ASSERT_EQ(scene->layout, Layout::Unfolded);
  const Arrangement& all = scene->arrangement;
  ASSERT_EQ(all.copies(), 2);
  EXPECT_EQ(all.cards.size(), 8U);
  const auto root_of = [&](std::size_t copy) {
    const auto first = all.cards.begin() + static_cast<std::ptrdiff_t>(4 * copy);
    return std::min_element(first, first + 4,
                            [](const Card& a, const Card& b) { return a.area.y() < b.area.y(); })
        ->node;
  };
  EXPECT_NE(root_of(0), root_of(1));
}

TEST(Scene, RingsUnfoldIntoACircle) {
  const auto scene = scene_of("Ring", 4, Layout::Unfolded);
  ASSERT_EQ(scene->layout, Layout::Unfolded);
  const Arrangement& all = scene->arrangement;
  const QPointF middle = all.cards.front().area.center();
  const auto far = [&](const QPointF& at) {
    return std::hypot(at.x() - middle.x(), at.y() - middle.y());
  };
  for (const QPointF& at : all.places) EXPECT_NEAR(far(at), far(all.places.front()), 1e-6);
}

TEST(Scene, WhatIsNeitherRingNorTreeStandsAsMachines) {
  EXPECT_EQ(scene_of("NVLSTree", 2, Layout::Unfolded)->layout, Layout::Machines);
}

/// What a canvas holds of each rank, as the executor says it.
std::vector<std::vector<Block>> shown_by(const StageCanvas& canvas) {
  std::vector<std::vector<Block>> all;
  for (int rank = 0; rank < canvas.scene()->ranks; ++rank) {
    all.push_back(blocks_of(*canvas.buffers(), rank, 16));
  }
  return all;
}

// Forwards and after seeks back, the state is that of a canvas that only ever saw this moment.
TEST(StageCanvas, ASeekRebuildsTheWholeState) {
  std::mt19937 random(1);
  for (const char* algorithm : {"Ring", "Tree", "NVLSTree", "halving_doubling", "hierarchical"}) {
    SCOPED_TRACE(algorithm);
    const auto scene = scene_of(algorithm);
    models::Selection selection;
    models::Clock clock;
    StageCanvas canvas(selection, clock);
    canvas.setVisible(true);
    canvas.show(scene);
    clock.setEnd(scene->moments->end_us());
    std::uniform_real_distribution<double> times(0, clock.end());
    for (int i = 0; i < 20; ++i) {
      clock.seek(times(random));
      models::Clock other_clock;
      other_clock.setEnd(clock.end());
      other_clock.seek(clock.now());
      StageCanvas fresh(selection, other_clock);
      fresh.setVisible(true);
      fresh.show(scene);
      EXPECT_EQ(shown_by(canvas), shown_by(fresh)) << clock.now();
    }
  }
}

}  // namespace scene_test
}  // namespace treering::gui::stage
