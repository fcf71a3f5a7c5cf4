#include "sim/nccl/call/choice.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/assert.h"
#include "sim/nccl/plan.h"
#include "tests/support/sample_search.h"
#include "tests/support/tuning_cell.h"

namespace treering::sim::nccl::call {
namespace choice_test {

using core::Collective;
using testing::plan_of;

std::vector<Plan> sample_plans() {
  std::vector<Plan> plans;
  for (const int nodes : {1, 2, 5}) {
    for (const search::NodeSearch& found :
         {testing::four_gpus(), testing::four_gpus_with_nvls(), testing::four_gpus_with_collnet(),
          testing::one_gpu()}) {
      plans.push_back(plan_of(found, nodes));
    }
  }
  return plans;
}

core::Call random_call() {
  const std::vector<Collective> collectives = tuning::tuned_collectives();
  const auto types = core::all_data_types();
  const auto ops = core::all_reduce_ops();
  core::Call call;
  call.collective = collectives[*rc::gen::inRange<std::size_t>(0, collectives.size())];
  call.bytes = *rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << *rc::gen::inRange(1, 36));
  call.type = types[*rc::gen::inRange<std::size_t>(0, types.size())];
  call.op = ops[*rc::gen::inRange<std::size_t>(0, ops.size())];
  return call;
}

const Plan& random_plan() {
  static const std::vector<Plan> kPlans = sample_plans();
  return kPlans[*rc::gen::inRange<std::size_t>(0, kPlans.size())];
}

TEST(Choice, ListsAllPairsInNcclsOrder) {
  const std::vector<Candidate> all = candidates(plan_of(testing::four_gpus(), 1), {.bytes = 1024});
  ASSERT_EQ(all.size(), 21U);
  EXPECT_EQ(all[0].offer.algorithm, Algorithm::Tree);
  EXPECT_EQ(all[1].offer.protocol, Protocol::Ll128);
  EXPECT_EQ(all[3].offer.algorithm, Algorithm::Ring);
  EXPECT_EQ(all[20].offer.algorithm, Algorithm::Pat);
}

RC_GTEST_PROP(ChoiceProperty, AvailableOnesAreThoseOfAll, ()) {
  const Plan& plan = random_plan();
  const core::Call call = random_call();
  std::vector<Candidate> wanted = candidates(plan, call);
  std::erase_if(wanted, [](const Candidate& one) { return !one.available; });
  const std::vector<Candidate> some = available_candidates(plan, call);
  RC_ASSERT(some.size() == wanted.size());
  for (std::size_t i = 0; i < some.size(); ++i) {
    RC_ASSERT(some[i].offer.algorithm == wanted[i].offer.algorithm);
    RC_ASSERT(some[i].offer.protocol == wanted[i].offer.protocol);
    RC_ASSERT(some[i].available);
    RC_ASSERT(some[i].time_us == wanted[i].time_us);
  }
}

TEST(Choice, ALoneRankCopies) {
  const Decision decision = choose(plan_of(testing::one_gpu(), 1), {.bytes = 1024}).value();
  EXPECT_EQ(decision.offer.algorithm, Algorithm::Ring);
  EXPECT_EQ(decision.offer.protocol, Protocol::Simple);
  EXPECT_EQ(decision.time_us, 0.0F);
  EXPECT_EQ(decision.channels, 0);
}

TEST(Choice, SmallCallsGoByLatencyLargeOnesByBandwidth) {
  const Plan plan = plan_of(testing::four_gpus(), 1);
  // LL: 6.6 + 6 x 0.6 by Ring, 6.8 + 6 x 0.6 by Tree. Simple: 40 GB/s x 4/6 by Ring, the highest.
  EXPECT_EQ(choose(plan, {.bytes = 8}).value().offer.protocol, Protocol::Ll);
  EXPECT_EQ(choose(plan, {.bytes = 8}).value().offer.algorithm, Algorithm::Ring);
  EXPECT_EQ(choose(plan, {.bytes = 1U << 30U}).value().offer.protocol, Protocol::Simple);
}

TEST(Choice, RefusesToScheduleWhatIsRuledOut) {
  const Plan plan = plan_of(testing::four_gpus(), 1);
  EXPECT_THROW(decision_for(plan, {.bytes = 8}, Candidate{}), core::AssertionFailure);
}

TEST(Choice, ThreadsFillAtLeastABlock) {
  // LL with few bytes ends at three warps; a block has four at least.
  EXPECT_EQ(choose(plan_of(testing::four_gpus(), 1), {.bytes = 8}).value().threads, 128);
}

RC_GTEST_PROP(Choice, TakesTheCheapest, ()) {
  const Plan& plan = random_plan();
  const core::Call call = random_call();
  const Decision decision = choose(plan, call).value();
  for (const Candidate& candidate : candidates(plan, call)) {
    if (candidate.available) RC_ASSERT(decision.time_us <= candidate.time_us);
  }
}

RC_GTEST_PROP(Choice, EveryCandidateHasATimeOrAReason, ()) {
  const Plan& plan = random_plan();
  for (const Candidate& candidate : candidates(plan, random_call())) {
    RC_ASSERT(candidate.available == candidate.ruled_out.empty());
    if (candidate.available) RC_ASSERT(candidate.time_us > 0 || plan.shape.ranks() == 1);
  }
}

RC_GTEST_PROP(Choice, TermsAddUpToTheTime, ()) {
  const Plan& plan = random_plan();
  const core::Call call = random_call();
  for (const Candidate& candidate : candidates(plan, call)) {
    if (!candidate.available) continue;
    double sum = 0;
    for (const CostTerm& term : cost_terms(plan, call, candidate)) sum += term.time_us;
    RC_ASSERT(std::abs(sum - static_cast<double>(candidate.time_us)) <=
              1e-5 * static_cast<double>(candidate.time_us));
  }
}

TEST(Choice, TermsHaveTheirKinds) {
  using rules::TermKind;
  const Plan plan = plan_of(testing::four_gpus(), 2);
  const core::Call call{.bytes = 8};
  const std::vector<TermKind> expected{TermKind::Base, TermKind::InsideHop, TermKind::NetworkHop,
                                       TermKind::Transfer};
  int rings = 0;
  for (const Candidate& candidate : candidates(plan, call)) {
    if (!candidate.available || candidate.offer.algorithm != Algorithm::Ring) continue;
    std::vector<TermKind> kinds;
    for (const CostTerm& term : cost_terms(plan, call, candidate)) kinds.push_back(term.kind);
    EXPECT_EQ(kinds, expected) << name_of(candidate.offer.protocol);
    ++rings;
  }
  EXPECT_GT(rings, 0);
}

RC_GTEST_PROP(Choice, PartsAddUpToTheCall, ()) {
  const Plan& plan = random_plan();
  const core::Call call = random_call();
  const rules::CallSize size = rules::size_of(call, plan.shape.ranks());
  for (const Candidate& candidate : candidates(plan, call)) {
    if (!candidate.available || plan.shape.ranks() == 1) continue;
    const Decision decision = decision_for(plan, call, candidate);
    RC_ASSERT(decision.channels >= 1 && decision.threads >= 128 && decision.chunk_bytes > 0U);
    const auto between = static_cast<std::uint64_t>(std::max(0, decision.channels - 2));
    const std::uint64_t sum =
        decision.low.bytes + between * decision.middle.bytes + decision.high.bytes;
    // Even shares are rounded down.
    RC_ASSERT(sum <= size.count * size.element_bytes);
    RC_ASSERT(sum + 64 * size.element_bytes > size.count * size.element_bytes);
  }
}

RC_GTEST_PROP(Choice, MoreBytesNeverTakeLessTime, ()) {
  // But for Tree's corrections by size, and the ring plateau only adds.
  const Plan& plan = random_plan();
  core::Call small = random_call();
  core::Call large = small;
  large.bytes += *rc::gen::inRange<std::uint64_t>(0, 1U << 20U);
  const std::vector<Candidate> before = candidates(plan, small);
  const std::vector<Candidate> after = candidates(plan, large);
  for (std::size_t i = 0; i < before.size(); ++i) {
    RC_ASSERT(before[i].available == after[i].available);
    if (before[i].offer.algorithm == Algorithm::Tree) continue;
    RC_ASSERT(before[i].time_us <= after[i].time_us);
  }
}

TEST(Choice, NothingWhereSettingsLeaveNothing) {
  job::JobSpec job;
  job.settings.algorithms.set(Collective::Broadcast, 1U << static_cast<unsigned>(Algorithm::Tree));
  const Plan plan = make_plan(job, testing::four_gpus());
  EXPECT_EQ(choose(plan, {Collective::Broadcast, 8}), std::nullopt);
  EXPECT_NE(choose(plan, {Collective::AllReduce, 8}), std::nullopt);
}

}  // namespace choice_test
}  // namespace treering::sim::nccl::call
