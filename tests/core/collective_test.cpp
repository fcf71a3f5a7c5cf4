#include <gtest/gtest.h>

#include "core/assert.h"
#include "core/call.h"

namespace treering::core {
namespace collective_test {

TEST(Collective, EveryNameIsReadBack) {
  for (const Collective collective : all_collectives()) {
    EXPECT_EQ(parse_collective(name_of(collective)).value(), collective);
    EXPECT_EQ(parse_collective(nccl_name_of(collective)).value(), collective);
  }
}

TEST(Collective, NamesAreThoseOfNcclTests) {
  EXPECT_EQ(name_of(Collective::AllReduce), "all_reduce");
  EXPECT_EQ(name_of(Collective::AllToAll), "alltoall");
  EXPECT_EQ(name_of(Collective::SendRecv), "sendrecv");
  EXPECT_EQ(nccl_name_of(Collective::ReduceScatter), "ReduceScatter");
}

TEST(Collective, AnyCaseAndDashes) {
  EXPECT_EQ(parse_collective("ALL-REDUCE").value(), Collective::AllReduce);
  EXPECT_EQ(parse_collective("allgather").value(), Collective::AllGather);
}

TEST(Collective, MisspeltNameGetsAHint) {
  const auto result = parse_collective("all_redcue");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().category, Category::Usage);
  EXPECT_EQ(result.error().hint, "did you mean 'all_reduce'");
}

// With four ranks, all parts but the rank's own are 3/4; all_reduce moves them twice, 3/2.
TEST(Collective, BusFactorOnFourRanks) {
  EXPECT_DOUBLE_EQ(bus_factor(Collective::AllReduce, 4), 1.5);
  EXPECT_DOUBLE_EQ(bus_factor(Collective::AllGather, 4), 0.75);
  EXPECT_DOUBLE_EQ(bus_factor(Collective::ReduceScatter, 4), 0.75);
  EXPECT_DOUBLE_EQ(bus_factor(Collective::Broadcast, 4), 1);
  EXPECT_DOUBLE_EQ(bus_factor(Collective::Reduce, 4), 1);
  EXPECT_DOUBLE_EQ(bus_factor(Collective::AllToAll, 4), 0.75);
  EXPECT_DOUBLE_EQ(bus_factor(Collective::Gather, 4), 0.75);
  EXPECT_DOUBLE_EQ(bus_factor(Collective::Scatter, 4), 0.75);
  EXPECT_DOUBLE_EQ(bus_factor(Collective::SendRecv, 4), 1);
}

TEST(Collective, OneRankHasNoTraffic) {
  EXPECT_EQ(bus_factor(Collective::AllReduce, 1), 0);
  EXPECT_THROW(bus_factor(Collective::AllReduce, 0), AssertionFailure);
}

}  // namespace collective_test
}  // namespace treering::core
