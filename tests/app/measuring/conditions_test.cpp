#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/measuring/compared_side.h"

namespace treering::app::measuring {
namespace conditions_test {

using testing::ElementsAre;
using testing::IsEmpty;
using tuner::measure::Record;

Record with(const std::map<std::string, std::string>& environment) {
  Record record;
  record.environment = environment;
  return record;
}

TEST(Conditions, DifferWhereAFactHasTwoValues) {
  EXPECT_THAT(differing_facts({with({{"cpu", "A"}}), with({{"cpu", "A"}}), with({})}), IsEmpty());
  EXPECT_THAT(differing_facts({with({{"cpu", "A"}}), with({{"cpu", "B"}})}),
              ElementsAre("cpu: A | B"));
}

TEST(Conditions, OfTwoSidesDifferWhereOneLacksWhatTheOtherHas) {
  EXPECT_THAT(differing_facts({with({{"governor", "powersave"}})}, {with({})}),
              ElementsAre("governor: powersave (before), unknown (after)"));
  EXPECT_THAT(differing_facts({with({{"time", "1"}})}, {with({{"time", "2"}})}), IsEmpty());
}

// Without shaped links none is laid out: that is no unknown rate.
TEST(Conditions, LinksAreShapedOrNot) {
  EXPECT_THAT(differing_facts({with({})}, {with({{"shaped_gbit", "0.1"}})}),
              ElementsAre("shaped_gbit: none (before), 0.1 (after)"));
  EXPECT_THAT(differing_facts({with({{"shaped_gbit", "0.1"}}), with({})}),
              ElementsAre("shaped_gbit: 0.1 | none"));
  EXPECT_THAT(differing_facts({with({})}, {with({})}), IsEmpty());
}

// Every fact that was recorded may explain a difference, but for what changes from moment to
// moment.
TEST(Conditions, OfTwoSidesAreAllThatWasRecorded) {
  const Record before =
      with({{"hosts", "811c9dc5"}, {"load_1min", "1"}, {"gpu_celsius_after", "1"}});
  const Record after =
      with({{"hosts", "e40c292c"}, {"load_1min", "2"}, {"gpu_celsius_after", "2"}});
  EXPECT_THAT(differing_facts({before}, {after}),
              ElementsAre("hosts: 811c9dc5 (before), e40c292c (after)"));
  EXPECT_THAT(differing_facts({before, after}), IsEmpty()) << "one sweep may use several hosts";
}

// The same governors on both sides, but not of the same rows.
TEST(Conditions, OfTwoSidesDifferRowByRow) {
  const Record fast = with({{"governor", "performance"}});
  const Record slow = with({{"governor", "powersave"}});
  const ConditionsOfBoth same{fast.environment, fast.environment};
  const ConditionsOfBoth slower{fast.environment, slow.environment};
  const ConditionsOfBoth faster{slow.environment, fast.environment};
  EXPECT_THAT(differing_facts({fast, slow}, {slow, fast}, {slower, faster}),
              ElementsAre("governor: performance and powersave, in 2 of 2 rows"));
  EXPECT_THAT(differing_facts({fast, slow}, {slow, fast}, {same}), IsEmpty());
  EXPECT_THAT(differing_facts({fast}, {fast, slow}, {same, slower}),
              ElementsAre("governor: performance (before), performance | powersave (after), in 1 "
                          "of 2 rows"));
  EXPECT_THAT(differing_facts({fast}, {slow}, {slower, slower}),
              ElementsAre("governor: performance (before), powersave (after)"));
}

TEST(Conditions, VariablesOfNcclAreOne) {
  Record before;
  before.runner = "nccl";
  Record after = before;
  after.environment = {{"NCCL_P2P_DISABLE", "1"}, {"NCCL_SHM_DISABLE", "1"}};
  EXPECT_THAT(differing_facts({before}, {after}),
              ElementsAre("variables: none (before), NCCL_P2P_DISABLE=1; NCCL_SHM_DISABLE=1 "
                          "(after)"));
}

}  // namespace conditions_test
}  // namespace treering::app::measuring
