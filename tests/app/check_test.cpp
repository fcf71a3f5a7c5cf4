#include "app/check.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/normal.h"
#include "core/text/field.h"
#include "tests/app/logged_runs.h"
#include "tests/app/measured.h"
#include "tests/support/standard_input.h"
#include "tuner/reference/published.h"

namespace treering::app {
namespace check_test {

class CheckAnswer : public ::testing::Test {
 protected:
  static CheckRequest request_for(const std::string& file) {
    CheckRequest request;
    request.files = {file};
    request.job.topology = "dgx-a100";
    return request;
  }

  /// A sweep that takes so many times as long as is expected.
  std::string sweep(double factor) const {
    const auto report = answer(request_for(files_.add("plain", plain_sweep())));
    EXPECT_TRUE(report);
    std::vector<MeasuredRow> rows;
    for (const auto& row : report->check.rows) {
      rows.push_back({row.measurement.bytes, factor * row.expected.in_us()});
    }
    return files_.add("run", rows);
  }

  MeasuredFiles files_;
};

TEST_F(CheckAnswer, ExpectedTimesAreInside) {
  const auto report = answer(request_for(sweep(1)));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(report->is_odd);
  EXPECT_NEAR(report->check.factor, 1, 1e-3);
  ASSERT_EQ(report->check.rows.size(), 9U);  // 4^6 to 4^14
  EXPECT_TRUE(std::ranges::all_of(report->check.rows, [](const auto& row) {
    return row.place == tuner::check::Place::Inside;
  }));
  // The rows say on how many nodes.
  EXPECT_EQ(report->job.job.nodes, 2);
  EXPECT_EQ(report->shape.ranks(), 16);
  EXPECT_EQ(report->network, "infiniband");
}

TEST_F(CheckAnswer, SlowTimesAreOdd) {
  const auto report = answer(request_for(sweep(2.5)));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->is_odd);
  EXPECT_FALSE(report->check.other);
  EXPECT_NEAR(report->check.factor, 2.5, 1e-2);
}

// Nobody has said how many GPUs: the rows are of eight on each node, and a node of summit has six.
TEST_F(CheckAnswer, RowsOfMoreGpusThanANodeHasAreTheLogsFault) {
  CheckRequest request =
      request_for(files_.write("eight.csv",
                               "id,collective,size_bytes,nodes,gpus_per_node,ranks,time_us_oop\n"
                               "eight,all_reduce,1048576,2,8,16,100\n"));
  request.job.topology = "summit";
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message(),
            request.files.front() +
                ": rows of 8 GPUs on each node, expected at most 6, the GPUs of summit; choose the "
                "topology on which they were measured");
  request.job.gpus_per_node = 7;
  EXPECT_EQ(answer(request).error().where, core::field("gpus-per-node"));
}

// 256 MiB is the largest call; all from 4 MiB on are too slow, 16 MiB most.
TEST_F(CheckAnswer, TheLossIsThatOfTheSlowestCallOfASlowRun) {
  const auto expected = answer(request_for(files_.add("plain", plain_sweep())));
  ASSERT_TRUE(expected);
  const auto size_of_loss = [&](double factor) {
    std::vector<MeasuredRow> rows;
    for (const auto& row : expected->check.rows) {
      const std::uint64_t mib = row.measurement.bytes >> 20U;
      const double by = mib < 4 ? 1 : mib == 16 ? factor * factor : factor;
      rows.push_back({row.measurement.bytes, by * row.expected.in_us()});
    }
    const auto report = answer(request_for(files_.add("run", rows)));
    return report && report->losses.size() == 1 ? report->losses[0].ceiling.bytes : core::Bytes();
  };
  EXPECT_EQ(size_of_loss(1), core::Bytes::from_mib(256));
  EXPECT_EQ(size_of_loss(5), core::Bytes::from_mib(16));
}

