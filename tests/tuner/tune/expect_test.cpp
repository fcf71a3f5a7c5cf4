#include "tuner/tune/expect.h"

#include <gtest/gtest.h>

#include "sim/hosts/host_profile.h"

namespace treering::tuner::tune {
namespace {

TEST(TuneExpect, FillsTimesAndWhatTheLibraryTakesByItself) {
  sim::hosts::HostJob job;
  job.library = "mpi";
  job.ranks = 4;
  job.gbit = {1, 1, 1, 1};
  const auto model = models::host_call_model(job, sim::hosts::assumed_profile());
  Grid grid;
  grid.call.collective = core::Collective::AllReduce;
  grid.sizes = {1024, 1U << 20U};
  grid.ways = {{"", "", 0}, {"ring", "", 0}, {"no such way", "", 0}};
  for (const auto& one : model->candidates(grid.configuration(0))) {
    if (one.algorithm != "ring") grid.ways.push_back({one.algorithm, "", 0});
  }
  expect(*model, grid);
  ASSERT_EQ(grid.own_way.size(), 2U);
  for (std::size_t size = 0; size < 2; ++size) {
    const Cell own{size, 0};
    ASSERT_TRUE(grid.own_way[size]);
    const Cell known{size, *grid.own_way[size]};
    EXPECT_EQ(grid.ways[known.way].algorithm,
              model->own_choice(grid.configuration(grid.index_of(own)))->algorithm);
    EXPECT_EQ(grid.expected_us[grid.index_of(own)], grid.expected_us[grid.index_of(known)]);
    EXPECT_TRUE(grid.expected_us[grid.index_of({size, 1})]);
    EXPECT_FALSE(grid.expected_us[grid.index_of({size, 2})]);
  }
  // Where its own choice is none of the ways, it is not known.
  grid.ways = {{"", "", 0}, {"no such way", "", 0}};
  expect(*model, grid);
  EXPECT_EQ(grid.own_way[0], std::nullopt);
}

}  // namespace
}  // namespace treering::tuner::tune
