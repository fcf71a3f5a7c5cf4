#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/stage/scene.h"
#include "tests/gui/stage/scenes.h"

namespace treering::gui::stage {
namespace scene_trees_test {

std::shared_ptr<const Scene> scene_of(const std::string& algorithm, int nodes = 2) {
  return stage::scene_of(algorithm, {"dgx-h100", nodes}, {Layout::Machines});
}

// The two trees of the double binary tree have different ways between nodes, and other colours.
TEST(SceneTrees, TheTwoTreesAreToldApart) {
  const auto scene = scene_of("Tree", 4);
  ASSERT_EQ(scene->shown_at_first.size(), 2U);
  const Pattern& first = scene->patterns[scene->shown_at_first[0]];
  const Pattern& second = scene->patterns[scene->shown_at_first[1]];
  EXPECT_NE(first.colour, second.colour);
  EXPECT_EQ(second.channels.front() - first.channels.front(), scene->stage().channels / 2);
}

/// By copy: the node at the top.
std::vector<int> roots_of(const Scene& scene) {
  std::vector<int> roots;
  for (const Card& card : scene.arrangement.cards) {
    if (card.is_root) roots.push_back(card.node);
  }
  return roots;
}

// Two trees are shown where there are two: as `treering show --graphs` has their roots. On two
// nodes both have the same links, and a NIC that is down doubles the channels in another order.
TEST(SceneTrees, TreesWithOneRootAreOneTree) {
  struct Case {
    Asked asked;
    std::vector<int> roots;
  };
  const std::vector<Case> cases{
      {{.machines = {"dgx-h100", 2}, .bytes = 4U << 20U}, {0, 1}},
      {{.bytes = 4U << 20U}, {0, 3}},
      {{.bytes = 32U << 10U}, {0}},  // 8 channels, the first half of NCCL's 16
      {{.machines = {"dgx-h100", 8}, .bytes = 8U << 10U}, {0}},
      {{.machines = {"dgx-h100", 8}, .bytes = 4U << 20U}, {0, 7}},
      {{.bytes = 64U << 20U, .faults = {"0/mlx5_0=down"}}, {0, 3}},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.asked.machines.second);
    SCOPED_TRACE(one.asked.bytes);
    const auto scene = stage::scene_of(one.asked, {Layout::Unfolded});
    EXPECT_EQ(roots_of(*scene), one.roots);
    EXPECT_EQ(scene->shown_at_first.size(), one.roots.size());
    EXPECT_EQ(scene->trees.isEmpty(), one.roots.size() == 2);
  }
}

// NCCL takes channels away one by one: those of the second tree first.
TEST(SceneTrees, KnowsHowTheTwoTreesShareTheChannels) {
  EXPECT_EQ(stage::scene_of(Asked{.bytes = 1U << 20U})->first_tree, 0.5);
  EXPECT_EQ(stage::scene_of(Asked{.bytes = 32U << 10U})->first_tree, 1);
  const auto some = stage::scene_of(Asked{.bytes = 48U << 10U});
  ASSERT_EQ(some->stage().channels, 12);
  EXPECT_EQ(some->first_tree, 8.0 / 12);
  EXPECT_FALSE(scene_of("Ring")->first_tree);
  EXPECT_FALSE(scene_of("Tree", 1)->first_tree);
}

TEST(SceneTrees, SaysWhyThereIsOneTree) {
  EXPECT_EQ(stage::scene_of(Asked{.bytes = 32U << 10U})->trees,
            "At this size all 8 channels follow the first tree; channels of the second one join in "
            "larger calls.");
  EXPECT_TRUE(scene_of("Ring")->trees.isEmpty());
  EXPECT_TRUE(scene_of("Tree", 1)->trees.isEmpty());  // there is a chain
}
}  // namespace scene_trees_test
}  // namespace treering::gui::stage