// Sockets take much of the way, and something else the rest.
TEST_F(CheckAnswer, TheNearestCauseIsNamedWhereNoneExplainsTheRows) {
  CheckRequest over_tcp = request_for(files_.add("plain", plain_sweep()));
  over_tcp.time_model.network = "tcp";
  const auto expected = answer(over_tcp);
  ASSERT_TRUE(expected) << expected.error().message();
  std::vector<MeasuredRow> rows;
  for (const auto& row : expected->check.rows) {
    rows.push_back({row.measurement.bytes, 3 * row.expected.in_us()});
  }
  const auto report = answer(request_for(files_.add("run", rows)));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->check.causes.empty());
  ASSERT_TRUE(report->check.nearest);
  EXPECT_EQ(report->check.nearest->cause, "sockets");
  EXPECT_NEAR(report->check.nearest->factor, 3, 0.2);
  EXPECT_FALSE(answer(request_for(sweep(1)))->check.nearest);
}

// 4 GiB in 15.79 ms are 476 GB/s, what a DGX H100 reaches.
TEST_F(CheckAnswer, TheMachineIsThatOfTheListOfDevices) {
  const std::string list = device_list(1, 8, "NVIDIA H100 80GB HBM3");
  CheckRequest request =
      request_for(files_.write("run.log", list + table_of(std::uint64_t{4} << 30U, 15790, 8)));
  request.job.topology = "";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->job.source, "dgx-h100");
  EXPECT_EQ(report->job.job.nodes, 1);
  EXPECT_FALSE(report->is_odd);
  EXPECT_NE(report->notes.front().find("deduced"), std::string::npos);
}

// Some 30 us are expected of all; PyTorch's own time is no fault of the machine, and no size shows
// its bandwidth.
TEST_F(CheckAnswer, SmallCallsOfAPythonProgramSayNothing) {
  CheckRequest request = request_for(
      files_.write("run.log",
                   "all_reduce on 8x H100, torch 2.5\n\nsize(MB)   time(us)\n0.10      227.7\n"
                   "0.20      177.4\n0.40      140.7\n1.00      121.5\n"));
  request.job.topology = "dgx-h100";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(report->is_odd);
  EXPECT_FALSE(report->check.shows_bandwidth());
  EXPECT_EQ(report->check.of_program(), 4U);
  EXPECT_TRUE(report->check.causes.empty());
}

/// 1 GiB on 16 GPUs of two hosts in two seconds, below such words.
std::string slow_below(const std::string& words) {
  return words + "\n" + device_list(2, 8, "NVIDIA H100 80GB HBM3") +
         table_of(std::uint64_t{1} << 30U, 2e6, 16);
}

// 1.9 GiB over 25 GB/s are some 80 ms.
TEST_F(CheckAnswer, TheNetworkMayStandInWords) {
  CheckRequest request =
      request_for(files_.write("run.log", slow_below("2 x 100Gbps RoCE, is this normal?")));
  request.job.topology = "";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->network, "roce");
  EXPECT_TRUE(report->is_odd);
  EXPECT_EQ(report->job.cluster.node.of_kind(core::DeviceKind::NicPort).size(), 2U);
  EXPECT_THAT(report->notes,
              ::testing::Contains(::testing::HasSubstr("2 adapters of 100 Gbit/s, RoCE")));
}

TEST_F(CheckAnswer, WhatWordsLeaveOpenOfTheNetworkIsAskedFor) {
  CheckRequest request = request_for(files_.write("run.log", slow_below("the nodes have 25 GbE")));
  request.job.topology = "";
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(),
              ::testing::HasSubstr("the text names 25 Gbit/s, Ethernet, and not how many such "
                                   "adapters a node has, ⟨nics⟩"));
}

TEST_F(CheckAnswer, ATextThatNamesOtherGpusContradictsTheMachine) {
  CheckRequest request = request_for(
      files_.write("run.log", "our 8x H100\n" + table_of(std::uint64_t{4} << 30U, 30000, 8)));
  request.job.topology = "dgx-a100";
  request.wanted.unnamed = core::Collective::AllReduce;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_THAT(report->notes.front(), ::testing::HasSubstr("a contradiction: the text names H100"));
}

