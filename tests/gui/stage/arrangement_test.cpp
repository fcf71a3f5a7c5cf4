#include "gui/stage/arrangement.h"

#include <cmath>

#include <gtest/gtest.h>

namespace treering::gui::stage {
namespace arrangement_test {

double distance(QPointF a, QPointF b) {
  return std::hypot(a.x() - b.x(), a.y() - b.y());
}

// Whatever the shape of the job: no rank stands on another or outside its node, no card on another.
TEST(Arrangement, NothingOverlaps) {
  for (const auto& [nodes, per_node] :
       {std::pair{1, 1}, {1, 8}, {2, 8}, {3, 4}, {4, 8}, {12, 6}, {13, 8}, {100, 2}, {2, 72}}) {
    SCOPED_TRACE(std::to_string(nodes) + " x " + std::to_string(per_node));
    const Arrangement all = arrange({nodes * per_node, nodes, std::vector<int>{0, 0, -1}});
    ASSERT_EQ(all.cards.size(), static_cast<std::size_t>(nodes));
    for (std::size_t i = 0; i < all.cards.size(); ++i) {
      EXPECT_TRUE(all.plane.contains(all.cards[i].area));
      for (std::size_t k = 0; k < i; ++k) {
        EXPECT_FALSE(all.cards[i].area.intersects(all.cards[k].area));
      }
    }
    for (std::size_t i = 0; i < all.places.size(); ++i) {
      if (all.card_of[i] < 0) continue;
      const QRectF card = all.cards[static_cast<std::size_t>(all.card_of[i])].area;
      EXPECT_TRUE(card.contains(all.places[i])) << i;
      for (std::size_t k = 0; k < i; ++k) {
        if (all.card_of[k] < 0) continue;
        EXPECT_GE(distance(all.places[i], all.places[k]), 2 * all.radius) << i << " " << k;
      }
    }
  }
}

TEST(Arrangement, TheNetworkHasACardOfItsOwn) {
  for (const auto& [nodes, per_node] :
       {std::pair{2, 8}, {3, 4}, {4, 1}, {4, 8}, {5, 1}, {12, 6}, {13, 8}, {2, 72}}) {
    SCOPED_TRACE(std::to_string(nodes) + " x " + std::to_string(per_node));
    const Arrangement all =
        arrange({nodes * per_node, nodes, std::vector<int>(8, Extent::kNetwork)});
    ASSERT_EQ(all.cards.size(), static_cast<std::size_t>(nodes) + 1);
    const QRectF network = all.cards.back().area;
    EXPECT_TRUE(all.cards.back().is_network);
    for (int i = 0; i < nodes; ++i) {
      EXPECT_FALSE(network.intersects(all.cards[static_cast<std::size_t>(i)].area)) << i;
    }
    for (std::size_t i = all.places.size() - 8; i < all.places.size(); ++i) {
      EXPECT_EQ(all.card_of[i], nodes);
      EXPECT_TRUE(network.contains(all.places[i])) << i;
    }
  }
}

TEST(Arrangement, UnusedSwitchesAreNotShown) {
  const Arrangement all = arrange({8, 1, std::vector<int>{0, -1}});
  ASSERT_EQ(all.card_of.size(), 10U);
  EXPECT_EQ(all.card_of[8], 0);
  EXPECT_EQ(all.card_of[9], -1);
}

}  // namespace arrangement_test
}  // namespace treering::gui::stage
