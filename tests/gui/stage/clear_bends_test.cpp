#include <cmath>

#include <gtest/gtest.h>

#include "gui/stage/arrangement.h"
#include "tests/gui/stage/scenes.h"

namespace treering::gui::stage {
namespace clear_bends_test {

/// Lanes of the first channel that pass a rank which they do not join.
int passing(const Scene& scene) {
  constexpr int kPoints = 100;
  const Arrangement& all = scene.arrangement;
  int count = 0;
  for (std::size_t lane = 0; lane < scene.stage().lanes.size(); ++lane) {
    const auto& way = scene.stage().lanes[lane];
    if (way.channel != 0) continue;
    bool is_passing = false;
    for (int rank = 0; rank < scene.ranks; ++rank) {
      if (rank == way.from || rank == way.to) continue;
      for (int i = 0; i <= kPoints; ++i) {
        const QPointF away =
            scene.at(lane, static_cast<double>(i) / kPoints) - all.places[all.place(0, rank)];
        is_passing = is_passing || std::hypot(away.x(), away.y()) < 0.9 * all.radius;
      }
    }
    if (is_passing) ++count;
  }
  return count;
}

// Messages seem to end at ranks that lie on their ways.
TEST(ClearBends, WaysOfARingPassNoOtherRank) {
  for (const int nodes : {2, 4}) {
    SCOPED_TRACE(nodes);
    const auto scene = scene_of({.algorithm = "Ring", .machines = {"dgx-h100", nodes}});
    ASSERT_EQ(scene->shares.size(), scene->stage().lanes.size());
    EXPECT_EQ(passing(*scene), 0);
  }
}

TEST(ClearBends, WaysBetweenNodesOfSendrecvPassNoOtherRank) {
  const auto scene = scene_of(
      {.algorithm = "p2p", .machines = {"dgx-a100", 2}, .collective = core::Collective::SendRecv});
  EXPECT_EQ(passing(*scene), 0);
}

TEST(ClearBends, ManyWaysBendAsLittleAsTheyMay) {
  const auto scene = scene_of({.algorithm = "Ring", .machines = {"dgx-h100", 128}});
  EXPECT_TRUE(scene->shares.empty());
}

}  // namespace clear_bends_test
}  // namespace treering::gui::stage
