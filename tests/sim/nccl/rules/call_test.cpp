#include "sim/nccl/rules/call.h"

#include <gtest/gtest.h>

namespace treering::sim::nccl::rules {
namespace call_test {

using core::Collective;
using core::DataType;

TEST(Call, NcclTunesFiveCollectives) {
  int tuned = 0;
  for (const Collective collective : core::all_collectives()) tuned += is_tuned(collective);
  EXPECT_EQ(tuned, 5);
  EXPECT_FALSE(is_tuned(Collective::AllToAll));
  EXPECT_FALSE(is_tuned(Collective::SendRecv));
}

TEST(Call, AllReduceCountsElements) {
  // 4096 B of float are 1024 elements, and the model sees all bytes.
  EXPECT_EQ(size_of({.bytes = 4096}, 8), (CallSize{1024, 4, 4096}));
}

TEST(Call, SplitCollectivesShareTheSize) {
  // 4096 B over 8 ranks: 512 B each. reduce_scatter counts floats, all_gather bytes.
  EXPECT_EQ(size_of({.collective = Collective::ReduceScatter, .bytes = 4096}, 8),
            (CallSize{128, 4, 4096}));
  EXPECT_EQ(size_of({.collective = Collective::AllGather, .bytes = 4096}, 8),
            (CallSize{512, 1, 4096}));
}

TEST(Call, PartsAreWholeElements) {
  // 1000 B over 3 ranks: 333 B each, 41 doubles of 8 B, 984 B in all.
  const core::Call call{
      .collective = Collective::ReduceScatter, .bytes = 1000, .type = DataType::Double};
  EXPECT_EQ(size_of(call, 3), (CallSize{41, 8, 984}));
}

TEST(Call, HasAtLeastOneElementPerRank) {
  EXPECT_EQ(size_of({.collective = Collective::AllGather, .bytes = 8}, 32), (CallSize{4, 1, 128}));
  EXPECT_EQ(size_of({.bytes = 1}, 32), (CallSize{1, 4, 4}));
}

TEST(Call, BroadcastMovesBytesWhateverTheType) {
  EXPECT_EQ(
      size_of({.collective = Collective::Broadcast, .bytes = 64, .type = DataType::Double}, 4),
      (CallSize{64, 1, 64}));
}

}  // namespace call_test
}  // namespace treering::sim::nccl::rules
