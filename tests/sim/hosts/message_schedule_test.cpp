#include "sim/hosts/message_schedule.h"

#include <array>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "sim/schedule/proof/verify.h"

namespace treering::sim::hosts {
namespace message_schedule_test {

using core::Collective;
using schedule::Range;

constexpr std::size_t kNoEager = std::numeric_limits<std::size_t>::max();

using One = std::array<ElementRange, 1>;

/// A scatter of two elements for each of three ranks.
const PatternSize kSize{3, 6, 2};
Messages two_blocks() {
  Messages messages;
  messages.copy(0, 0, 1, One{{{2, 2}}});
  messages.copy(0, 0, 2, One{{{4, 2}}});
  return messages;
}

// Both have 2 elements of 4 bytes.
TEST(MessageSchedule, EqualSizesGoAtOnceInTime) {
  const auto timed = timed_schedule(two_blocks(), 3, 4, kNoEager);
  ASSERT_EQ(timed.list[0].list.size(), 1U);
  EXPECT_EQ(timed.list[0].list[0].step, (schedule::Step{8, {}, {0, 2}, true, false}));
  EXPECT_TRUE(timed.list[0].list[0].data.empty());
}

TEST(MessageSchedule, OnlyTheSameDataGoAtOnceInTheProof) {
  const auto blocks = schedule_with_data(two_blocks(), Collective::Scatter, kSize);
  ASSERT_EQ(blocks.list[0].list.size(), 2U);
  EXPECT_EQ(blocks.list[0].list[1].data, (std::vector<Range>{{4, 2}}));
  EXPECT_FALSE(schedule::fault_of(blocks));
  Messages same;
  for (const int to : {1, 2}) same.copy(0, 0, to, One{{{0, 6}}});
  const auto whole = schedule_with_data(same, Collective::Broadcast, kSize);
  ASSERT_EQ(whole.list[0].list.size(), 1U);
  EXPECT_FALSE(schedule::fault_of(whole));
}

// 8 bytes are more than 7: the sender first takes what says that the receiver is there.
TEST(MessageSchedule, LargeMessagesWaitInTimeAlone) {
  const auto timed = timed_schedule(two_blocks(), 3, 4, 7);
  ASSERT_EQ(timed.list[0].list.size(), 3U);
  EXPECT_EQ(timed.list[0].list[0].step, (schedule::Step{0, {0, 1}, {}, true, true}));
  EXPECT_EQ(timed.list[1].list.size(), 2U);
}

// In the proof a copy replaces; in time each message may cost what combining does.
TEST(MessageSchedule, CopiesReplace) {
  Messages messages;
  messages.combine(0, 1, 0, One{{{0, 6}}});
  messages.copy(1, 0, 1, One{{{0, 6}}});
  const PatternSize pair{2, 6, 3};
  const auto proved = schedule_with_data(messages, Collective::AllReduce, pair);
  EXPECT_FALSE(schedule::fault_of(proved));
  EXPECT_TRUE(proved.list[0].list[0].step.takes_own);
  EXPECT_FALSE(proved.list[1].list[1].step.takes_own);
  EXPECT_TRUE(timed_schedule(messages, 2, 1, kNoEager).list[1].list[1].step.takes_own);
}

// Rank 2 gets the block of rank 1 instead of its own.
TEST(MessageSchedule, WrongDataAreAFault) {
  Messages messages;
  messages.copy(0, 0, 1, One{{{2, 2}}});
  messages.copy(0, 0, 2, One{{{2, 2}}});
  const auto fault = schedule::fault_of(schedule_with_data(messages, Collective::Scatter, kSize));
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, schedule::Fault::Kind::Unkept);
}

}  // namespace message_schedule_test
}  // namespace treering::sim::hosts
