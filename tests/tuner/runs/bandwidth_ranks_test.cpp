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

// 0.325 to 0.335 over 0.175 to 0.185 is 1.757 to 1.914: 2 x 8 / 9 = 1.778 to 2 x 22 / 23 = 1.913.
TEST(BandwidthRanks, FewDigitsLeaveARange) {
  EXPECT_EQ(rank_range(Collective::AllReduce, {row_of(0.18, 0.33)}), (RankRange{9, 23}));
  EXPECT_EQ(rank_range(Collective::AllReduce, {row_of(32, 60)}), (RankRange{16, 16}));
  const RankRange many = rank_range(Collective::AllReduce, {row_of(20, 40)});
  EXPECT_TRUE(many.has(100'000));
  EXPECT_FALSE(many.has(64));  // 1.969, and 39.995 / 20.005 = 1.999
  EXPECT_FALSE(rank_range(Collective::AllGather, {row_of(32, 32)}).is_known());
  EXPECT_TRUE(RankRange().has(8));
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
