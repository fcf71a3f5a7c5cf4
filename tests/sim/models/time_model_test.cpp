#include "sim/models/time_model.h"

#include <gtest/gtest.h>

#include "tests/support/small_machines.h"

namespace treering::sim::models {
namespace time_model_test {

TEST(Models, AreNamedInTheOrderOfTheirTable) {
  for (const Model model : all_models()) EXPECT_EQ(parse_model(name_of(model)).value(), model);
  EXPECT_EQ(name_of(Model::Nccl), "nccl");
  EXPECT_FALSE(parse_model("clock"));
}

TEST(Models, WithoutItsLinksTheEventModelAnswersNothing) {
  const nccl::Plan plan =
      nccl::make_plan(treering::testing::nvswitch_machine(4, 90), job::JobSpec{});
  const core::Call call{.bytes = 1 << 20};
  for (const nccl::call::Candidate& candidate : nccl::call::candidates(plan, call)) {
    if (!candidate.available) continue;
    const nccl::call::Decision decision = nccl::call::decision_for(plan, call, candidate);
    const Choice choice{candidate, decision};
    EXPECT_FALSE(TimeModel{Model::Event}.estimate(plan, call, &choice));
    const auto believed = TimeModel{Model::Nccl}.estimate(plan, call, &choice);
    ASSERT_TRUE(believed);
    EXPECT_EQ(believed->time.in_us(), static_cast<double>(candidate.time_us));
    EXPECT_LT(believed->latency, believed->time);
    EXPECT_FALSE(believed->interval);
  }
}

TEST(Models, AreFarApartByTheSmallerTime) {
  const auto us = core::Duration::from_us;
  EXPECT_FALSE(are_far_apart(us(100), us(129)));
  EXPECT_TRUE(are_far_apart(us(100), us(131)));
  EXPECT_TRUE(are_far_apart(us(131), us(100)));
}

TEST(Models, NcclSaysNothingOfMessagesBetweenPairs) {
  const nccl::Plan plan =
      nccl::make_plan(treering::testing::nvswitch_machine(4, 90), job::JobSpec{});
  const core::Call call{core::Collective::AllToAll, 1 << 20, core::DataType::Float, {}};
  EXPECT_FALSE(TimeModel{Model::Nccl}.estimate(plan, call, nullptr));
}

}  // namespace time_model_test
}  // namespace treering::sim::models
