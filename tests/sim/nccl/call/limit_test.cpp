#include <gtest/gtest.h>

#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/rules/call.h"
#include "tests/support/sample_search.h"
#include "tests/support/tuning_cell.h"

namespace treering::sim::nccl::call {
namespace limit_test {

using core::Collective;
using testing::plan_of;

constexpr std::uint64_t kLarge = std::uint64_t{8} << 30U;

/// That of NCCL's pick.
Limit limit_of_pick(const Plan& plan, const core::Call& call) {
  const Decision pick = choose(plan, call).value();
  return limit_of(plan, call, name_of(pick.offer.algorithm), name_of(pick.offer.protocol));
}

TEST(Limit, ASmallCallWaitsForLatency) {
  // 8 bytes pass in less than any hop takes.
  const Limit limit = limit_of_pick(plan_of(testing::four_gpus(), 2), {Collective::AllReduce, 8});
  EXPECT_NE(limit.term, "");
  EXPECT_TRUE(limit.steps.empty());
}

TEST(Limit, ALargeCallWaitsForBandwidth) {
  const Plan plan = plan_of(testing::four_gpus(), 2);
  const Limit limit = limit_of_pick(plan, {Collective::AllReduce, kLarge});
  const Decision choice = choose(plan, {Collective::AllReduce, kLarge}).value();
  EXPECT_EQ(limit.term.substr(0, 11), "transfer at");
  EXPECT_GT(limit.share, 0.9);
  EXPECT_LE(limit.share, 1.0);
  ASSERT_FALSE(limit.steps.empty());
  EXPECT_EQ(limit.steps.back().gb_per_s,
            plan.tuning.cell(Collective::AllReduce, choice.offer.algorithm, choice.offer.protocol)
                .bandwidth_gb_per_s);
}

TEST(Limit, StepsBeginWithTheLastCap) {
  const Plan plan = plan_of(testing::four_gpus_with_nvls(), 2);
  for (const Collective collective : tuning::tuned_collectives()) {
    for (std::uint64_t bytes = 8; bytes <= kLarge; bytes *= 8) {
      const std::vector<rules::BandwidthStep> steps =
          limit_of_pick(plan, {collective, bytes}).steps;
      for (std::size_t i = 1; i < steps.size(); ++i) EXPECT_FALSE(steps[i].is_capped);
    }
  }
}

TEST(Limit, WhatIsRuledOutHasNone) {
  const Plan plan = plan_of(testing::four_gpus(), 2);
  EXPECT_EQ(limit_of(plan, {Collective::AllReduce, kLarge}, "NVLS", "LL").term, "");
}

TEST(Limit, ALoneRankHasNone) {
  const Limit limit =
      limit_of_pick(plan_of(testing::one_gpu(), 1), {Collective::AllReduce, kLarge});
  EXPECT_EQ(limit.term, "");
  EXPECT_TRUE(limit.steps.empty());
}

}  // namespace limit_test
}  // namespace treering::sim::nccl::call
