#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/job/variables.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/tuning/tuning.h"
#include "tests/support/sample_search.h"

namespace treering::sim::nccl::tuning {
namespace listed_test {

using core::Collective;

Plan plan_with(const std::string& version_name, const search::NodeSearch& found, int nodes,
               const std::vector<job::Assignment>& given) {
  job::JobSpec job{.nodes = nodes, .devices = {}, .nccl_version = version_name};
  job.settings = job::read_environment(given, versions::version(version_name))->settings;
  return make_plan(job, found);
}

/// The algorithm that a call of 1 MiB gets; "none" where NCCL fails it.
std::string choice(const Plan& plan, Collective collective) {
  const auto decision = call::choose(plan, {.collective = collective, .bytes = 1U << 20U});
  return decision ? std::string(name_of(decision->offer.algorithm)) : "none";
}

std::string choice(const std::string& version_name, const std::string& algorithms,
                   Collective collective, int nodes = 2) {
  return choice(plan_with(version_name, testing::four_gpus(), nodes, {{"NCCL_ALGO", algorithms}}),
                collective);
}

// src/graph/tuning.cc of the tags: up to 2.16.5 the list is for all_reduce only. In 2.17.1 to
// 2.18.6 Ring stays allowed for other collectives, in 2.19.1 to 2.23.4 for those with no algorithm
// left. From 2.24.3 on such a call fails.
TEST(Listed, TreeLeavesRingToTheOthersUpTo2_23) {
  for (const char* const old :
       {"2.12.7", "2.16.5", "2.17.1", "2.18.3", "2.19.1", "2.21.5", "2.22.3", "2.23.4"}) {
    EXPECT_EQ(choice(old, "tree", Collective::AllReduce), "Tree") << old;
    EXPECT_EQ(choice(old, "tree", Collective::Broadcast), "Ring") << old;
    EXPECT_EQ(choice(old, "tree", Collective::AllGather), "Ring") << old;
  }
  for (const char* const later : {"2.24.3", "2.28.9", "2.30.3"}) {
    EXPECT_EQ(choice(later, "tree", Collective::AllReduce), "Tree") << later;
    EXPECT_EQ(choice(later, "tree", Collective::Broadcast), "none") << later;
  }
}

TEST(Listed, EachVersionSaysWhyItTakesWhatIsNotNamed) {
  const auto said = [&](const char* of, const char* list, Collective collective, Algorithm chosen) {
    const std::vector<job::Assignment> given{{"NCCL_ALGO", list}};
    const job::Settings settings = job::read_environment(given, versions::version(of))->settings;
    return beyond_the_list(settings, versions::version(of), collective, chosen);
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const auto of_broadcast = [&](const char* of) {
    return said(of, "tree", Collective::Broadcast, Algorithm::Ring);
  };
  EXPECT_TRUE(has(of_broadcast("2.16.5"), "for all_reduce only"));
  EXPECT_TRUE(has(of_broadcast("2.18.3"), "all collectives but all_reduce"));
  EXPECT_TRUE(has(of_broadcast("2.23.4"), "leaves nothing else"));
  EXPECT_TRUE(has(said("2.18.3", "collnet", Collective::AllReduce, Algorithm::Tree), "CollNet"));
  EXPECT_EQ(said("2.18.3", "tree", Collective::AllReduce, Algorithm::Tree), "");
}

// "hard set NCCL_ALGO=COLLNET, ignore it".
TEST(Listed, AListForCollNetAloneIsDroppedWhereThereIsNone) {
  for (const char* const old : {"2.14.3", "2.17.1", "2.18.3", "2.23.4"}) {
    EXPECT_NE(choice(old, "collnetchain", Collective::AllReduce), "none") << old;
  }
  EXPECT_EQ(choice("2.24.3", "collnetchain", Collective::AllReduce), "none");
}

// Up to 2.18 an all_reduce has no fallback: NVLS is in the list, but the GPUs do not have it.
TEST(Listed, AnAllReduceMayHaveNothingLeftBefore2_19) {
  EXPECT_EQ(choice("2.18.3", "nvls", Collective::AllReduce, 1), "none");
  EXPECT_EQ(choice("2.19.1", "nvls", Collective::AllReduce, 1), "Ring");
  EXPECT_NE(choice("2.17.1", "nvls", Collective::AllReduce, 1), "none") << "NVLS does not count";
}

// From 2.22 on the fallback obeys NCCL_PROTO; before, it may use any protocol.
TEST(Listed, TheFallbackToRingObeysProtocolsFrom2_22On) {
  const auto protocols = [](const std::string& version_name) {
    const Plan plan = plan_with(version_name, testing::four_gpus(), 2,
                                {{"NCCL_ALGO", "tree"}, {"NCCL_PROTO", "LL"}});
    int open = 0;
    for (const call::Candidate& one :
         call::candidates(plan, {.collective = Collective::Broadcast, .bytes = 1U << 20U})) {
      open += one.available ? 1 : 0;
    }
    return open;
  };
  EXPECT_EQ(protocols("2.23.4"), 1);
  EXPECT_EQ(protocols("2.22.3"), 1);
  EXPECT_EQ(protocols("2.21.5"), 3);
  EXPECT_EQ(protocols("2.18.3"), 1) << "Ring was always allowed";
}

// The table has NVLS for all_reduce, but NVLS cannot multiply: Ring is the fallback for that call
// only.
TEST(Listed, RingIsTheFallbackForACallThatTheListCannotCarry) {
  const Plan plan = plan_with("2.23.4", testing::four_gpus_with_nvls(), 1, {{"NCCL_ALGO", "nvls"}});
  core::Call call{.collective = Collective::AllReduce, .bytes = 1U << 20U};
  EXPECT_EQ(call::choose(plan, call)->offer.algorithm, Algorithm::Nvls);
  call.op = core::ReduceOp::Prod;
  const call::Decision decision = call::choose(plan, call).value();
  EXPECT_EQ(decision.offer.algorithm, Algorithm::Ring);
  EXPECT_GT(decision.time_us, 0);
  EXPECT_EQ(decision.time_us, call::choose(plan_with("2.23.4", testing::four_gpus_with_nvls(), 1,
                                                     {{"NCCL_ALGO", "ring"}}),
                                           call)
                                  ->time_us);
}

}  // namespace listed_test
}  // namespace treering::sim::nccl::tuning
