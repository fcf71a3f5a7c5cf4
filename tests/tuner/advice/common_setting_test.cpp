#include <gtest/gtest.h>

#include "tests/support/fake_alternatives.h"
#include "tuner/advice/setting.h"

namespace treering::tuner::advice {
namespace common_setting_test {

using core::Collective;
using testing::agreed;
using testing::fake_alternatives;

// NCCL overrates Tree: by the model Ring takes half of its time.
const auto kRingIsBetter =
    fake_alternatives({{"Tree", "LL", 10, 1e6, 40, 1e6}, {"Ring", "Simple", 20, 1e6, 20, 1e6}});
const auto kTreeIsRight =
    fake_alternatives({{"Tree", "LL", 10, 1e6, 10, 1e6}, {"Ring", "Simple", 20, 1e6, 20, 1e6}});
const auto kRingAlone = fake_alternatives({agreed("Ring", "Simple", 20, 1e6)});

/// One for all_reduce, another for what else there is.
sim::AlternativesOf both(const sim::AlternativesOf& all_reduce, const sim::AlternativesOf& rest) {
  return [=](Collective collective, std::uint64_t bytes) {
    return (collective == Collective::AllReduce ? all_reduce : rest)(collective, bytes);
  };
}

Question question(
    sim::nccl::versions::Unlisted unlisted = sim::nccl::versions::Unlisted::RingIfNone) {
  Question asked{{Collective::AllReduce, Collective::Broadcast}, {Collective::AllReduce}, {8, 16}};
  asked.lists.by_collective = false;
  asked.lists.unlisted = unlisted;
  return asked;
}

TEST(CommonSetting, HoldsForAllAndChangesWhatItShould) {
  const auto found = best_common_setting(both(kRingIsBetter, kRingAlone), question());
  ASSERT_EQ(found.size(), 2U);
  ASSERT_TRUE(found[0]);
  EXPECT_EQ(found[0]->filter.algorithms, (std::vector<std::string>{"Ring"}));
  EXPECT_NEAR(found[0]->gain.mean, 2, 1e-6);
  EXPECT_FALSE(found[1]) << "broadcast had nothing but Ring";
}

TEST(CommonSetting, IsNoneWhereAnotherCollectiveLoses) {
  EXPECT_TRUE(best_common_setting(both(kRingIsBetter, kTreeIsRight), question()).empty());
  const auto advice = advise(both(kRingIsBetter, kTreeIsRight), question());
  ASSERT_TRUE(advice[0].setting);
  EXPECT_FALSE(advice[0].is_setting_for_all);
}

// Up to 2.16 NCCL_ALGO is about all_reduce alone: broadcast keeps Tree.
TEST(CommonSetting, TheOldestListsAreAboutAllReduceAlone) {
  const auto found = best_common_setting(both(kRingIsBetter, kTreeIsRight),
                                         question(sim::nccl::versions::Unlisted::AllReduceOnly));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0]->filter.algorithms, (std::vector<std::string>{"Ring"}));
  EXPECT_FALSE(found[1]);
}

TEST(CommonSetting, IsNoneWhereOnlyOthersGain) {
  EXPECT_TRUE(best_common_setting(both(kTreeIsRight, kRingIsBetter), question()).empty());
  EXPECT_TRUE(best_common_setting(both(kRingAlone, kRingIsBetter), question()).empty());
}

}  // namespace common_setting_test
}  // namespace treering::tuner::advice
