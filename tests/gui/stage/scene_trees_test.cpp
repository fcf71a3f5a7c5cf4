#include <set>
#include <utility>

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
      {{.algorithm = "NVLSTree", .machines = {"dgx-h100", 2}}, {0, 1}},
      {{.algorithm = "NVLSTree"}, {0, 3}},
      {{.algorithm = "NVLSTree", .machines = {"gb200-nvl72", 5}}, {0, 1}},  // odd: shifted by one
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

// Data come from the root of a broadcast, rank 0, and go to that of a reduce.
TEST(SceneTrees, RootedCallsHaveTheirRootOnTop) {
  for (const auto collective : {core::Collective::Broadcast, core::Collective::Reduce}) {
    for (const int nodes : {2, 4, 8}) {
      SCOPED_TRACE(nodes);
      const auto scene = stage::scene_of(
          {.algorithm = "single_tree", .machines = {"dgx-h100", nodes}, .collective = collective},
          {Layout::Unfolded});
      EXPECT_EQ(roots_of(*scene), std::vector<int>{0});
    }
  }
}

// NCCL takes channels away one by one: those of the second tree first.
TEST(SceneTrees, KnowsHowTheTwoTreesShareTheChannels) {
  EXPECT_EQ(stage::scene_of(Asked{.bytes = 1U << 20U})->first_tree, 0.5);
  EXPECT_EQ(stage::scene_of(Asked{.bytes = 32U << 10U})->first_tree, 1);
  const auto some = stage::scene_of(Asked{.bytes = 48U << 10U});
  ASSERT_EQ(some->stage().channels, 12);
  EXPECT_EQ(some->first_tree, 8.0 / 12);
  EXPECT_EQ(scene_of("NVLSTree", 4)->first_tree, 0.5);
  EXPECT_FALSE(scene_of("Ring")->first_tree);
  EXPECT_FALSE(scene_of("Tree", 1)->first_tree);
}

// All of a node stands in its card, also the NVSwitch: 8 ranks and 1 in each of the 4 nodes of both
// trees.
TEST(SceneTrees, NodesOfNvlsTreeAreCards) {
  const auto scene = stage::scene_of(Asked{.algorithm = "NVLSTree"}, {Layout::Unfolded});
  const Arrangement& all = scene->arrangement;
  ASSERT_EQ(all.cards.size(), 8U);
  std::vector<int> on(all.cards.size());
  for (std::size_t i = 0; i < all.places.size(); ++i) {
    if (all.card_of[i] < 0) continue;
    const auto card = static_cast<std::size_t>(all.card_of[i]);
    ++on[card];
    EXPECT_TRUE(all.cards[card].area.contains(all.places[i])) << i;
  }
  EXPECT_EQ(on, std::vector<int>(all.cards.size(), 9));
}

// Several ranks of a node leave it at once: between two nodes their ways are one, from the lower
// edge of the upper card to the upper edge of the lower one. Ways inside begin at their ranks.
TEST(SceneTrees, WaysOfNvlsTreeLeadFromCardToCard) {
  const auto scene = stage::scene_of(Asked{.algorithm = "NVLSTree"}, {Layout::Unfolded});
  const Arrangement& all = scene->arrangement;
  std::set<std::pair<int, int>> between;
  for (std::size_t lane = 0; lane < scene->stage().lanes.size(); ++lane) {
    const auto& way = scene->stage().lanes[lane];
    const auto cards = scene->cards_of(lane);
    if (!cards) {
      const int copy = scene->copy_of[static_cast<std::size_t>(way.channel)];
      EXPECT_EQ(scene->start_of(lane), all.places[all.place(copy, way.from)]);
      continue;
    }
    between.insert(*cards);
    const QRectF from = all.cards[static_cast<std::size_t>(cards->first)].area;
    const QRectF to = all.cards[static_cast<std::size_t>(cards->second)].area;
    const bool is_down = from.top() < to.top();
    EXPECT_EQ(scene->at(lane, 0).y(), is_down ? from.bottom() : from.top());
    EXPECT_EQ(scene->at(lane, 1).y(), is_down ? to.top() : to.bottom());
  }
  // Three edges there and back, in each of two trees.
  EXPECT_EQ(between.size(), 12U);
}

// Else it would seem that one of the nodes combines the data of all.
TEST(SceneTrees, SwitchesOfTheNetworkStandInNoNode) {
  for (const char* const algorithm : {"CollNetDirect", "CollNetChain"}) {
    SCOPED_TRACE(algorithm);
    const auto scene =
        stage::scene_of(Asked{.algorithm = algorithm, .env = {"NCCL_COLLNET_ENABLE=1"}});
    const Arrangement& all = scene->arrangement;
    ASSERT_EQ(all.cards.size(), 5U);
    EXPECT_TRUE(all.cards.back().is_network);
    int switches = 0;
    for (int agent = scene->ranks; agent < all.agents; ++agent) {
      const int card = all.card_of[all.place(0, agent)];
      if (card >= 0) ++switches;
      EXPECT_TRUE(card < 0 || card == 4) << agent;
    }
    EXPECT_GT(switches, 0);
  }
}

TEST(SceneTrees, SaysWhyThereIsOneTree) {
  EXPECT_EQ(stage::scene_of(Asked{.bytes = 32U << 10U})->trees,
            "At this size all 8 channels follow the first tree; channels of the second one join in "
            "larger calls.");
  // Of 16 channels the first 8 follow the first tree.
  EXPECT_EQ(stage::scene_of(Asked{.bytes = 1U << 30U, .env = {"NCCL_MAX_NCHANNELS=4"}})->trees,
            "All channels follow the first tree, in larger calls too: the job has too few for the "
            "second one.");
  EXPECT_TRUE(stage::scene_of(Asked{.bytes = 64U << 20U})->trees.isEmpty());
  EXPECT_TRUE(scene_of("Ring")->trees.isEmpty());
  EXPECT_TRUE(scene_of("Tree", 1)->trees.isEmpty());  // there is a chain
}
}  // namespace scene_trees_test
}  // namespace treering::gui::stage
