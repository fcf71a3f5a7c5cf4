// The examples of tutorials, as files that a user writes: tests/data/schedules.
#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/engine/simulate.h"
#include "sim/schedule/proof/verify.h"
#include "sim/schedule/written_schedule.h"
#include "tests/support/value_run.h"

namespace treering::sim::schedule {
namespace tutorials_test {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Lt;
using testing::run_on_values;
using testing::Values;

StepsInMemory file(const std::string& name) {
  const auto schedule = read_schedule(testing::schedule_text(name), name + ".json");
  EXPECT_TRUE(schedule) << schedule.error().message();
  return schedule.value_or(StepsInMemory{});
}

const std::optional<double> kNone;

TEST(Tutorials, TheirSchedulesAreRightButForTheTwoThatWaitForEver) {
  int checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/data/schedules")) {
    const std::string name = entry.path().stem().string();
    const auto fault = fault_of(file(name));
    const bool is_wrong = name == "both_send_first" || name == "groups_crossed";
    EXPECT_EQ(fault.has_value(), is_wrong) << name << ": " << (fault ? fault->text : "right");
    ++checked;
  }
  EXPECT_EQ(checked, 15);
}

TEST(Tutorials, TheExampleOfTheManualIsRight) {
  const std::string page = testing::text_of_file("docs/schedules.md");
  const std::size_t begin = page.find("```json\n");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t end = page.find("```", begin + 8);
  const auto example = read_schedule(page.substr(begin + 8, end - begin - 8), "schedules.md");
  ASSERT_TRUE(example) << example.error().message();
  EXPECT_FALSE(fault_of(*example));
  EXPECT_EQ(example->list, file("all_reduce_ring").list);
}

TEST(Tutorials, OneToFourSumUpToTen) {
  EXPECT_THAT(run_on_values(file("all_reduce_star"), {{1}, {2}, {3}, {4}}), Each(ElementsAre(10)));
}

TEST(Tutorials, ReduceScatterThenAllGatherIsAllReduce) {
  std::vector<Values> first;
  for (int rank = 0; rank < 4; ++rank) {
    first.push_back({1.0 + rank, 20.0 * rank, 300.0 - rank, 4000.0});
  }
  const auto scattered = run_on_values(file("reduce_scatter_ring"), first);
  EXPECT_EQ(scattered[1][1], 120);  // 0 + 20 + 40 + 60
  std::vector<Values> own(4, Values(4));
  for (std::size_t rank = 0; rank < 4; ++rank) own[rank][rank] = scattered[rank][rank];
  const auto gathered = run_on_values(file("all_gather_ring"), own);
  EXPECT_EQ(gathered, run_on_values(file("all_reduce_ring"), first));
  EXPECT_THAT(gathered, Each(ElementsAre(10, 120, 1194, 16000)));
}

TEST(Tutorials, ThreeRanksShareTheirData) {
  EXPECT_THAT(run_on_values(file("broadcast"), {{kNone}, {7}, {kNone}}), Each(ElementsAre(7)));
  const auto scattered = run_on_values(file("scatter"), {{1, 2, 3}});
  EXPECT_EQ(scattered[1], (Values{kNone, 2, kNone}));
  EXPECT_EQ(scattered[2], (Values{kNone, kNone, 3}));
  const std::vector<Values> own{{1, kNone, kNone}, {kNone, 2, kNone}, {kNone, kNone, 3}};
  EXPECT_THAT(run_on_values(file("gather"), own)[2], ElementsAre(1, 2, 3));
  EXPECT_THAT(run_on_values(file("all_gather"), own), Each(ElementsAre(1, 2, 3)));
}

TEST(Tutorials, TwoRanksThatBothSendFirstWaitForEachOther) {
  const auto fault = fault_of(file("both_send_first"));
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Fault::Kind::Deadlock);
  EXPECT_EQ(fault->text,
            "deadlock: rank 0, channel 0 (step 0, to send) waits for rank 1, channel 0; rank 1, "
            "channel 0 (step 0, to send) waits for rank 0, channel 0");
}

// Rank 1 is in the first group with 0, rank 2 in the second with 3. However many messages may wait,
// each of the four needs another one to go on.
TEST(Tutorials, GroupsThatOverlapNeedOneOrder) {
  for (const int slots : {0, 1, 8}) {
    StepsInMemory groups = file("groups_in_order");
    groups.slot_count = slots;
    EXPECT_FALSE(fault_of(groups)) << slots;
    groups = file("groups_crossed");
    groups.slot_count = slots;
    const auto fault = fault_of(groups);
    ASSERT_TRUE(fault) << slots;
    EXPECT_THAT(fault->waits, ElementsAre(0, 2, 3, 1)) << fault->text;
  }
}

/// Each message takes 1 us. \param late begins at 100 us
engine::Outcome with_late_rank(const Schedule& schedule, int late) {
  engine::Wiring wiring;
  wiring.wire = [](StreamId, int) { return engine::Wire{{}, 1000, 1}; };
  wiring.local_rate = 1000;
  wiring.start_us = [&schedule, late](StreamId id) {
    return schedule.stream(id).agent == late ? 100.0 : 0.0;
  };
  return engine::simulate(schedule, wiring);
}

TEST(Tutorials, WhoComesLateToABarrierHoldsAll) {
  for (const char* name : {"barrier", "barrier_in_rounds"}) {
    const StepsInMemory barrier = file(name);
    for (int late = 0; late < barrier.contract().ranks; ++late) {
      const engine::Outcome outcome = with_late_rank(barrier, late);
      EXPECT_THAT(outcome.stuck, IsEmpty());
      EXPECT_THAT(outcome.ends_us, Each(Ge(100))) << late;
    }
    EXPECT_THAT(with_late_rank(barrier, -1).ends_us, Each(Lt(10)));
  }
}

// A broadcast is none: ranks leave before one that comes late.
TEST(Tutorials, ABroadcastHoldsNobodyElse) {
  const engine::Outcome outcome = with_late_rank(file("broadcast"), 2);
  EXPECT_THAT(outcome.ends_us, ElementsAre(Lt(10), Lt(10), Ge(100)));
}

}  // namespace tutorials_test
}  // namespace treering::sim::schedule
