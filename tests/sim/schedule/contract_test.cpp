#include "sim/schedule/contract.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::sim::schedule {
namespace contract_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Contract, NamesAreThoseOfCollectives) {
  for (const core::Collective collective : core::all_collectives()) {
    EXPECT_EQ(name_of(goal_of(collective)), core::name_of(collective));
  }
  EXPECT_EQ(name_of(Goal::Barrier), "barrier");
}

TEST(Contract, AllReduceIsOfAllAtAll) {
  const Contract contract{Goal::AllReduce, 3, 12};
  EXPECT_EQ(contract.space(), 12U);
  EXPECT_THAT(contract.first(1), ElementsAre(Range{0, 12}));
  EXPECT_THAT(contract.last(1), ElementsAre(Held{{0, 12}, {}}));
}

TEST(Contract, BlocksBelongToRanks) {
  const Contract gather{Goal::AllGather, 3, 4};
  EXPECT_EQ(gather.space(), 12U);
  EXPECT_THAT(gather.first(2), ElementsAre(Range{8, 4}));
  EXPECT_THAT(gather.last(0), ElementsAre(Held{{0, 4}, 0}, Held{{4, 4}, 1}, Held{{8, 4}, 2}));
  const Contract scatter{Goal::ReduceScatter, 3, 4};
  EXPECT_THAT(scatter.first(2), ElementsAre(Range{0, 4}, Range{4, 4}, Range{8, 4}));
  EXPECT_THAT(scatter.last(2), ElementsAre(Held{{8, 4}, {}}));
}

TEST(Contract, RootsHaveWhatOthersLack) {
  const Contract broadcast{Goal::Broadcast, 3, 4, 1};
  EXPECT_THAT(broadcast.first(0), IsEmpty());
  EXPECT_THAT(broadcast.first(1), ElementsAre(Range{0, 4}));
  EXPECT_THAT(broadcast.last(0), ElementsAre(Held{{0, 4}, 1}));
  const Contract reduce{Goal::Reduce, 3, 4, 1};
  EXPECT_THAT(reduce.last(0), IsEmpty());
  EXPECT_THAT(reduce.last(1), ElementsAre(Held{{0, 4}, {}}));
  const Contract scatter{Goal::Scatter, 2, 4, 1};
  EXPECT_THAT(scatter.last(0), ElementsAre(Held{{0, 4}, 1}));
}

// Block s n + d goes from s to d.
TEST(Contract, AllToAllTransposes) {
  const Contract contract{Goal::AllToAll, 2, 4};
  EXPECT_EQ(contract.space(), 16U);
  EXPECT_THAT(contract.first(1), ElementsAre(Range{8, 4}, Range{12, 4}));
  EXPECT_THAT(contract.last(1), ElementsAre(Held{{4, 4}, 0}, Held{{12, 4}, 1}));
}

TEST(Contract, SendRecvIsToTheNext) {
  const Contract contract{Goal::SendRecv, 3, 4};
  EXPECT_THAT(contract.last(0), ElementsAre(Held{{8, 4}, 2}));
}

}  // namespace contract_test
}  // namespace treering::sim::schedule
