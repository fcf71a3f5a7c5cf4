#include "tuner/check/suspect.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/load_cluster.h"
#include "tuner/check/run_model.h"
#include "tuner/profiles.h"

namespace treering::tuner::check {
namespace suspect_test {

CheckedRun one_call(const std::string& topology, int nodes) {
  auto cluster = hw::load_cluster(topology).value().cluster;
  sim::job::JobSpec job;
  job.nodes = cluster.node_count = nodes;
  Measurement row;
  row.bytes = 64U << 20U;
  row.out_of_place = core::Duration::from_us(1);
  return {calibration::make_bench(cluster, job, "").value(), shipped_profile(), {row}};
}

/// A cause that changes the calls, and the run with it.
struct Changed {
  std::string cause;
  CheckedRun run;
};

/// Those of the suspects that change the calls of the run.
std::vector<Changed> changes_by(Suspects (*cause)(const CheckedRun&), const CheckedRun& run) {
  RunModel model(run, RunModel::Says::TimeOnly);
  std::vector<Changed> all;
  for (const Suspect& suspect : cause(run)) {
    CheckedRun other = run_under(suspect, run, model);
    if (other.rows != run.rows) all.push_back({suspect.cause, std::move(other)});
  }
  return all;
}

TEST(Suspect, SeventhEighthsOfTheNetworkAreLeft) {
  const CheckedRun run = one_call("dgx-h100", 2);
  const Suspects found = missing_adapter(run);
  ASSERT_EQ(found.size(), 1U);
  // Eight ports of 50 GB/s.
  EXPECT_DOUBLE_EQ(run.bench->machine.wires.per_node, 400);
  EXPECT_DOUBLE_EQ(found[0].run.bench->machine.wires.per_node, 350);
  const char* const rate = "infiniband.channel_GBps.Simple";
  EXPECT_DOUBLE_EQ(found[0].run.profile.parameters.at(rate).value,
                   run.profile.parameters.at(rate).value * 7 / 8);
}

TEST(Suspect, WithoutGpuDirectHopsTakeTwiceAsLong) {
  const CheckedRun run = one_call("dgx-h100", 2);
  const Suspects found = no_gpudirect(run);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_DOUBLE_EQ(found[0].run.bench->machine.wires.per_node, 200);
  const char* const factor = "infiniband.hop_factor";
  EXPECT_DOUBLE_EQ(found[0].run.profile.parameters.at(factor).value,
                   run.profile.parameters.at(factor).value * 2);
}

// NCCL then lays its channels through the CPU.
TEST(Suspect, WithoutGpuDirectNcclPlansOtherwise) {
  const CheckedRun run = one_call("dgx-a100", 4);
  const Suspects found = no_gpudirect(run);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].cause, found[0].cause);
  const auto& planned = found[1].run.bench->plan.graphs.ring;
  EXPECT_GT(planned.type_inter, run.bench->plan.graphs.ring.type_inter);
}

TEST(Suspect, SocketsAreAnotherNetwork) {
  const Suspects found = sockets(one_call("dgx-h100", 2));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].run.bench->machine.kind.network, "tcp");
  EXPECT_EQ(found[0].what, "NCCL used TCP sockets instead of infiniband");
}

// Plugins do not read NCCL_IB_DISABLE and NCCL_IB_HCA.
TEST(Suspect, NcclIbVariablesCountWhereNcclReadsThem) {
  using ::testing::HasSubstr;
  using ::testing::Not;
  EXPECT_THAT(sockets(one_call("dgx-h100", 2))[0].look_at, HasSubstr("NCCL_IB_DISABLE"));
  EXPECT_THAT(missing_adapter(one_call("dgx-h100", 2))[0].look_at, HasSubstr("NCCL_IB_HCA"));
  for (const char* const machine : {"aws-p4d", "alps"}) {
    EXPECT_THAT(sockets(one_call(machine, 2))[0].look_at, HasSubstr("aws-ofi-nccl")) << machine;
    EXPECT_THAT(sockets(one_call(machine, 2))[0].look_at, Not(HasSubstr("NCCL_IB"))) << machine;
    EXPECT_THAT(missing_adapter(one_call(machine, 2))[0].look_at, Not(HasSubstr("NCCL_IB")))
        << machine;
  }
}

