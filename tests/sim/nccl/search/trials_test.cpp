#include "sim/nccl/search/trials.h"

#include <gtest/gtest.h>

#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace trials_test {

using testing::NcclView;
using testing::usable_view;

TEST(Speeds, GoFromHighToLowAndBack) {
  constexpr std::array kSpeeds{40.0F, 30.0F, 20.0F};
  Speeds speeds(kSpeeds);
  EXPECT_TRUE(speeds.is_highest());
  EXPECT_FLOAT_EQ(speeds.next_lower(), 30);
  speeds.lower();
  speeds.lower();
  EXPECT_TRUE(speeds.is_lowest());
  EXPECT_FLOAT_EQ(speeds.now(), 20);
  speeds.raise();
  EXPECT_FLOAT_EQ(speeds.now(), 30);
  EXPECT_FALSE(speeds.is_highest() || speeds.is_lowest());
  speeds.to_highest();
  EXPECT_FLOAT_EQ(speeds.now(), 40);
}

Layout no_rings(int most) {
  Layout layout;
  layout.pattern = Pattern::Ring;
  layout.max_channels = most;
  layout.same_channels = true;
  layout.type_intra = layout.type_inter = PathType::Pix;
  return layout;
}

TEST(Trials, EndWhenAllChannelsOrAllBandwidthIsFound) {
  // Two GPUs, 24 GB/s each way.
  const NcclView view = usable_view(testing::pcie_box({}));
  const SearchSpace space = view.space();
  Trials trials(space, no_rings(2));
  trials.trial.bw_intra = trials.trial.bw_inter = 18;
  EXPECT_FALSE(trials.search());  // one of two, 18 of 24 GB/s
  EXPECT_EQ(trials.best.channels, 1);
  trials.trial.bw_intra = trials.trial.bw_inter = 12;
  EXPECT_TRUE(trials.search());
  EXPECT_EQ(trials.best.channels, 2);
}

TEST(Trials, KeepTheBestAndCountTheirSteps) {
  const NcclView view = usable_view(testing::pcie_box({}));
  const SearchSpace space = view.space();
  Trials trials(space, no_rings(4));
  const std::int64_t steps = trials.all_steps;
  trials.trial.bw_intra = trials.trial.bw_inter = 12;
  trials.search();
  trials.trial.bw_intra = trials.trial.bw_inter = 20;  // one of 20 is less than two of 12
  trials.search();
  EXPECT_EQ(trials.best.channels, 2);
  EXPECT_EQ(trials.all_steps, steps - 2 * space.constants.steps_same_channels);
}

}  // namespace trials_test
}  // namespace treering::sim::nccl::search
