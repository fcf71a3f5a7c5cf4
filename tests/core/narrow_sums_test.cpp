#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "core/compact_sequences.h"

namespace treering::core {
namespace narrow_sums_test {

TEST(NarrowSums, OfNothingAreNothing) {
  const NarrowSums sums;
  EXPECT_EQ(sums.size(), 0U);
  EXPECT_EQ(sums.sum(), 0U);
  EXPECT_EQ(sums.before(0), 0U);
}

// Over several blocks, the last of them whole or not, with places that have nothing and one that
// needs four bytes.
TEST(NarrowSums, KnowWhatIsBeforeAPlaceAndWhoseAThingIs) {
  for (const std::size_t places : {1U, 31U, 32U, 33U, 64U, 100U}) {
    SCOPED_TRACE(places);
    NarrowSums sums;
    std::vector<std::uint32_t> before;
    std::uint32_t sum = 0;
    for (std::size_t at = 0; at < places; ++at) {
      const auto count = static_cast<std::uint32_t>(at == 40 ? 70'000 : at * 7 % 4);
      before.push_back(sum);
      sums.push_back(count);
      sum += count;
    }
    ASSERT_EQ(sums.size(), places);
    EXPECT_EQ(sums.sum(), sum);
    EXPECT_EQ(sums.before(places), sum);
    for (std::size_t at = 0; at < places; ++at) {
      EXPECT_EQ(sums.before(at), before[at]);
      if (sums.count(at) == 0) continue;
      EXPECT_EQ(sums.place_of(before[at]), at);
      EXPECT_EQ(sums.place_of(before[at] + sums.count(at) - 1), at);
    }
  }
}

}  // namespace narrow_sums_test
}  // namespace treering::core