// 2.5 GB/s of busbw between two nodes, where the adapters carry a hundred times as much.
TEST_F(CheckAnswer, SocketsThatTheTextShowsAreSaidOnAGivenMachine) {
  CheckRequest request =
      request_for(files_.write("run.log", "n0:10:12 [0] NCCL INFO Using network Socket\n" +
                                              device_list(2, 8, "NVIDIA H100 80GB HBM3") +
                                              table_of(std::uint64_t{1} << 30U, 805306, 16)));
  request.job.topology = "dgx-h100";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->check.is_slow());
  EXPECT_FALSE(report->over_sockets.empty());
  request.time_model.network = "tcp";
  EXPECT_TRUE(answer(request)->over_sockets.empty());
}

// H800 has 8 of 18 NVLinks: 215 GB/s is no fault of a DGX H100.
TEST_F(CheckAnswer, RowsOfOtherGpusAreNotJudged) {
  const std::string list = device_list(1, 8, "NVIDIA H800");
  CheckRequest request =
      request_for(files_.write("run.log", list + table_of(std::uint64_t{4} << 30U, 34959, 8)));
  request.job.topology = "dgx-h100";
  EXPECT_FALSE(answer(request));
}

/// 1 GiB on 8 ranks whose errors nobody counted: of all_gather or alltoall.
std::string unchecked_table(double us) {
  const double algbw = static_cast<double>(1U << 30U) / us / 1e3;
  const std::string side = fmt::format("{:.1f}  {:.2f}  {:.2f}  N/A", us, algbw, algbw * 7 / 8);
  return "#  size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong\n"
         "  1073741824  33554432  float  none  -1  " +
         side + "  " + side + "\n";
}

// 10 GB/s between NVSwitches are too slow for both.
TEST_F(CheckAnswer, AVerdictThatHoldsForAllCollectivesOfATableIsGiven) {
  CheckRequest request = request_for(files_.write("run.log", unchecked_table(107374)));
  request.job.topology = "dgx-h100";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->check.is_slow());
  EXPECT_THAT(report->notes.front(), ::testing::HasSubstr("all_gather or alltoall"));
}

TEST_F(CheckAnswer, WhatIsOpenIsAskedForAtOnce) {
  CheckRequest request = request_for(files_.write("run.log", unchecked_table(107374)));
  request.job.topology = "";
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().where, "⟨collective⟩");
  EXPECT_THAT(report.error().message(), ::testing::HasSubstr("⟨topology⟩"));
}

// What says that a test ran alone is no question about its machine.
TEST_F(CheckAnswer, ATestOfOneRankRanAlone) {
  CheckRequest request = request_for(files_.write(
      "run.log", device_list(1, 1, "NVIDIA A10G") + table_of(std::uint64_t{1} << 27U, 552.1, 1)));
  request.job.topology = "";
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(), ::testing::HasSubstr("ran alone"));
}

// Each host prints the list of its own job.
TEST_F(CheckAnswer, ProcessesThatRanAloneAreNoRunOfACluster) {
  const std::string list = device_list(1, 8, "NVIDIA H100 80GB HBM3");
  const std::string heading =
      "# nThread 1 nGpus 8 minBytes 4294967296 maxBytes 4294967296 step: 2(factor) warmup\n";
  CheckRequest request = request_for(files_.write(
      "run.log", "$ mpirun -np 2 -H a,b ./all_reduce_perf -b 4G -e 4G -g 8\n" + heading + heading +
                     list + table_of(std::uint64_t{4} << 30U, 15790, 8)));
  request.job.topology = "dgx-h100";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_FALSE(report->faults.empty());
  EXPECT_EQ(report->faults.front().what, tuner::RunFault::What::RanAlone);
  EXPECT_TRUE(report->is_odd);
  EXPECT_EQ(report->shape.ranks(), 8);
}

// Where the machine is open too, that it was no run of all is the answer.
TEST_F(CheckAnswer, ProcessesThatRanAloneNeedNoMachine) {
  const std::string rank =
      " NCCL INFO comm 0x1 rank 0 nranks 2 cudaDev 0 busId 3000 - Destroy COMPLETE\n";
  CheckRequest request =
      request_for(files_.write("run.log", table_of(std::uint64_t{4} << 30U, 15790, 2) +
                                              "left:1:2 [0]" + rank + "right:1:2 [0]" + rank));
  request.job.topology = "";
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(), ::testing::HasSubstr("a job of its own of 2 ranks"));
}

