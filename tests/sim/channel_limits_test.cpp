#include "sim/channel_limits.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/job/variables.h"
#include "tests/support/cost_samples.h"
#include "tests/support/small_machines.h"

namespace treering::sim {
namespace channel_limits_test {

using core::Collective;

/// NCCL_MIN_... and NCCL_MAX_... of one kind, "CTAS" or "NCHANNELS".
job::JobSpec with_variables(job::JobSpec job, const std::string& kind, int count) {
  const std::vector<job::Assignment> given{{"NCCL_MIN_" + kind, std::to_string(count), {}},
                                           {"NCCL_MAX_" + kind, std::to_string(count), {}}};
  job.settings = job::read_environment(given)->settings;
  return job;
}

TimeModel cost_time_model(const core::Topology& node, const nccl::Plan& plan) {
  cost::Parameters parameters;
  parameters.values = treering::testing::ones();
  const core::Cluster cluster{node};
  return {Model::Cost,
          std::make_shared<cost::CostModel>(cost::machine_of(cluster, plan), parameters), nullptr};
}

/// Two nodes of a machine. Limits are no matter of the search, which takes most of the time.
struct Pair {
  core::Topology node;
  nccl::search::NodeSearch found;

  explicit Pair(int compute_capability)
      : node(treering::testing::nvswitch_machine(4, compute_capability)),
        found(nccl::search::search_node(node, two_nodes())) {}

  static job::JobSpec two_nodes() {
    job::JobSpec job;
    job.nodes = 2;
    return job;
  }
  std::vector<Alternative> alternatives(const job::JobSpec& job, std::uint64_t bytes) const {
    const nccl::Plan plan = nccl::make_plan(job, found);
    return alternatives_of(plan, cost_time_model(node, plan), core::DataType::Float, {})(
        Collective::AllReduce, bytes);
  }
};

TEST(ChannelLimits, AreWhatNcclsVariablesSet) {
  const Pair ampere(80);
  const Pair hopper(90);
  const job::JobSpec job = Pair::two_nodes();
  for (const int count : {1, 3, 8, 64}) {
    const job::JobSpec limited = with_channels(job, count);
    for (const std::uint64_t bytes : {std::uint64_t{1} << 14U, std::uint64_t{1} << 28U}) {
      EXPECT_EQ(ampere.alternatives(limited, bytes),
                ampere.alternatives(with_variables(job, "NCHANNELS", count), bytes));
      // NVLS, which Ampere has not, goes by CTAs alone.
      EXPECT_EQ(hopper.alternatives(limited, bytes),
                hopper.alternatives(with_variables(job, "CTAS", count), bytes));
    }
  }
}

TEST(ChannelLimits, TakeThePlaceOfThoseThatTheJobHad) {
  const job::JobSpec narrow = with_variables({}, "CTAS", 2);
  EXPECT_EQ(with_channels(narrow, 8), with_channels({}, 8));
}

RC_GTEST_PROP(ChannelLimitsProperty, NoCallUsesMoreThanItsLimit, ()) {
  static const Pair kPair(90);
  const int limit = *rc::gen::inRange(1, 65);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(8, std::uint64_t{1} << 32U);
  const auto limited = kPair.alternatives(with_channels(Pair::two_nodes(), limit), bytes);
  RC_ASSERT(!limited.empty());
  for (const Alternative& one : limited) {
    RC_ASSERT(one.way.channels >= 1 && one.way.channels <= limit);
    RC_ASSERT(one.threads >= 1 && one.threads <= 1024);
  }
}

TEST(ChannelLimits, WhatAChannelOfMulticastCarriesIsUnknown) {
  const core::Topology node = treering::testing::nvswitch_machine(4, 90);
  const nccl::Plan own = nccl::make_plan(node, {});
  ASSERT_TRUE(own.channels.uses_nvls());
  for (const int limit : {1, own.channels.nvls_count()}) {
    const nccl::Plan plan = nccl::make_plan(node, with_channels({}, limit));
    TimeModel time_model = cost_time_model(node, own);
    time_model.unlimited = &own;
    const auto limited = alternatives_of(plan, time_model, core::DataType::Float, {});
    for (const Alternative& one : limited(Collective::AllReduce, std::uint64_t{1} << 30U)) {
      EXPECT_EQ(one.estimate.has_value(), one.way.algorithm != "NVLS" || limit > 1)
          << one.way.algorithm << " with " << limit;
    }
  }
}

TEST(ChannelLimits, DoubleUpToTheMost) {
  EXPECT_EQ(doubled_up_to(1), (std::vector{1}));
  EXPECT_EQ(doubled_up_to(32), (std::vector{1, 2, 4, 8, 16, 32}));
  EXPECT_EQ(doubled_up_to(20), (std::vector{1, 2, 4, 8, 16}));
}

constexpr std::uint64_t kSmall = 1000;
constexpr std::uint64_t kLarge = 1'000'000;

Prediction row(std::uint64_t bytes, int channels, std::optional<double> time_us) {
  Prediction row;
  row.asked = core::Bytes::of(bytes);
  row.bytes = row.asked;
  row.way.algorithm = "Ring";
  row.way.channels = channels;
  if (time_us) row.estimate = Estimate{core::Duration::from_us(*time_us)};
  row.is_nccl_default = true;
  row.is_best = true;
  return row;
}

PredictionRequest request(Model model = Model::Cost) {
  PredictionRequest result;
  result.collectives = {Collective::AllReduce};
  result.sizes = {kSmall, kLarge};
  result.model = model;
  return result;
}

/// The small call uses one channel; the large one takes 400 us over its channels, and 100 at least.
std::vector<LimitedRows> parts() {
  return {{2, {row(kSmall, 1, 10), row(kLarge, 2, 200)}},
          {4, {row(kSmall, 1, 10), row(kLarge, 4, 104)}},
          {8, {row(kSmall, 1, 10), row(kLarge, 8, 102)}},
          {std::nullopt, {row(kSmall, 1, 10), row(kLarge, 16, 100)}}};
}

TEST(JoinedLimits, StandBesideEachOtherByCall) {
  const auto rows = joined(parts(), request());
  ASSERT_EQ(rows.size(), 8U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].bytes.count(), i < 4 ? kSmall : kLarge);
    EXPECT_EQ(rows[i].channel_limit, parts()[i % 4].limit);
  }
}

