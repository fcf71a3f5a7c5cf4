#include <gtest/gtest.h>

#include "tuner/advice/recommend.h"

namespace treering::tuner::advice {
namespace ranges_test {

TEST(Samples, AreBothSidesOfEachPowerOfTwoAndTheMiddles) {
  EXPECT_EQ(octave_samples(5, 17), (std::set<std::uint64_t>{5, 6, 7, 8, 12, 15, 16, 17}));
}

TEST(Samples, OneSizeIsOneSample) {
  EXPECT_EQ(octave_samples(8, 8), std::set<std::uint64_t>{8});
}

TEST(Samples, ReachTheLargestNumber) {
  EXPECT_EQ(octave_samples(UINT64_MAX - 1, UINT64_MAX),
            (std::set<std::uint64_t>{UINT64_MAX - 1, UINT64_MAX}));
}

}  // namespace ranges_test
}  // namespace treering::tuner::advice