// 0.21 and 0.40 GB/s: a factor of 1.837 to 1.976, that of 13 to 82 ranks.
TEST_F(CheckAnswer, AJobOfOtherRanksThanTheBandwidthsIsAContradiction) {
  CheckRequest request =
      request_for(files_.write("run.log", table_of(std::uint64_t{4} << 30U, 2e7, 16)));
  request.job.topology = "dgx-h100";
  request.job.nodes = 1;
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(),
              ::testing::HasSubstr("of 13 to 82 ranks, and the job is of 8"));
}

// 8 GiB at 32 GB/s on ports of 100 Gbit/s, where 50 are expected: one row, and no chance.
TEST_F(CheckAnswer, OneRowCanBeTooSlow) {
  CheckRequest request =
      request_for(files_.write("run.log", "$ mpirun -np 16 -x NCCL_ALGO=Ring ./all_reduce_perf\n" +
                                              table_of(std::uint64_t{8} << 30U, 268436, 16)));
  request.job.adapters.nic_rate = "100";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->job.job.nodes, 2);
  EXPECT_TRUE(report->check.is_slow());
  EXPECT_EQ(tuner::check::loss_shape(tuner::check::losses_of(report->check.rows)),
            tuner::check::LossShape::OneSize);
}

TEST_F(CheckAnswer, WhatIsAskedForWinsOverTheRows) {
  CheckRequest request = request_for(sweep(1));
  request.job.nodes = 4;
  // 16 ranks on 4 nodes of 8 GPUs there are not.
  EXPECT_FALSE(answer(request));
  request.job.gpus_per_node = 4;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->shape.ranks(), 16);
  EXPECT_EQ(report->job.job.nodes, 4);
}

TEST_F(CheckAnswer, ErrorsNameFields) {
  CheckRequest request = request_for(sweep(1));
  request.wanted.id = "none";
  auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().found, "no row fits ⟨id⟩");
  request.wanted.collectives = {core::Collective::SendRecv};
  EXPECT_EQ(answer(request).error().found, "no row fits ⟨id⟩ and ⟨collective⟩");
  request.wanted.collectives.clear();
  request.wanted.id = "run";
  request.job.nccl = "3.1";
  report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().where, "⟨nccl⟩");
}

// Expectations of one generation say nothing about another.
TEST_F(CheckAnswer, GpusOfAnotherGenerationAreRefused) {
  const auto report = answer(request_for("examples/alps-sockets.csv"));
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().where, "examples/alps-sockets.csv");
  // It names the machine that has these GPUs.
  EXPECT_TRUE(report.error().hint.ends_with("alps")) << report.error().hint;
}

// A table of several machines: only those that the machine can be are laid beside it.
TEST_F(CheckAnswer, RowsOfAnotherGenerationAreLeftOut) {
  const auto report = answer(request_for(files_.write(
      "both.csv",
      "id,collective,size_bytes,nodes,ranks,gpu,time_us_oop\n"
      "one,all_reduce,1048576,2,16,NVIDIA A100-SXM4-80GB,100\n"
      "two,all_reduce,1048576,2,16,NVIDIA H100,90\nthree,all_reduce,1048576,2,16,,95\n")));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->check.rows.size(), 2U);
  ASSERT_EQ(report->check.left_out.size(), 1U);
  EXPECT_EQ(report->check.left_out[0].text,
            "a run on NVIDIA H100, the job's GPUs are of the generation ampere");
}

