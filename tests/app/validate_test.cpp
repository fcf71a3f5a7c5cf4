#include "app/validate.h"

#include <gmock/gmock.h>

#include "tests/app/measured.h"
#include "tests/support/standard_input.h"

namespace treering::app {
namespace validate_test {

class ValidateAnswer : public ::testing::Test {
 protected:
  ValidateRequest one_job() const {
    ValidateRequest request;
    request.runs.files = {files_.add("one", plain_sweep()), files_.add("two", plain_sweep())};
    request.runs.job.topology = "dgx-a100";
    request.runs.job.nodes = 2;
    return request;
  }

  ValidateRequest many_machines() const {
    ValidateRequest request = one_job();
    request.runs.job = {};
    request.runs.systems = files_.write("systems.csv",
                                        "id,cluster,topology,nodes,stratum\n"
                                        "one,a,dgx-a100,2,RDMA\ntwo,b,dgx-a100,2,TCP\n");
    return request;
  }

  MeasuredFiles files_;
};

TEST_F(ValidateAnswer, OneJob) {
  const auto report = answer(one_job());
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->runs->machines, "2 nodes x 8 GPUs = 16 ranks of dgx-a100");
  EXPECT_EQ(report->runs->topology, "dgx-a100");
  ASSERT_EQ(report->rows.size(), 18U);  // 4^6 to 4^14, twice
  EXPECT_EQ(report->scores.main.all.cost.rows, 18U);
  EXPECT_EQ(report->scores.apart.cost.rows, 0U);
  // 40 us and 4096 times 1e-5 us.
  EXPECT_NEAR(report->rows.front().seen().measured_us, 40.04096, 1e-9);
  EXPECT_LT(report->rows.front().cost.low_us, report->rows.front().cost.predicted_us);
  EXPECT_FALSE(report->cross);
}

TEST_F(ValidateAnswer, ScoresAreOfAllRowsAndBySizeClass) {
  const auto report = answer(one_job());
  ASSERT_TRUE(report) << report.error().message();
  // 4^6 to 4^9, 4^10 to 4^12, 4^13 to 4^14: below 1 MiB, below 64 MiB, above; twice.
  const auto& main = report->scores.main;
  EXPECT_EQ(main.by_size_class[0].cost.rows, 8U);
  EXPECT_EQ(main.by_size_class[1].cost.rows, 6U);
  EXPECT_EQ(main.by_size_class[2].cost.rows, 4U);
  EXPECT_EQ(report->scores.by_id.at("two").cost.rows, 9U);
}

TEST_F(ValidateAnswer, RunsOfOneClusterAreReplicates) {
  ValidateRequest request = many_machines();
  request.runs.systems = files_.write("systems.csv",
                                      "id,cluster,topology,nodes\n"
                                      "one,a,dgx-a100,2\ntwo,a,dgx-a100,2\n");
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->scores.replicates.all.rows, 18U);
  EXPECT_EQ(report->scores.replicates.by_size_class[2].rows, 4U);
}

// What its rows point to lives as long as the copy.
TEST_F(ValidateAnswer, CopiesStandAlone) {
  std::optional<ValidateReport> copy;
  {
    const auto report = answer(one_job());
    ASSERT_TRUE(report) << report.error().message();
    copy = *report;
  }
  EXPECT_EQ(copy->rows.back().seen().id, "two");
}

// A pipe gives its text once.
TEST_F(ValidateAnswer, OnePipeMayShowTheMachineAndTheRows) {
  const support::StandardInput input(support::pipe_with(kMachineAndRun));
  ValidateRequest request;
  request.runs.files = {"-"};
  request.runs.job.topology = "-";
  request.runs.collective = core::Collective::AllReduce;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->rows.size(), 1U);
}

TEST_F(ValidateAnswer, FollowsVariablesThatTheTextOfTheRunsSets) {
  const std::string text(kMachineAndRun);
  const std::size_t heading = text.find("# nThread");
  const std::string file =
      files_.write("run.txt", text.substr(0, heading) +
                                  "$ NCCL_MAX_NCHANNELS=2 ./all_reduce_perf -b 1M -e 1M -g 2\n" +
                                  text.substr(heading));
  ValidateRequest request;
  request.runs.files = {file};
  request.runs.job.topology = file;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_THAT(report->notes, ::testing::Contains(::testing::HasSubstr(
                                 "deduced: NCCL_MAX_NCHANNELS=2, as the text of the run sets it")));
}

TEST_F(ValidateAnswer, OneSeriesAlone) {
  ValidateRequest request = one_job();
  request.runs.id = "two";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->rows.size(), 9U);
  request.runs.id = "three";
  const auto none = answer(request);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().found, "no row with the id 'three'");
}

TEST_F(ValidateAnswer, ManyMachinesWithSomeApart) {
  ValidateRequest request = many_machines();
  request.cross = CrossValidation::On;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->runs->machines, "2 runs on 2 clusters");
  EXPECT_EQ(report->scores.main.all.cost.rows, 9U);
  EXPECT_EQ(report->scores.apart.cost.rows, 9U);
  ASSERT_EQ(report->scores.strata_apart.size(), tuner::calibration::kStrataApart.size());
  EXPECT_EQ(report->scores.strata_apart.front().stratum, "TCP");
  EXPECT_EQ(report->scores.strata_apart.front().scores.all.cost.rows, 9U);
  EXPECT_EQ(report->scores.strata_apart.back().scores.all.cost.rows, 0U);
  ASSERT_TRUE(report->cross);
  EXPECT_EQ(report->cross->unanchored.all.rows, 9U);
  ASSERT_FALSE(report->cross->floors.empty());
  EXPECT_EQ(report->cross->floors.front().rows, "all");
  EXPECT_EQ(report->cross->floors.front().score.rows, 9U);
  EXPECT_TRUE(report->cross->floors_beside_published.empty());  // no other cluster of its kind
}

TEST_F(ValidateAnswer, ErrorsNameFields) {
  ValidateRequest crossed = one_job();
  crossed.cross = CrossValidation::On;
  EXPECT_EQ(answer(crossed).error().where, "⟨cross-validate⟩");
  ValidateRequest both = many_machines();
  both.runs.job.topology = "dgx-a100";
  EXPECT_EQ(answer(both).error().where, "⟨systems⟩");
  ValidateRequest nodes = many_machines();
  nodes.runs.job.nodes = 2;
  EXPECT_EQ(answer(nodes).error().where, "⟨nodes⟩");
  EXPECT_EQ(answer(nodes).error().found, "given together with ⟨systems⟩");
  ValidateRequest network = many_machines();
  network.runs.time_model.network = "tcp";
  EXPECT_EQ(answer(network).error().where, "⟨network⟩");
}

TEST_F(ValidateAnswer, ImpossibleSystemsAreNamedByLineAndColumn) {
  ValidateRequest request = many_machines();
  request.runs.systems =
      files_.write("bad.csv", "id,cluster,topology,nodes\none,a,dgx-a100,1000000\n");
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().category, core::Category::BadInput);
  EXPECT_TRUE(report.error().where.starts_with(*request.runs.systems)) << report.error().where;
  EXPECT_NE(report.error().where.find("nodes"), std::string::npos) << report.error().where;
}

}  // namespace validate_test
}  // namespace treering::app
