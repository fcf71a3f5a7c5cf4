#include "app/predict.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/doctor.h"
#include "app/simulate.h"
#include "tests/support/temporary_folder.h"

namespace treering::app {
namespace predict_test {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Calls of one size by NCCL's own model, whose figures stay.
PredictRequest one_size(const std::string& topology, int nodes, std::uint64_t bytes) {
  PredictRequest request;
  request.job.topology = topology;
  request.job.nodes = nodes;
  request.calls.sizes = {bytes, bytes, {}, {}};
  request.calls.model = sim::Model::Nccl;
  return request;
}

const sim::Prediction* choice_in(const PredictReport& report) {
  const auto found = std::ranges::find_if(report.rows, &sim::Prediction::is_nccl_default);
  return found == report.rows.end() ? nullptr : &*found;
}

TEST(Predict, RowsHoldNcclsChoiceAndItsTime) {
  const auto report = answer(one_size("dgx-h100", 4, 8));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->ranks, 32);
  EXPECT_EQ(report->job.cluster.node.name(), "dgx-h100");
  EXPECT_EQ(report->time_model.model, sim::Model::Nccl);
  EXPECT_EQ(report->multiprocessors, 132);  // of an H100 SXM
  const sim::Prediction* const choice = choice_in(*report);
  ASSERT_NE(choice, nullptr);
  EXPECT_EQ(choice->way.algorithm + "/" + choice->way.protocol, "Tree/LL");
  EXPECT_NEAR(choice->time()->in_us(), 35.2, 0.01);
  EXPECT_TRUE(report->notes.empty());
}

TEST(Predict, AsksForTheMachineWhereALogShowsNoNetwork) {
  const support::TemporaryFolder folder;
  const std::string log = folder.path() + "/run.log";
  std::ofstream file(log);
  for (int rank = 0; rank < 16; ++rank) {
    file << fmt::format(
        "#  Rank {} Group 0 Pid {} on n{} device {} [0x{:x}] NVIDIA H100 80GB HBM3\n", rank,
        100 + rank, rank / 8, rank % 8, 16 + 16 * (rank % 8));
    file << fmt::format(
        "n{0}:{1}:{1} [{2}] NCCL INFO comm 0x1 rank {3} nranks 16 cudaDev {2} nvmlDev {2} busId "
        "{4:x}000 commId 0x2 - Init START\n",
        rank / 8, 100 + rank, rank % 8, rank, 16 + 16 * (rank % 8));
  }
  file.close();
  PredictRequest request = one_size(log, 2, 8);
  request.job.nodes.reset();
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(),
              ::testing::AllOf(HasSubstr("2 nodes, and no adapter that joins them is shown"),
                               HasSubstr("such as dgx-h100"), HasSubstr("⟨nodes⟩ 1")));
  request.job.nodes = 1;
  EXPECT_TRUE(answer(request));
}

TEST(Predict, SummariesStandForEachCollectiveUnlessTheyAreNotWanted) {
  PredictRequest request = one_size("dgx-h100", 1, 1 << 20U);
  request.calls.collectives = {core::Collective::AllReduce, core::Collective::AllGather};
  const auto report = answer(request);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->summaries.size(), 2U);
  EXPECT_EQ(report->limits.size(), 2U);
  EXPECT_EQ(report->restrictions.size(), 2U);
  EXPECT_FALSE(report->restrictions[0]);
  request.is_summarised = false;
  const auto plain = answer(request);
  EXPECT_TRUE(plain->summaries.empty());
  EXPECT_EQ(plain->rows.size(), report->rows.size());
  EXPECT_THAT(plain->refusals, ElementsAre("", ""));
}

// Rings of 4 nodes at 1 MiB: 151.32 us, where NCCL by itself takes trees for 83.22 us.
TEST(Predict, ARestrictionIsPricedAgainstNcclWithoutIt) {
  PredictRequest request = one_size("dgx-h100", 4, 1 << 20U);
  request.job.variables.env = {"NCCL_ALGO=ring"};
  const auto report = answer(request);
  ASSERT_TRUE(report);
  ASSERT_TRUE(report->restrictions.front());
  EXPECT_NEAR(report->restrictions.front()->slowdown, 151.32 / 83.22, 0.01);
  EXPECT_EQ(report->restrictions.front()->slowdown_at, 1U << 20U);
  EXPECT_EQ(report->restrictions.front()->why_beyond, "");
}

TEST(Predict, ACallThatNcclFailsIsRefusedInASentence) {
  PredictRequest request = one_size("dgx-h100", 1, 8);
  request.job.variables.env = {"NCCL_ALGO=nvls", "NCCL_PROTO=ll"};
  const auto report = answer(request);
  ASSERT_TRUE(report);
  EXPECT_THAT(report->refusals,
              ElementsAre(HasSubstr("NCCL fails every all_reduce: NCCL_ALGO=nvls and")));
}

