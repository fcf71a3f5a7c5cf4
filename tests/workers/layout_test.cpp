#include "workers/layout.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::workers {
namespace layout_test {

using core::Collective;
using core::ReduceOp;
using tuner::measure::Configuration;

Layout layout_of_floats(Collective collective, std::uint64_t bytes, int rank) {
  return layout_of({.call = {.collective = collective, .bytes = bytes}}, rank, 4);
}

void expect_layout(const Layout& layout, std::size_t in, std::size_t out, std::size_t block) {
  EXPECT_EQ(layout.in, in);
  EXPECT_EQ(layout.out, out);
  EXPECT_EQ(layout.block, block);
}

// 64 bytes are 16 floats, 4 for each of 4 ranks.
TEST(Layout, CountsTheLargerSide) {
  expect_layout(layout_of_floats(Collective::AllReduce, 64, 1), 16, 16, 16);
  expect_layout(layout_of_floats(Collective::SendRecv, 64, 1), 16, 16, 16);
  expect_layout(layout_of_floats(Collective::AllGather, 64, 1), 4, 16, 4);
  expect_layout(layout_of_floats(Collective::ReduceScatter, 64, 1), 16, 4, 4);
  expect_layout(layout_of_floats(Collective::Scatter, 64, 1), 16, 4, 4);
  expect_layout(layout_of_floats(Collective::AllToAll, 64, 1), 16, 16, 4);
}

TEST(Layout, GathersAtTheRoot) {
  expect_layout(layout_of_floats(Collective::Gather, 64, 0), 4, 16, 4);
  expect_layout(layout_of_floats(Collective::Gather, 64, 3), 4, 0, 4);
}

// 76 bytes are 19 floats: 4 for each of 4 ranks, and 3 that nobody gets, as nccl-tests does it.
TEST(Layout, LeavesOutWhatDoesNotDivide) {
  expect_layout(layout_of_floats(Collective::AllGather, 76, 0), 4, 16, 4);
}

TEST(Layout, HasAnElementAtLeast) {
  expect_layout(layout_of_floats(Collective::AllReduce, 1, 0), 1, 1, 1);
  expect_layout(layout_of_floats(Collective::AllToAll, 4, 0), 4, 4, 1);
}

TEST(Layout, GivesResultsToTheRootAlone) {
  for (const Collective collective : core::all_collectives()) {
    const Configuration call{.call = {.collective = collective}};
    EXPECT_TRUE(has_output(call, 0));
    const bool is_for_root = collective == Collective::Reduce || collective == Collective::Gather;
    EXPECT_EQ(has_output(call, 2), !is_for_root) << name_of(collective);
  }
}

// From rank 2 to rank 0: nobody else has anything of it.
TEST(Layout, OfAPair) {
  Configuration call{.call = {.collective = Collective::SendRecv, .bytes = 64}};
  call.pair = tuner::measure::Pair{2, 0};
  EXPECT_TRUE(has_output(call, 0));
  EXPECT_FALSE(has_output(call, 1));
  EXPECT_FALSE(has_output(call, 2));
  EXPECT_EQ(output_at(pattern_of(call, 0, 3), 1), input_at(inputs_of(call, 3), 2, 1));
}

// Inputs at index i are (i + 3 r) mod 7: of 3 ranks 0, 3, 6 at 0, and 1, 4, 0 at 1.
TEST(Layout, KnowsReductions) {
  Configuration call{.call = {.collective = Collective::AllReduce, .bytes = 64}};
  EXPECT_EQ(output_at(pattern_of(call, 2, 3), 0), 9);
  EXPECT_EQ(output_at(pattern_of(call, 2, 3), 1), 5);
  call.call.op = ReduceOp::Max;
  EXPECT_EQ(output_at(pattern_of(call, 2, 3), 1), 4);
  call.call.op = ReduceOp::Min;
  EXPECT_EQ(output_at(pattern_of(call, 2, 3), 1), 0);
  call.call.op = ReduceOp::Prod;  // one 2 at each place
  EXPECT_EQ(output_at(pattern_of(call, 2, 3), 1), 2);
  EXPECT_EQ(input_at(inputs_of(call, 3), 1, 1), 2);
  EXPECT_EQ(input_at(inputs_of(call, 3), 2, 1), 1);
  call.call.op = ReduceOp::MulSum;  // ranks 0 and 2 weigh 1, rank 1 weighs 2: 1 + 2 * 4 + 0
  EXPECT_EQ(output_at(pattern_of(call, 2, 3), 1), 9);
}

// 24 bytes are 6 floats, blocks of 2 for 3 ranks. Input of rank 0: 0 1 2 3 4 5, of rank 1:
// 3 4 5 6 0 1, of rank 2: 6 0 1 2 3 4.
TEST(Layout, KnowsWhereBlocksGo) {
  const auto outputs = [](Collective collective, int rank) {
    const Configuration call{.call = {.collective = collective, .bytes = 24}};
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; i < layout_of(call, rank, 3).out; ++i) {
      all.push_back(output_at(pattern_of(call, rank, 3), i));
    }
    return all;
  };
  using Values = std::vector<std::int64_t>;
  EXPECT_EQ(outputs(Collective::AllGather, 1), (Values{0, 1, 3, 4, 6, 0}));
  EXPECT_EQ(outputs(Collective::Gather, 0), (Values{0, 1, 3, 4, 6, 0}));
  EXPECT_EQ(outputs(Collective::Scatter, 2), (Values{4, 5}));
  EXPECT_EQ(outputs(Collective::AllToAll, 1), (Values{2, 3, 5, 6, 1, 2}));
  EXPECT_EQ(outputs(Collective::ReduceScatter, 2), (Values{4 + 0 + 3, 5 + 1 + 4}));
  EXPECT_EQ(outputs(Collective::SendRecv, 0), (Values{6, 0, 1, 2, 3, 4}));  // from rank 2
  EXPECT_EQ(outputs(Collective::Broadcast, 2), (Values{0, 1, 2, 3, 4, 5}));
}

// What a reduce-scatter leaves on the ranks, one after the other, is what an all-reduce leaves.
RC_GTEST_PROP(Layout, ScattersWhatAllReduceLeaves, ()) {
  const int ranks = *rc::gen::inRange(1, 9);
  const auto block = *rc::gen::inRange<std::size_t>(1, 20);
  const std::uint64_t bytes = block * static_cast<std::size_t>(ranks) * 4;
  const Configuration scattered{.call = {.collective = Collective::ReduceScatter, .bytes = bytes}};
  const Configuration whole{.call = {.collective = Collective::AllReduce, .bytes = bytes}};
  for (int rank = 0; rank < ranks; ++rank) {
    for (std::size_t i = 0; i < block; ++i) {
      const std::size_t place = static_cast<std::size_t>(rank) * block + i;
      RC_ASSERT(output_at(pattern_of(scattered, rank, ranks), i) ==
                output_at(pattern_of(whole, 0, ranks), place));
    }
  }
}

}  // namespace layout_test
}  // namespace treering::workers
