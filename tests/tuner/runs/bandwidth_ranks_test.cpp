#include "tuner/runs/bandwidth_ranks.h"

#include <gtest/gtest.h>

namespace treering::tuner::runs {
namespace bandwidth_ranks_test {

using core::Collective;

/// With two decimals, as nccl-tests prints them.
ParsedRow row_of(double algbw, double busbw) {
  ParsedRow row;
  row.out_of_place = {std::nullopt, Figure{algbw, 0.005}, Figure{busbw, 0.005}};
  return row;
}

// 2 x 15 / 16 = 1.875, and 7 / 8 = 0.875.
TEST(BandwidthRanks, BusbwOverAlgbwIsTheFactorOfTheRanks) {
  EXPECT_EQ(ranks_by_bandwidths(Collective::AllReduce, {row_of(32, 60)}), 16);
  EXPECT_EQ(ranks_by_bandwidths(Collective::AllGather, {row_of(100, 87.5)}), 8);
  EXPECT_DOUBLE_EQ(shown_factor({row_of(1, 2), row_of(32, 60)}), 1.875);
}

// 0.03 over 0.02 may be 1 to 2.3.
TEST(BandwidthRanks, FewDigitsSayNothing) {
  EXPECT_EQ(ranks_by_bandwidths(Collective::AllReduce, {row_of(0.02, 0.03)}), 0);
  EXPECT_EQ(ranks_by_bandwidths(Collective::AllReduce, {row_of(0.02, 0.03), row_of(32, 60)}), 16);
}

TEST(BandwidthRanks, OneRankHasNoBusbw) {
  EXPECT_EQ(ranks_by_bandwidths(Collective::AllReduce, {row_of(212.41, 0)}), 1);
}

TEST(BandwidthRanks, AFactorOfOneAndContradictionsSayNothing) {
  EXPECT_EQ(ranks_by_bandwidths(Collective::Broadcast, {row_of(32, 32)}), 0);
  EXPECT_EQ(ranks_by_bandwidths(Collective::AllReduce, {row_of(32, 60), row_of(32, 56)}), 0);
  EXPECT_EQ(ranks_by_bandwidths(Collective::AllReduce, {}), 0);
}

}  // namespace bandwidth_ranks_test
}  // namespace treering::tuner::runs