TEST(Predict, LimitsOnChannelsAddRowsBesideNcclsOwn) {
  PredictRequest request = one_size("dgx-h100", 1, 1 << 20U);
  request.calls.model = sim::Model::Cost;
  request.channels = "8,2";
  const auto report = answer(request);
  ASSERT_TRUE(report);
  EXPECT_THAT(report->channel_limits, ElementsAre(2, 8));
  for (const std::optional<int> limit :
       {std::optional<int>(), std::optional(2), std::optional(8)}) {
    EXPECT_TRUE(std::ranges::any_of(
        report->rows, [&](const sim::Prediction& row) { return row.channel_limit == limit; }));
  }
}

// aws-p4d's EFA read GPUs' memory; sockets over them do not, and rings that go through the CPUs
// have fewer channels.
TEST(Predict, SocketsHaveAPlanOfTheirOwn) {
  PredictRequest request = one_size("aws-p4d", 2, 1U << 30U);
  request.calls.model = sim::Model::Cost;
  const auto rdma = answer(request);
  request.time_model.network = "tcp";
  const auto sockets = answer(request);
  ASSERT_TRUE(rdma && sockets);
  EXPECT_LT(sockets->own_channels, rdma->own_channels);
  EXPECT_THAT(sockets->job.notes, Contains(HasSubstr("no GPUDirect RDMA")));
  EXPECT_THAT(rdma->job.notes, Not(Contains(HasSubstr("no GPUDirect RDMA"))));
}

TEST(Predict, SocketsTakeAsLongAsDoctorSays) {
  PredictRequest request = one_size("aws-p4d", 2, 1U << 30U);
  request.calls.model = sim::Model::Cost;
  request.time_model.network = "tcp";
  const auto predicted = answer(request);
  DoctorRequest patient;
  patient.job = request.job;
  patient.job.variables.env = {"NCCL_NET=Socket"};
  const auto diagnosed = answer(patient);
  ASSERT_TRUE(predicted && diagnosed);
  ASSERT_EQ(diagnosed->diagnosis.findings.size(), 1U);
  const auto& losses = diagnosed->diagnosis.findings[0].losses;
  const auto loss = std::ranges::find_if(losses, [](const tuner::doctor::Loss& one) {
    return one.collective == core::Collective::AllReduce && one.bytes == 1U << 30U;
  });
  ASSERT_NE(loss, losses.end());
  EXPECT_EQ(choice_in(*predicted)->time(), loss->as_is);
}

TEST(Predict, NothingLeftByTheFilterIsANote) {
  PredictRequest request = one_size("dgx-h100", 1, 8);
  request.calls.filter.algorithms = {"PAT"};
  const auto report = answer(request);
  ASSERT_TRUE(report);
  EXPECT_THAT(report->notes, ElementsAre(HasSubstr("⟨algo⟩ and ⟨proto⟩ leave no candidate")));
}

TEST(Predict, ErrorsNameFields) {
  PredictRequest request = one_size("dgx-h100", 1, 8);
  request.channels = "0";
  EXPECT_EQ(answer(request).error().where, "⟨channels⟩");
  request = one_size("dgx-h100", 1, 8);
  request.time_model.network = "tcp";
  EXPECT_EQ(answer(request).error().where, "⟨network⟩");
  request = one_size("dgx-h100", 1, 8);
  request.calls.sizes.maxbytes = 4;
  EXPECT_EQ(answer(request).error().where, "⟨maxbytes⟩");
}

// The same messages as `simulate` has, up to so many that a table of sizes would take too long.
TEST(Predict, TheEventModelHasMessagesBetweenPairs) {
  PredictRequest request = one_size("dgx-h100", 2, 16U << 20U);
  request.calls.model = sim::Model::Event;
  request.is_summarised = false;
  for (const auto collective : {core::Collective::AllToAll, core::Collective::SendRecv,
                                core::Collective::Gather, core::Collective::Scatter}) {
    request.calls.collectives = {collective};
    const auto report = answer(request);
    ASSERT_TRUE(report);
    ASSERT_EQ(report->rows.size(), 1U);
    SimulateRequest one;
    one.job = request.job;
    one.call.collective = collective;
    one.call.bytes = 16U << 20U;
    const auto simulated = answer(one);
    ASSERT_TRUE(simulated);
    ASSERT_TRUE(report->rows[0].time()) << name_of(collective);
    EXPECT_DOUBLE_EQ(report->rows[0].time()->in_us(), simulated->time.in_us());
    EXPECT_TRUE(report->rows[0].estimate->interval);
  }
  request.job.nodes = 64;
  request.calls.collectives = {core::Collective::AllToAll};
  const auto large = answer(request);
  ASSERT_TRUE(large);
  EXPECT_FALSE(large->rows[0].time());
}

}  // namespace predict_test
}  // namespace treering::app
