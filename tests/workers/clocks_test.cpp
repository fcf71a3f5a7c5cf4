#include "workers/clocks.h"

#include <cmath>

#include <gtest/gtest.h>

namespace treering::workers {
namespace clocks_test {

// The other clock shows 1000 more. Asked at 0 it answers at 3, and the answer is back at 10.
TEST(Clocks, TheFastestExchangeSaysMost) {
  const Exchange slow{.asked = 0, .there = 1003, .answered = 10};
  const Exchange fast{.asked = 100, .there = 1101, .answered = 102};
  EXPECT_EQ(offset_of({slow, fast, slow}), (ClockOffset{1000, 1}));
  EXPECT_EQ(offset_of({slow}), (ClockOffset{998, 5}));
}

// All of the time may have gone into one of the two ways.
TEST(Clocks, TheOffsetIsWithinItsError) {
  for (const double way : {0.0, 2.0, 5.0, 8.0}) {
    const ClockOffset found = offset_of({{.asked = 0, .there = 1000 + way, .answered = 8}});
    EXPECT_LE(std::abs(found.us - 1000), found.error_us) << way;
  }
}

}  // namespace clocks_test
}  // namespace treering::workers
