#include "sim/schedule/pat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/schedule/proof/verify.h"
#include "tests/support/mutations.h"
#include "tests/support/schedule_cases.h"

namespace treering::sim::schedule {
namespace pat_test {

using ::testing::ElementsAre;

PatInput input_for(Goal goal, int ranks, std::uint64_t message_bytes) {
  PatInput input;
  input.contract = testing::contract_for(goal, ranks, 100);
  input.work = testing::two_channels(input.contract);
  input.message_bytes = message_bytes;
  return input;
}

TEST(Pat, IsRight) {
  for (const Goal goal : {Goal::AllGather, Goal::ReduceScatter}) {
    for (int ranks = 1; ranks <= 33; ++ranks) {
      for (const std::uint64_t message : {1U, 200U}) {
        const auto fault = fault_of(*pat_schedule(input_for(goal, ranks, message)));
        EXPECT_FALSE(fault) << name_of(goal) << " over " << ranks << ": " << fault->text;
      }
    }
    EXPECT_FALSE(fault_of(*pat_schedule(input_for(goal, 257, 1000))));
  }
}

TEST(Pat, MistakesAreFound) {
  for (const Goal goal : {Goal::AllGather, Goal::ReduceScatter}) {
    testing::MutationCounts counts;
    for (const int ranks : {2, 3, 4, 5, 6, 7, 16, 33}) {
      const auto schedule = pat_schedule(input_for(goal, ranks, 96));
      counts += testing::mutations_found(*schedule, ranks < 8 ? 200 : 40);
    }
    SCOPED_TRACE(name_of(goal));
    testing::expect_found(counts, goal);
  }
}

// all_gather over 4: the own block goes over 2, then the own and that of two ranks before over 1.
TEST(Pat, GathersFarFirst) {
  PatInput input;
  input.contract = {Goal::AllGather, 4, 8};
  input.work = {{0, 8, 8}};
  input.message_bytes = 64;
  const auto pat = pat_schedule(input);
  EXPECT_EQ(pat->stream(1).steps, 4U);
  EXPECT_THAT(pat->stream(1).sends, ElementsAre(Peer{3, 0}, Peer{2, 1}));
  EXPECT_THAT(pat->data(1, 0), ElementsAre(Range{8, 8}));
  EXPECT_THAT(pat->data(1, 1), ElementsAre(Range{24, 8}));
  EXPECT_THAT(pat->data(1, 2), ElementsAre(Range{8, 8}, Range{24, 8}));
  EXPECT_THAT(pat->data(1, 3), ElementsAre(Range{0, 8}, Range{16, 8}));
}

}  // namespace pat_test
}  // namespace treering::sim::schedule
