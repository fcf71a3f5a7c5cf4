#include "sim/nccl/rules/launch.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/nccl/plan.h"
#include "tests/support/sample_search.h"

namespace treering::sim::nccl::rules {
namespace launch_test {

/// Four channels (two found, doubled), 512 threads, 64 B per thread: 32 KiB keep a channel busy.
class LaunchTest : public ::testing::Test {
 protected:
  LaunchQuery query(std::uint64_t bytes) const { return {comm_, Protocol::Simple, bytes, 512, 64}; }

 private:
  Plan plan_ = make_plan({}, testing::four_gpus());
  communicator::CommunicatorView comm_ = view_of(plan_);
};

TEST_F(LaunchTest, EachChannelMustPayOff) {
  EXPECT_EQ(worthwhile_channels(query(8)), 1);
  EXPECT_EQ(worthwhile_channels(query(65536 + 32767)), 2);
  EXPECT_EQ(worthwhile_channels(query(3 * 32768)), 3);
  EXPECT_EQ(worthwhile_channels(query(1 << 30)), 4);
}

TEST_F(LaunchTest, ThreadsAreHalvedWhileTheyIdle) {
  // 512 threads want 32 KiB, 256 want 16 KiB, 128 want 8 KiB; 64 are no multiple of 128.
  EXPECT_EQ(worthwhile_threads(query(32768), 1), 512);
  EXPECT_EQ(worthwhile_threads(query(20000), 1), 256);
  EXPECT_EQ(worthwhile_threads(query(8), 1), 64);
}

TEST_F(LaunchTest, HelpersComeOnTopAndThreeWarpsAreKept) {
  EXPECT_EQ(launch_by_size(query(32768), 1), (Launch{1, 544}));
  EXPECT_EQ(launch_by_size(query(8), 0), (Launch{1, 96}));
}

TEST_F(LaunchTest, InFullMeansAllThreads) {
  EXPECT_EQ(launch_in_full(query(8), 3), (Launch{3, 640}));
}

TEST_F(LaunchTest, MoreBytesNeverMeanFewerChannels) {
  rc::check([this](std::uint32_t a, std::uint32_t b) {
    RC_ASSERT(worthwhile_channels(query(std::min(a, b))) <=
              worthwhile_channels(query(std::max(a, b))));
  });
}

}  // namespace launch_test
}  // namespace treering::sim::nccl::rules
