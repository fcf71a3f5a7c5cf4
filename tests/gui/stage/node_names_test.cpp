#include "gui/stage/node_names.h"

#include <set>

#include <gtest/gtest.h>

#include "tests/gui/stage/scenes.h"

namespace treering::gui::stage {
namespace node_names_test {

// A readable text is at least 6 pixels high: a figure of it is wider than 2, so that three of them
// do not fit into 8 less one at each side.
TEST(NodeNames, AreAsLongAsTheirCardsAllow) {
  EXPECT_TRUE(name_form(12, {100, 40}).has_word);
  EXPECT_EQ(name_form(12, {100, 40}).size, 11);
  const NameForm small = name_form(28, {20, 12});
  EXPECT_FALSE(small.has_word);
  EXPECT_LE(small.size, 10);
  EXPECT_GE(small.size, 6);
  EXPECT_EQ(name_form(128, {8, 12}).size, 0);
  EXPECT_EQ(name_form(1, {40, 5}).size, 0);
}

// At a tenth a rank's radius of 16 is 1.6 pixels, too small to be seen, and a card of four ranks in
// a row is more than 20 wide.
TEST(NodeNames, EveryCardHasOneWhereRanksAreTooSmall) {
  const auto scene = scene_of("Tree", {"dgx-h100", 128});
  const std::set<std::size_t> patterns;
  const auto names_at = [&](double scale) {
    const Look look{*scene, patterns, scene->arrangement.plane, scale};
    return node_names(look, QTransform::fromScale(scale, scale));
  };
  EXPECT_EQ(names_at(0.1).all.size(), 128U);
  EXPECT_TRUE(names_at(1).all.empty());     // they stand above the ranks
  EXPECT_TRUE(names_at(0.01).all.empty());  // nobody could read them
}

}  // namespace node_names_test
}  // namespace treering::gui::stage
