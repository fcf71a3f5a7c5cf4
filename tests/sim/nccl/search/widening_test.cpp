#include <gtest/gtest.h>

#include "sim/nccl/search/graph_search.h"
#include "sim/nccl/search/trials.h"
#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace widening_test {

using testing::NcclView;
using testing::PcieSpeed;
using testing::usable_view;

NcclView two_gpus(PcieSpeed speed, int compute_capability) {
  testing::PcieBox box;
  box.speed = speed;
  box.compute_capability = compute_capability;
  return usable_view(testing::pcie_box(box));
}

/// The result of the first pass: rings of two GPUs.
Layout rings(int channels, int most, float bandwidth) {
  Layout layout;
  layout.pattern = Pattern::Ring;
  layout.max_channels = most;
  layout.same_channels = true;
  layout.type_intra = layout.type_inter = PathType::Pix;
  layout.bw_intra = layout.bw_inter = bandwidth;
  layout.channels = channels;
  layout.hops = 4 * channels;
  for (int channel = 0; channel < most; ++channel) {
    layout.gpus.insert(layout.gpus.end(), {0, 1});
    layout.nets.push_back({0, 0});
  }
  return layout;
}

Layout widened(const NcclView& view, const Layout& found) {
  const SearchSpace space = view.space();
  Trials trials(space, found);
  widen(trials);
  return trials.best;
}

TEST(Widening, DoublesFastChannels) {
  // 40 GB/s is more than a thread block drives; two of 20 take as much of the 48.
  const Layout layout = widened(two_gpus(PcieSpeed::Gen5, 80), rings(1, 32, 40));
  EXPECT_EQ(layout.channels, 2);
  EXPECT_FLOAT_EQ(layout.bw_intra, 20);
}

TEST(Widening, DoublesNoFurtherThanAllowed) {
  const Layout layout = widened(two_gpus(PcieSpeed::Gen5, 80), rings(1, 1, 40));
  EXPECT_EQ(layout.channels, 1);
  EXPECT_FLOAT_EQ(layout.bw_intra, 40);
}

TEST(Widening, ThenTriesFasterOnes) {
  // Hopper's steps around 20 are 24 and 20: two of 24 fit into 48.
  const Layout layout = widened(two_gpus(PcieSpeed::Gen5, 90), rings(1, 32, 40));
  EXPECT_EQ(layout.channels, 2);
  EXPECT_FLOAT_EQ(layout.bw_intra, 24);
}

TEST(Widening, LeavesSlowChannelsInNumber) {
  // 24 GB/s: two of 12 are all there is.
  const Layout layout = widened(two_gpus(PcieSpeed::Gen4, 80), rings(2, 32, 12));
  EXPECT_EQ(layout.channels, 2);
  EXPECT_FLOAT_EQ(layout.bw_intra, 12);
}

TEST(Widening, DoesNotDoubleManyChannelsBelowFiftyOnHopper) {
  // 18 NVLinks of 20.6 GB/s are 370.8: six rings of 60 are 360, and 7 of 50 or 9 of 40 are less or
  // equal. 60 is above 50, so they become twelve of 30.
  const auto ring = [](int links) {
    const NcclView view = usable_view(testing::nvswitch_box({.gpus = 4, .links = links}));
    return search_graph(view.space(), {.pattern = Pattern::Ring, .max_channels = 32});
  };
  EXPECT_EQ(ring(18).channels, 12);
  EXPECT_FLOAT_EQ(ring(18).bw_intra, 30);
  // 16 NVLinks are 329.6: eight rings of 40 (more than 5 of 60 or 6 of 50) stay eight.
  EXPECT_EQ(ring(16).channels, 8);
  EXPECT_FLOAT_EQ(ring(16).bw_intra, 40);
}

}  // namespace widening_test
}  // namespace treering::sim::nccl::search