// 8 GiB in 41.1 ms with NCCL_NVLS_ENABLE=0, as was published.
TEST_F(CheckAnswer, SettingsThatLimitNcclAreNamedWithTheirPrice) {
  CheckRequest request = request_for(files_.write(
      "h200.csv",
      "id,collective,size_bytes,nodes,ranks,time_us_oop\nrun,all_reduce,8589934592,1,8,41117\n"));
  request.job.topology = "dgx-h200";
  EXPECT_TRUE(answer(request)->forced.empty());
  request.job.variables.env = {"NCCL_NVLS_ENABLE=0", "NCCL_DEBUG=INFO"};
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_EQ(report->forced.size(), 1U);
  EXPECT_EQ(report->forced[0].forced, "");
  EXPECT_EQ(report->forced[0].settings, "NCCL_NVLS_ENABLE=0");
  EXPECT_EQ(report->forced[0].way.algorithm, "NVLS");
  EXPECT_NEAR(report->forced[0].gain, 1.34, 0.02);
}

// Two runs of one text, of 450 and 5 GB/s of busbw: the second has a variable of its own.
TEST_F(CheckAnswer, RunsWithOtherVariablesAreToldApart) {
  const std::uint64_t bytes = std::uint64_t{1} << 30U;
  const std::string command = "./build/all_reduce_perf -b 1G -e 1G -g 8\n";
  CheckRequest request = request_for(
      files_.write("two.log", "$ " + command + table_of(bytes, 4300, 8) +
                                  "# Avg bus bandwidth    : 437\n$ NCCL_P2P_DISABLE=1 " + command +
                                  table_of(bytes, 376000, 8) + "# Avg bus bandwidth    : 5\n"));
  request.job.topology = "dgx-h100";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->run, "NCCL_P2P_DISABLE=1");
  ASSERT_EQ(report->slowed.size(), 1U);
  EXPECT_EQ(report->slowed[0].settings, "NCCL_P2P_DISABLE=1");
  EXPECT_EQ(report->check.rows.size(), 1U);
  ASSERT_EQ(report->other_runs.size(), 1U);
  EXPECT_EQ(report->other_runs[0].run, "without these variables");
  EXPECT_FALSE(report->other_runs[0].is_odd);
  EXPECT_TRUE(report->other_runs[0].slowed.empty());
}

// The same call twice, at 437 and 5 GB/s: nothing but a title tells the two apart.
TEST_F(CheckAnswer, RunsThatRepeatACallAreToldApart) {
  const std::uint64_t bytes = std::uint64_t{1} << 30U;
  CheckRequest request = request_for(files_.write(
      "two.log", "./build/all_reduce_perf -b 1G -e 1G -g 8\n" + table_of(bytes, 4300, 8) +
                     "### after the reboot\n" + table_of(bytes, 376000, 8)));
  request.job.topology = "dgx-h100";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_THAT(report->run, ::testing::HasSubstr("\"after the reboot\""));
  EXPECT_TRUE(report->is_odd);
  EXPECT_EQ(report->check.rows.size(), 1U);
  ASSERT_EQ(report->other_runs.size(), 1U);
  EXPECT_FALSE(report->other_runs[0].is_odd);
}

// 8 GiB at 188.7 GB/s of busbw, as was published of GCP's TCPXO: half of what InfiniBand carries.
TEST_F(CheckAnswer, AnUnknownNetworkMayBeAnyThatIsPublished) {
  const auto published_with = [&](const std::string& network) {
    CheckRequest request =
        request_for(files_.write("mega.csv",
                                 "id,collective,size_bytes,nodes,ranks,network,time_us_oop\n"
                                 "run,all_gather,8589934592,2,16," +
                                     network + ",42668\n"));
    request.job.topology = "dgx-h100";
    const auto report = answer(request);
    EXPECT_TRUE(report && report->as_published);
    if (!report) return std::pair(AsPublished(), true);
    return std::pair(report->as_published.value_or(AsPublished()), report->is_odd);
  };
  const auto [open, is_odd] = published_with("");
  EXPECT_EQ(open.network, "TCPXO");
  EXPECT_TRUE(open.may_be_own);
  EXPECT_FALSE(open.is_named);
  EXPECT_TRUE(is_odd);  // until somebody says so
  EXPECT_TRUE(published_with("TCPXO").first.is_named);
  EXPECT_TRUE(published_with("InfiniBand").second);
}

