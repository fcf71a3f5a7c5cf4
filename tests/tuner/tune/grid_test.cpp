#include "tuner/tune/grid.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace treering::tuner::tune {
namespace {

measure::Configuration all_reduce(std::uint64_t bytes, std::string algorithm) {
  measure::Configuration one;
  one.call.bytes = bytes;
  one.way.algorithm = std::move(algorithm);
  return one;
}

TEST(TuneGrid, EachCollectiveIsAGridOfWaysBySizes) {
  measure::Configuration broadcast = all_reduce(8, "binomial");
  broadcast.call.collective = core::Collective::Broadcast;
  const auto grids =
      grids_of({all_reduce(64, "ring"), all_reduce(8, "ring"), broadcast, all_reduce(8, "")});
  ASSERT_EQ(grids.size(), 2U);
  const Grid& first = grids[0].grid;
  EXPECT_EQ(first.sizes, (std::vector<std::uint64_t>{8, 64}));
  EXPECT_EQ(first.ways, (std::vector<sim::Way>{{"ring", "", 0}, {"", "", 0}}));
  EXPECT_EQ(first.default_way(), 1U);
  // The sweep has no default at 64 bytes.
  EXPECT_EQ(grids[0].missing, (std::vector<bool>{false, false, false, true}));
  EXPECT_EQ(grids[1].grid.call.call.collective, core::Collective::Broadcast);
  EXPECT_EQ(grids[1].grid.default_way(), std::nullopt);
}

TEST(TuneGrid, CellsAndConfigurationsAreOneToOne) {
  const Grid grid =
      grids_of({all_reduce(8, "ring"), all_reduce(8, ""), all_reduce(64, "ring")}).front().grid;
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    EXPECT_EQ(grid.find(grid.configuration(cell)), cell);
    EXPECT_EQ(grid.index_of(grid.cell_at(cell)), cell);
  }
  EXPECT_EQ(grid.find(all_reduce(8, "tree")), std::nullopt);
  measure::Configuration cold = all_reduce(8, "ring");
  cold.cache = measure::Cache::Cold;
  EXPECT_EQ(grid.find(cold), std::nullopt);
}

std::vector<measure::Configuration> sweep_of(std::size_t sizes) {
  std::vector<measure::Configuration> all;
  for (std::size_t i = 1; i <= sizes; ++i) {
    all.push_back(all_reduce(1024 * i, ""));
    all.push_back(all_reduce(1024 * i, "ring"));
  }
  all.erase(all.end() - 1);  // no ring at the largest
  return all;
}

TEST(TuneGrid, AFewSizesStay) {
  const SweptGrid all = grids_of(sweep_of(kMostSizes)).front();
  EXPECT_EQ(thinned(all).grid.sizes, all.grid.sizes);
  EXPECT_EQ(thinned(all).missing, all.missing);
}

// 1 KiB to 1,000 KiB are 9.97 octaves: 64 sizes would be 0.158 octaves apart, less than those of 1
// to 8 KiB lie, which all stay.
TEST(TuneGrid, ManySizesAreThinnedEvenlyOverTheOctaves) {
  const SweptGrid few = thinned(grids_of(sweep_of(1000)).front());
  const auto& sizes = few.grid.sizes;
  EXPECT_LE(sizes.size(), kMostSizes);
  EXPECT_GE(sizes.size(), kMostSizes * 3 / 4);
  EXPECT_EQ(sizes.front(), 1024U);
  EXPECT_EQ(sizes.back(), 1024U * 1000);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(sizes[i], 1024 * (i + 1));
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    const double apart =
        std::log2(static_cast<double>(sizes[i]) / static_cast<double>(sizes[i - 1]));
    EXPECT_TRUE(apart < 0.24 || sizes[i] - sizes[i - 1] == 1024) << sizes[i];
  }
  ASSERT_EQ(few.missing.size(), few.grid.cells());
  EXPECT_TRUE(few.missing.back());
  EXPECT_EQ(std::ranges::count(few.missing, true), 1);
}

}  // namespace
}  // namespace treering::tuner::tune
