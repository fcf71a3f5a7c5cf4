#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/models/job_settings.h"

namespace treering::gui::models {
namespace channels_test {

using ::testing::ElementsAre;

TEST(Channels, AreTheVariablesOfNcclsUsers) {
  std::vector<std::string> env{"NCCL_ALGO=Ring", "NCCL_MAX_NRINGS=2", "NCCL_MAX_NCHANNELS=8"};
  EXPECT_EQ(channels_of(env), std::nullopt);  // fewer are possible
  set_channels(env, 4);
  EXPECT_THAT(env, ElementsAre("NCCL_ALGO=Ring", "NCCL_MIN_NCHANNELS=4", "NCCL_MAX_NCHANNELS=4"));
  EXPECT_EQ(channels_of(env), 4);
  set_channels(env, {});
  EXPECT_THAT(env, ElementsAre("NCCL_ALGO=Ring"));
}

TEST(Channels, TheLastAssignmentCounts) {
  EXPECT_EQ(channels_of({"NCCL_MIN_NCHANNELS=2", "NCCL_MAX_NCHANNELS=4", "NCCL_MIN_NCHANNELS=4"}),
            4);
  EXPECT_EQ(channels_of({"NCCL_MIN_NCHANNELS=many", "NCCL_MAX_NCHANNELS=many"}), std::nullopt);
}

}  // namespace channels_test
}  // namespace treering::gui::models
