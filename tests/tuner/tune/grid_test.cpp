#include "tuner/tune/grid.h"

#include <gtest/gtest.h>

namespace treering::tuner::tune {
namespace {

measure::Configuration all_reduce(std::uint64_t bytes, std::string algorithm) {
  measure::Configuration one;
  one.bytes = bytes;
  one.algorithm = std::move(algorithm);
  return one;
}

TEST(TuneGrid, EachCollectiveIsAGridOfWaysBySizes) {
  measure::Configuration broadcast = all_reduce(8, "binomial");
  broadcast.collective = core::Collective::Broadcast;
  const auto grids =
      grids_of({all_reduce(64, "ring"), all_reduce(8, "ring"), broadcast, all_reduce(8, "")});
  ASSERT_EQ(grids.size(), 2U);
  const Grid& first = grids[0].grid;
  EXPECT_EQ(first.sizes, (std::vector<std::uint64_t>{8, 64}));
  EXPECT_EQ(first.ways, (std::vector<Way>{{"ring", "", 0}, {"", "", 0}}));
  EXPECT_EQ(first.default_way(), 1U);
  // The sweep has no default at 64 bytes.
  EXPECT_EQ(grids[0].missing, (std::vector<bool>{false, false, false, true}));
  EXPECT_EQ(grids[1].grid.call.collective, core::Collective::Broadcast);
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

}  // namespace
}  // namespace treering::tuner::tune
