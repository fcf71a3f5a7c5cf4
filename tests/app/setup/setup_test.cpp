#include "app/setup/setup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::app::setup {
namespace setup_test {

using ::testing::HasSubstr;

// Whoever asks, command line or window, gets a sentence.
TEST(SetUp, RefusesCountsThatAreNone) {
  for (const int count : {0, -3, 1 << 30}) {
    JobRequest request{.topology = "dgx-h100"};
    request.nodes = count;
    const auto nodes = set_up(request);
    ASSERT_FALSE(nodes) << count;
    EXPECT_THAT(nodes.error().message(), HasSubstr("⟨nodes⟩: found " + std::to_string(count)));
    request.nodes.reset();
    request.gpus_per_node = count;
    EXPECT_FALSE(set_up(request)) << count;
    request.gpus_per_node.reset();
    request.gpus_per_process = count;
    EXPECT_FALSE(set_up(request)) << count;
  }
}

}  // namespace setup_test
}  // namespace treering::app::setup