TEST(JoinedLimits, SayWhatIsLostAndWhatIsEnough) {
  const auto rows = joined(parts(), request());
  EXPECT_DOUBLE_EQ(*rows[4].slowdown, 2);
  EXPECT_DOUBLE_EQ(*rows[7].slowdown, 1);
  std::vector<std::size_t> enough;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].is_enough) enough.push_back(i);
  }
  // One channel whatever the limit: nothing has to be set. 104 us are within 5 % of 100, 200 not.
  EXPECT_EQ(enough, (std::vector<std::size_t>{3, 5}));
}

TEST(JoinedLimits, SayNothingWhereATimeIsMissingOrTheModelDoesNotKnow) {
  auto some = parts();
  some[0].rows[1].estimate.reset();
  const auto rows = joined(some, request());
  EXPECT_FALSE(rows[4].slowdown);
  EXPECT_DOUBLE_EQ(*rows[5].slowdown, 1.04);
  for (std::size_t i = 4; i < rows.size(); ++i) EXPECT_FALSE(rows[i].is_enough);
  for (const Prediction& one : joined(parts(), request(Model::Nccl))) {
    EXPECT_FALSE(one.slowdown);
    EXPECT_FALSE(one.is_enough);
  }
}

TEST(JoinedLimits, CountNcclsChoiceOrTheFastestOfThoseAllowed) {
  Prediction choice = row(kLarge, 4, 20);
  choice.is_best = false;
  Prediction faster = row(kLarge, 4, 10);
  faster.way.algorithm = "Tree";
  faster.is_nccl_default = false;
  const auto rows = joined({{std::nullopt, {choice, faster}}}, request());
  const auto algorithm = [&](const Filter& filter) {
    return rows_that_count(rows, Collective::AllReduce, filter).at(0)->way.algorithm;
  };
  EXPECT_EQ(algorithm({}), "Ring");
  EXPECT_EQ(algorithm({{"Ring", "Tree"}, {}}), "Tree");
  EXPECT_TRUE(rows_that_count(rows, Collective::Reduce, {}).empty());
}

TEST(JoinedLimits, HaveTheirGreatestCost) {
  auto some = parts();
  some[1].rows[0].estimate.reset();
  some[1].rows[1].estimate.reset();
  const auto rows = joined(some, request());
  const auto costs = costs_of_limits(rows_that_count(rows, Collective::AllReduce, {}));
  ASSERT_EQ(costs.size(), 3U);
  EXPECT_EQ(costs[0], (LimitCost{2, 2.0, kLarge}));
  EXPECT_EQ(costs[1], (LimitCost{4, std::nullopt, 0}));
  EXPECT_EQ(costs[2], (LimitCost{8, 1.02, kLarge}));
}

}  // namespace channel_limits_test
}  // namespace treering::sim
