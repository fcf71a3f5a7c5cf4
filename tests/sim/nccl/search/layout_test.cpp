#include <gtest/gtest.h>

#include "sim/nccl/search/channel_search.h"

namespace treering::sim::nccl::search {
namespace layout_test {

constexpr int kGpus = 4;

Layout layout(int channels, float bandwidth, int hops = 0) {
  Layout result;
  result.pattern = Pattern::Ring;
  result.channels = channels;
  result.bw_intra = result.bw_inter = bandwidth;
  result.hops = hops;
  return result;
}

TEST(IsBetter, MoreBandwidthInAll) {
  EXPECT_TRUE(is_better(layout(3, 10), layout(1, 20), kGpus));
  EXPECT_FALSE(is_better(layout(1, 20), layout(3, 10), kGpus));
}

TEST(IsBetter, AnythingIsBetterThanNothing) {
  EXPECT_TRUE(is_better(layout(1, 3), layout(0, 0), kGpus));
}

TEST(IsBetter, ChannelsAloneAreNot) {
  EXPECT_FALSE(is_better(layout(2, 10), layout(1, 20), kGpus));
}

TEST(IsBetter, NotWithTooFewChannels) {
  Layout found = layout(1, 40);
  found.min_channels = 2;
  EXPECT_FALSE(is_better(found, layout(0, 0), kGpus));
}

TEST(IsBetter, FewerHopsAtEqualBandwidth) {
  EXPECT_TRUE(is_better(layout(2, 10, 6), layout(2, 10, 8), kGpus));
  EXPECT_FALSE(is_better(layout(2, 10, 8), layout(2, 10, 8), kGpus));
}

TEST(IsBetter, HopsOfAnotherPatternOrRailRuleDoNotCompare) {
  Layout found = layout(2, 10, 6);
  found.pattern = Pattern::Tree;
  EXPECT_FALSE(is_better(found, layout(2, 10, 8), kGpus));
  found = layout(2, 10, 6);
  found.cross_nic = 2;
  EXPECT_FALSE(is_better(found, layout(2, 10, 8), kGpus));
}

TEST(IsBetter, BandwidthWithinTheNodeDecides) {
  Layout found = layout(1, 20);
  Layout best = layout(1, 20);
  found.bw_inter = 40;
  EXPECT_FALSE(is_better(found, best, kGpus));
  best.bw_intra = 10;
  EXPECT_TRUE(is_better(found, best, kGpus));
}

TEST(IsBetter, NvlsWantsHeadsUpToTheNumberOfGpus) {
  Layout found = layout(4, 20);
  Layout best = layout(3, 60);
  found.pattern = best.pattern = Pattern::Nvls;
  EXPECT_TRUE(is_better(found, best, kGpus));
  EXPECT_FALSE(is_better(found, best, 3));
}

TEST(IsBetter, NvlsComparesBandwidthBetweenNodes) {
  Layout found = layout(4, 20);
  Layout best = layout(4, 20);
  found.pattern = best.pattern = Pattern::Nvls;
  EXPECT_FALSE(is_better(found, best, kGpus));
  found.bw_inter = 24;
  EXPECT_TRUE(is_better(found, best, kGpus));
}

}  // namespace layout_test
}  // namespace treering::sim::nccl::search