// NVIDIA's DeepOps, four DGX A100: pasted as it was published.
TEST_F(CheckAnswer, APublishedRunDoesNotConfirmItself) {
  const std::string name = "deepops-dgxa100-4n";
  std::string text = "id,collective,size_bytes,nodes,ranks,time_us_oop\n";
  std::size_t count = 0;
  for (const auto& figure : tuner::reference::published_on("A100 SXM4", 4, 8)) {
    if (figure.run.name != name) continue;
    const auto algbw = figure.busbw * (1 / core::bus_factor(figure.collective, 32));
    text += fmt::format("run,{},{},4,32,{}\n", core::name_of(figure.collective),
                        figure.bytes.count(), (figure.bytes / algbw).in_us());
    ++count;
  }
  ASSERT_GE(count, 2U);
  const auto report = answer(request_for(files_.write("deepops.csv", text)));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(std::ranges::none_of(
      report->published, [&](const PublishedBeside& one) { return one.figure.run.name == name; }));
  EXPECT_THAT(report->notes, ::testing::Contains(::testing::HasSubstr("do not count")));
}

TEST_F(CheckAnswer, RowsOfOtherCollectivesAreLeftOut) {
  CheckRequest request =
      request_for(files_.write("three.csv",
                               "id,collective,size_bytes,nodes,ranks,time_us_oop\n"
                               "run,all_reduce,1048576,2,16,100\nrun,all_gather,1048576,2,16,100\n"
                               "run,broadcast,1048576,2,16,100\n"));
  const auto rows = [&](std::vector<core::Collective> collectives) {
    request.wanted.collectives = std::move(collectives);
    const auto report = answer(request);
    return report ? report->check.rows.size() : 0;
  };
  EXPECT_EQ(rows({}), 3U);
  EXPECT_EQ(rows({core::Collective::AllGather}), 1U);
  EXPECT_EQ(rows({core::Collective::AllGather, core::Collective::Broadcast}), 2U);
}

// MareNostrum 5's, on as many nodes.
TEST_F(CheckAnswer, ForcedPublishedRunsStandBesideRowsForcedAlike) {
  const auto forced_runs = [&](const std::string& algorithm, const std::string& protocol) {
    CheckRequest request = request_for(files_.write(
        "mn5.csv",
        "id,collective,size_bytes,gpu,nodes,gpus_per_node,ranks,time_us_oop,algo_forced,"
        "proto_forced\n"
        "run,all_reduce,1048576,NVIDIA H100 64GB,4,4,16,140," +
            algorithm + "," + protocol + "\n"));
    request.job.topology = "marenostrum5";
    const auto report = answer(request);
    std::vector<PublishedBeside> forced;
    EXPECT_TRUE(report);
    if (!report) return forced;
    std::ranges::copy_if(report->published, std::back_inserter(forced),
                         [](const PublishedBeside& one) { return one.figure.run.is_forced(); });
    return forced;
  };
  const auto rings = forced_runs("Ring", "");
  ASSERT_EQ(rings.size(), 3U);  // sizes
  EXPECT_EQ(rings[0].figure.run.name, "mn5-h100-4n-ring");
  // 1 MiB in 136.666 us: 7.673 GB/s, times 2 * 15 / 16.
  EXPECT_NEAR(rings[0].figure.busbw.in_gb_per_s(), 14.386, 1e-3);
  EXPECT_TRUE(rings[0].expected);
  EXPECT_NEAR(rings[0].measured->in_gb_per_s(), 1.048576e6 / 140e3 * 30 / 16, 1e-3);
  EXPECT_FALSE(rings[2].measured);
  const auto trees = forced_runs("Tree", "");
  ASSERT_EQ(trees.size(), 3U);
  EXPECT_EQ(trees[0].figure.run.way.algorithm, "Tree");
  EXPECT_TRUE(forced_runs("", "").empty());
  EXPECT_TRUE(forced_runs("Ring", "LL").empty());
  EXPECT_TRUE(forced_runs("Ring (default choice)", "").empty());
}

/// Two GPUs of a host below one switch with an adapter whose rate nobody says.
constexpr const char* kPairWithPort =
    "\tGPU0\tGPU1\tmlx5_0\tCPU Affinity\tNUMA Affinity\n"
    "GPU0\t X \tNV12\tPXB\t0-31\t0\n"
    "GPU1\tNV12\t X \tPXB\t0-31\t0\n"
    "mlx5_0\tPXB\tPXB\t X \n";

