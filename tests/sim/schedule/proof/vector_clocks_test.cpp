#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/schedule/proof/races.h"

namespace treering::sim::schedule {
namespace vector_clocks_test {

/// Streams 0 to 1 to 2, and a fourth alone.
std::vector<Stream> chain() {
  std::vector<Stream> streams(4);
  streams[0].sends = {{1, 0}};
  streams[1].receives = {{0, 0}};
  streams[1].sends = {kNoPeer, {2, 0}};
  streams[2].receives = {{1, 1}};
  return streams;
}

TEST(VectorClocks, StreamsAreJoinedByConnections) {
  EXPECT_THAT(joined_to(chain()), ::testing::ElementsAre(0, 0, 0, 3));
}

// Stream 0 does a step more after it has sent.
TEST(VectorClocks, MessagesCarryWhatIsDone) {
  const auto streams = chain();
  VectorClocks clocks(streams, joined_to(streams), {true, true, true, true});
  clocks.begin_step(0, {});
  clocks.end_step(0, {0, 1});
  clocks.begin_step(0, {});
  clocks.end_step(0, {});
  EXPECT_FALSE(clocks.is_before(0, 0, 2));
  clocks.begin_step(1, {0, 1});
  EXPECT_TRUE(clocks.is_before(0, 0, 1));
  clocks.end_step(1, {1, 1});
  clocks.begin_step(2, {0, 1});
  EXPECT_TRUE(clocks.is_before(0, 0, 2));
  EXPECT_FALSE(clocks.is_before(0, 1, 2));
  EXPECT_TRUE(clocks.is_before(1, 0, 2));
  EXPECT_FALSE(clocks.is_before(2, 0, 0));
  EXPECT_FALSE(clocks.is_before(3, 0, 2));
  EXPECT_TRUE(clocks.is_before(3, 7, 3));
}

}  // namespace vector_clocks_test
}  // namespace treering::sim::schedule