TEST(Suspect, OneNodeHasNoNetworkToSuspect) {
  const CheckedRun run = one_call("dgx-h100", 1);
  EXPECT_TRUE(missing_adapter(run).empty());
  EXPECT_TRUE(no_gpudirect(run).empty());
  EXPECT_TRUE(sockets(run).empty());
  EXPECT_TRUE(slower_pcie(run).empty());  // NVLink carries all
}

TEST(Suspect, HalfThePcieIsHalfTheRingsWithoutNvlink) {
  const CheckedRun run = one_call("pcie-4", 1);
  const Suspects found = slower_pcie(run);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].run.bench->machine.wires.ring_per_gpu,
                   run.bench->machine.wires.ring_per_gpu / 2);
}

TEST(Suspect, HalfThePcieOfAnAdapterIsLessThanItsPort) {
  const CheckedRun run = one_call("dgx-h100", 2);
  const Suspects found = slower_pcie(run);
  ASSERT_EQ(found.size(), 1U);
  const sim::cost::terms::Wires& wires = found[0].run.bench->machine.wires;
  EXPECT_LT(wires.way_out, run.bench->machine.wires.way_out);
  EXPECT_LT(wires.way_out, wires.per_node);
  EXPECT_EQ(wires.all_per_gpu, run.bench->machine.wires.all_per_gpu);
}

TEST(Suspect, OtherChoicesAreThoseThatNcclHasAndDoesNotTake) {
  const CheckedRun run = one_call("dgx-h100", 2);
  const auto usual = calibration::observe(*run.bench, run.rows[0], run.profile);
  for (const Changed& one : changes_by(other_choice, run)) {
    const auto seen = calibration::observe(*one.run.bench, one.run.rows[0], one.run.profile);
    EXPECT_FALSE(seen->is_replaced) << one.cause;
    EXPECT_TRUE(seen->way.algorithm != usual->way.algorithm ||
                seen->way.protocol != usual->way.protocol)
        << one.cause;
  }
  const auto found = changes_by(other_choice, run);
  const auto has = [&](std::string_view cause) {
    return std::ranges::any_of(found, [&](const Changed& one) { return one.cause == cause; });
  };
  EXPECT_TRUE(has("protocol-LL"));
  EXPECT_FALSE(has("algorithm-" + usual->way.algorithm));
}

TEST(Suspect, WhatTheLogSaysIsNotDoubted) {
  CheckedRun run = one_call("dgx-h100", 2);
  run.rows[0].way.algorithm = "Ring";
  run.rows[0].way.protocol = "Simple";
  run.rows[0].way.channels = 4;
  EXPECT_TRUE(changes_by(other_choice, run).empty());
  EXPECT_TRUE(changes_by(fewer_channels, run).empty());
}

TEST(Suspect, HalfTheChannelsOfAllThatHaveTwo) {
  const CheckedRun run = one_call("dgx-h100", 2);
  const int usual = calibration::observe(*run.bench, run.rows[0], run.profile)->way.channels;
  const auto found = changes_by(fewer_channels, run);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].run.rows[0].way.channels, usual / 2);
}

TEST(Suspect, EachSaysWhatAndWhereToLook) {
  for (const Suspect& one : all_suspects(one_call("dgx-h100", 2))) {
    EXPECT_FALSE(one.what.empty()) << one.cause;
    EXPECT_FALSE(one.look_at.empty()) << one.cause;
  }
}

TEST(Suspect, AChoiceThatWouldCostAllSizesAlikeHasNoShape) {
  std::vector<LikelyCause> causes(4);
  causes[0].cause = "protocol-LL128";
  causes[0].shape = LossShape::Everywhere;
  causes[1].cause = "algorithm-Tree";
  causes[1].shape = LossShape::OneSize;
  causes[2].cause = "half-channels";
  causes[2].shape = LossShape::LargeSizes;
  causes[3].cause = "no-gpudirect";
  causes[3].shape = LossShape::Everywhere;
  leave_out_level_choices(causes);
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0].cause, "half-channels");
  EXPECT_TRUE(causes[0].is_choice());
  EXPECT_EQ(causes[1].cause, "no-gpudirect");
  EXPECT_FALSE(causes[1].is_choice());
}

}  // namespace suspect_test
}  // namespace treering::tuner::check