// 1 GiB of all_reduce on two hosts: 1.5 GiB over the adapter of each are 1.3 s at 10 Gbit/s and
// 16 ms at 800 Gbit/s. 20 s are too slow with any adapter; 100 ms with some only.
TEST_F(CheckAnswer, AGuessDecidesWhereAllItsValuesAgree) {
  const auto report_of = [&](double us) {
    CheckRequest request = request_for(
        files_.write("run.log", kPairWithPort + device_list(2, 2, "NVIDIA A100-SXM4-80GB") +
                                    table_of(std::uint64_t{1} << 30U, us, 4)));
    request.job.topology = "";
    return answer(request);
  };
  const auto slow = report_of(20e6);
  ASSERT_TRUE(slow) << slow.error().message();
  EXPECT_EQ(slow->job.job.nodes, 2);
  EXPECT_THAT(slow->same_with, ::testing::Contains(::testing::HasSubstr("ports of 400 Gbit/s")));
  EXPECT_TRUE(slow->is_odd);
  const auto open = report_of(100e3);
  ASSERT_TRUE(open) << open.error().message();
  EXPECT_TRUE(open->same_with.empty());
  EXPECT_FALSE(open->is_odd);
}

// The machine that the matrix shows has direct NVLinks, four between each two of four GPUs.
TEST_F(CheckAnswer, TheMachineIsThatOfTheMatrix) {
  std::string matrix = "\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\tNUMA Affinity\n";
  for (int row = 0; row < 4; ++row) {
    matrix += fmt::format("GPU{}", row);
    for (int column = 0; column < 4; ++column) matrix += row == column ? "\tX" : "\tNV4";
    matrix += "\t0-63\t0\n";
  }
  CheckRequest request =
      request_for(files_.write("run.log", matrix + device_list(1, 4, "NVIDIA A100-SXM4-40GB") +
                                              table_of(std::uint64_t{1} << 30U, 7000, 4)));
  request.job.topology = "";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->job.source, request.files.front());
  EXPECT_TRUE(report->job.cluster.node.of_kind(core::DeviceKind::NvSwitch).empty());
  EXPECT_THAT(report->notes,
              ::testing::Contains(::testing::HasSubstr("from nvidia-smi topo -m in ")));
}

TEST_F(CheckAnswer, OldVariablesOfTheTextAreNamed) {
  CheckRequest request = request_for(files_.write(
      "run.log", "NCCL_TREE_THRESHOLD=0 mpirun -np 8 ./build/all_reduce_perf -b 4G -e 4G -g 1\n" +
                     device_list(1, 8, "NVIDIA H100 80GB HBM3") +
                     table_of(std::uint64_t{4} << 30U, 15790, 8)));
  request.job.topology = "dgx-h100";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_THAT(report->notes, ::testing::Contains(
                                 "NCCL_TREE_THRESHOLD=0, as the text of the run sets it: not read "
                                 "by NCCL after 2.4; in NCCL up to 2.4 it was the size up to which "
                                 "trees are used, and 0 left rings alone"));
}

// A pipe gives its text once.
TEST_F(CheckAnswer, OnePipeMayShowTheMachineAndTheRows) {
  const support::StandardInput input(support::pipe_with(kMachineAndRun));
  CheckRequest request = request_for("-");
  request.job.topology = "-";
  request.wanted.unnamed = core::Collective::AllReduce;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->shape.ranks(), 2);
  EXPECT_EQ(report->check.rows.size(), 1U);
}

TEST_F(CheckAnswer, LoggedMachineHasWhatIsKnown) {
  EXPECT_EQ(logged_machine({}), "");
  tuner::Measurement row;
  row.nodes = 4;
  row.gpus_per_node = 8;
  row.gpu = "NVIDIA H100";
  EXPECT_EQ(logged_machine(row), "4 nodes, 8 GPUs per node, NVIDIA H100");
}

}  // namespace check_test
}  // namespace treering::app
