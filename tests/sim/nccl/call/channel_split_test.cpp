#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/nccl/call/work.h"

namespace treering::sim::nccl::call {
namespace channel_split_test {

/// float elements, all_reduce (every byte counts twice), 16 KiB of traffic per channel: cells of
/// 8 KiB, 2048 elements.
SplitQuery all_reduce_of(std::uint64_t count, int wanted, int all) {
  return {.count = count,
          .element_bytes = 4,
          .traffic_factor = 2,
          .min_traffic_bytes = 16384,
          .wanted_channels = wanted,
          .all_channels = all};
}

TEST(ChannelSplit, SmallCallsTakeOneChannel) {
  EXPECT_EQ(split_over_channels(all_reduce_of(2048, 16, 16)), (ChannelSplit{2048, 0, 0, 1}));
  EXPECT_EQ(split_over_channels(all_reduce_of(1, 16, 16)), (ChannelSplit{1, 0, 0, 1}));
}

TEST(ChannelSplit, EachChannelCarriesAtLeastACell) {
  // Five cells, the last with 100 elements.
  EXPECT_EQ(split_over_channels(all_reduce_of(4 * 2048 + 100, 16, 16)),
            (ChannelSplit{2048, 2048, 100, 5}));
}

TEST(ChannelSplit, LargeCallsFillTheWantedChannels) {
  // 64 cells on 4 channels: 16 cells each.
  EXPECT_EQ(split_over_channels(all_reduce_of(64 * 2048, 4, 16)),
            (ChannelSplit{16 * 2048, 16 * 2048, 16 * 2048, 4}));
}

TEST(ChannelSplit, WhatDoesNotDivideLeavesLessForTheLast) {
  // 10 cells wanted on 4 channels: 2.5 cells' traffic, so 3 each and 1 on the last.
  EXPECT_EQ(split_over_channels(all_reduce_of(10 * 2048, 4, 16)),
            (ChannelSplit{3 * 2048, 3 * 2048, 2048, 4}));
}

TEST(ChannelSplit, TwoChannelsHaveNoMiddle) {
  EXPECT_EQ(split_over_channels(all_reduce_of(2 * 2048, 16, 16)), (ChannelSplit{2048, 0, 2048, 2}));
}

TEST(ChannelSplit, OneChannelTakesEverything) {
  EXPECT_EQ(split_over_channels(all_reduce_of(1 << 20, 1, 1)), (ChannelSplit{1 << 20, 0, 0, 1}));
}

TEST(ChannelSplit, RoundingDoesNotAskForMoreChannelsThanThereAre) {
  // 16 channels, 16 cells and one element: traffic per channel, rounded down, fits one cell, so 17
  // cells would want 17 channels. The last takes two.
  EXPECT_EQ(split_over_channels(all_reduce_of(16 * 2048 + 1, 16, 16)),
            (ChannelSplit{2048, 2048, 2049, 16}));
}

RC_GTEST_PROP(ChannelSplit, LosesNothing, ()) {
  SplitQuery query;
  query.element_bytes = std::uint64_t{1} << *rc::gen::inRange(0, 4);
  query.count = *rc::gen::inRange<std::uint64_t>(1, std::uint64_t{1} << *rc::gen::inRange(1, 34));
  query.traffic_factor = *rc::gen::element<std::uint64_t>(1, 2, 4, 8, 24, 96, 512);
  query.min_traffic_bytes = 16384;
  query.wanted_channels = *rc::gen::inRange(1, 65);
  query.all_channels = *rc::gen::inRange(query.wanted_channels, 65);
  const ChannelSplit split = split_over_channels(query);
  RC_ASSERT(split.channels >= 1 && split.channels <= query.all_channels);
  const auto between = static_cast<std::uint64_t>(std::max(0, split.channels - 2));
  RC_ASSERT(split.low + between * split.middle + split.high == query.count);
  RC_ASSERT((split.high > 0) == (split.channels > 1));
}

}  // namespace channel_split_test
}  // namespace treering::sim::nccl::call
