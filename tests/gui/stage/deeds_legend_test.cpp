#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/stage/run_panel.h"

namespace treering::gui::stage {
namespace deeds_legend_test {

TEST(DeedsLegend, NamesWhatRanksDo) {
  const DeedsLegend legend;
  for (const char* const word : {"sends", "combines", "stores", "waits", "rim"}) {
    EXPECT_THAT(legend.accessibleName().toStdString(), ::testing::HasSubstr(word));
  }
}

TEST(DeedsLegend, NamesTheCriticalPathWhileItIsShown) {
  DeedsLegend legend;
  EXPECT_THAT(legend.accessibleName().toStdString(),
              ::testing::Not(::testing::HasSubstr("critical path")));
  const int breadth = legend.sizeHint().width();
  legend.setPathShown(true);
  EXPECT_THAT(legend.accessibleName().toStdString(), ::testing::HasSubstr("critical path"));
  EXPECT_GT(legend.sizeHint().width(), breadth);
  legend.setPathShown(false);
  EXPECT_EQ(legend.sizeHint().width(), breadth);
}

TEST(DeedsLegend, TakesTwoLinesWhereOneHasNoRoom) {
  DeedsLegend legend;
  const QSize line = legend.sizeHint();
  EXPECT_EQ(legend.heightForWidth(line.width()), line.height());
  legend.resize(2 * line.width() / 3, 2 * line.height());
  EXPECT_EQ(legend.heightForWidth(legend.width()), 2 * line.height());
  EXPECT_EQ(legend.breadthOfSeen(), line.width());
}

// It takes no room from others, and cuts no word.
TEST(DeedsLegend, LeavesOutWhatDoesNotFit) {
  DeedsLegend legend;
  legend.resize(legend.sizeHint());
  const int whole = legend.breadthOfSeen();
  EXPECT_EQ(whole, legend.sizeHint().width());
  legend.resize(whole / 3, legend.height());
  EXPECT_GT(legend.breadthOfSeen(), 0);
  EXPECT_LT(legend.breadthOfSeen(), whole);
  legend.resize(5, legend.height());
  EXPECT_EQ(legend.breadthOfSeen(), 0);
}

}  // namespace deeds_legend_test
}  // namespace treering::gui::stage
