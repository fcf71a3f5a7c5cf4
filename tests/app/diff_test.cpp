#include "app/diff.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace treering::app {
namespace diff_test {

TEST(Diff, AMachineIsLikeItself) {
  const auto report = answer(DiffRequest{{"dgx-h100", "dgx-h100"}});
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->is_alike);
  EXPECT_TRUE(report->differences.empty());
  EXPECT_EQ(report->sides[1].source, "dgx-h100");
  EXPECT_FALSE(report->sides[0].time);
}

TEST(Diff, TheOlderMachineIsSlower) {
  const auto report = answer(DiffRequest{{"dgx-h100", "dgx-a100"}});
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(report->is_alike);
  EXPECT_EQ(report->differences.front().weight, tuner::diff::Weight::Heavy);
  EXPECT_EQ(report->nodes, 1);
  ASSERT_TRUE(report->sides[0].time && report->sides[1].time);
  // 450 GB/s of NVLink against 300, with overheads that do not change the order.
  EXPECT_GT(*report->sides[1].time / *report->sides[0].time, 1.2);
}

TEST(Diff, NeedsBothMachines) {
  EXPECT_FALSE(answer(DiffRequest{{"dgx-h100", "no-such-machine"}}));
}

}  // namespace diff_test
}  // namespace treering::app
