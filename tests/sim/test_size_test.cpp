#include "sim/test_size.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::sim {
namespace test_size_test {

using core::Collective;
using core::DataType;

TEST(TestSize, WholeElementsWhereNothingIsSharedOut) {
  // 10 bytes hold two floats.
  for (const Collective collective :
       {Collective::AllReduce, Collective::Broadcast, Collective::Reduce, Collective::SendRecv}) {
    EXPECT_EQ(test_size(collective, 10, DataType::Float, 32), (TestSize{8, 2}));
    EXPECT_EQ(test_size(collective, 3, DataType::Float, 32), (TestSize{0, 0}));
  }
}

TEST(TestSize, PartsOf16BytesWhereRanksCannotShareAll) {
  // nccl-tests: (250 floats / 8 ranks = 31) & ~3 = 28 for each of 8 ranks.
  EXPECT_EQ(test_size(Collective::AllGather, 1000, DataType::Float, 8), (TestSize{896, 28}));
  // 1 MiB on Summit's 6 GPUs: (262144 / 6 = 43690) & ~3 = 43688, times 24 bytes.
  EXPECT_EQ(test_size(Collective::ReduceScatter, 1 << 20, DataType::Float, 6),
            (TestSize{1048512, 43688}));
  // (500 halves / 8 ranks = 62) & ~7 = 56 for each.
  EXPECT_EQ(test_size(Collective::AllToAll, 1000, DataType::Half, 8), (TestSize{896, 56}));
}

TEST(TestSize, SizesThatRanksShareStay) {
  // One float for each of 32 ranks; nccl-tests itself would not send it.
  EXPECT_EQ(test_size(Collective::AllGather, 128, DataType::Float, 32), (TestSize{128, 1}));
  EXPECT_EQ(test_size(Collective::Gather, 960, DataType::Float, 24), (TestSize{960, 10}));
}

TEST(TestSize, NothingIsLeftOfLessThanAnElementEach) {
  EXPECT_EQ(test_size(Collective::AllGather, 64, DataType::Float, 32), (TestSize{0, 0}));
  EXPECT_EQ(test_size(Collective::Scatter, 8, DataType::Double, 2), (TestSize{0, 0}));
}

RC_GTEST_PROP(TestSizeProperty, RoundsDownToWholeElementsOnce, ()) {
  const auto collective = *rc::gen::elementOf(
      std::vector(core::all_collectives().begin(), core::all_collectives().end()));
  const auto type = *rc::gen::elementOf(
      std::vector(core::all_data_types().begin(), core::all_data_types().end()));
  const int ranks = *rc::gen::inRange(1, 1000);
  const auto asked = *rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 34U);
  const TestSize size = test_size(collective, asked, type, ranks);
  const auto parts = static_cast<std::uint64_t>(is_shared_out(collective) ? ranks : 1);
  RC_ASSERT(size.bytes == size.count * core::size_of(type).count() * parts);
  RC_ASSERT(size.bytes <= asked);
  RC_ASSERT(test_size(collective, size.bytes, type, ranks) == size);
}

}  // namespace test_size_test
}  // namespace treering::sim
