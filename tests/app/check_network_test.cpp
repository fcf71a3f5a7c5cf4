#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/check.h"
#include "tests/app/logged_runs.h"
#include "tests/app/measured.h"

namespace treering::app {
namespace check_network_test {

// What the text says of the network between the nodes, and what it leaves open.

class CheckNetwork : public ::testing::Test {
 protected:
  static CheckRequest request_for(const std::string& file) {
    CheckRequest request;
    request.files = {file};
    request.job.topology = "dgx-a100";
    return request;
  }

  MeasuredFiles files_;
};

// Small calls alone are slow beside InfiniBand; the text has another network.
TEST_F(CheckNetwork, SocketsExplainSmallCallsOfARunThatIsNotSlow) {
  CheckRequest request = request_for(files_.add("plain", plain_sweep()));
  request.job.adapters.nic_rate = "10";
  request.job.adapters.nics = "1";
  request.time_model.network = "tcp";
  const auto expected = answer(request);
  ASSERT_TRUE(expected) << expected.error().message();
  std::vector<MeasuredRow> rows;
  for (const auto& row : expected->check.rows) {
    rows.push_back({row.measurement.bytes, row.expected.in_us()});
  }
  request.files = {files_.add("NCCL_IB_DISABLE=1", rows)};
  request.time_model.network.reset();
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_GT(report->check.count(tuner::check::Place::Slow), 0U);
  EXPECT_EQ(report->over_sockets, "as fast as expected");
}

// Large calls are as expected and smaller ones three times later, as over GCP's TCPXO.
TEST_F(CheckNetwork, LatenciesOfANetworkThatNobodyNamesAreNoFault) {
  CheckRequest request = request_for(files_.add("plain", plain_sweep()));
  request.job.adapters.nic_rate = "100";
  const auto expected = answer(request);
  ASSERT_TRUE(expected) << expected.error().message();
  std::vector<MeasuredRow> rows;
  for (const auto& row : expected->check.rows) {
    const double times = row.range == tuner::check::SizeRange::Large ? 1 : 3;
    rows.push_back({row.measurement.bytes, times * row.expected.in_us()});
  }
  request.files = {files_.add("run", rows)};
  const auto open = answer(request);
  ASSERT_TRUE(open) << open.error().message();
  EXPECT_TRUE(open->check.is_slow());
  EXPECT_TRUE(open->is_network_open);
  EXPECT_FALSE(open->is_odd);
  request.time_model.network = "infiniband";
  const auto named = answer(request);
  ASSERT_TRUE(named) << named.error().message();
  EXPECT_FALSE(named->is_network_open);
  EXPECT_TRUE(named->is_odd);
}

// NCCL's lines show the adapter and not its rate, of which 6.4 GB/s are a quarter.
TEST_F(CheckNetwork, TheRateOfAShownAdapterMayStandInWords) {
  CheckRequest request = request_for(files_.write(
      "run.log", "The nodes have 1x ConnectX-6 HDR 200Gbps InfiniBand, is that slow?\n" +
                     device_list(2, 1, "NVIDIA A100-PCIE-40GB") +
                     "host0:10:11 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB "
                     "eno1:10.0.0.1<0>\n"
                     "host0:10:11 [0] NCCL INFO Using network IB\n"
                     "host0:10:11 [0] NCCL INFO comm 0x1 rank 0 nRanks 2 nNodes 2 localRanks 1 "
                     "localRank 0 MNNVL 0\n" +
                     table_of(std::uint64_t{1} << 30U, 166733, 2)));
  request.job.topology = "";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->is_odd);
  EXPECT_THAT(report->notes,
              ::testing::Contains(::testing::HasSubstr("1 adapter of 200 Gbit/s, InfiniBand")));
}

// 362 GB/s of busbw are slow for eight adapters and as expected of four.
TEST_F(CheckNetwork, AdaptersThatWordsCountLeaveTheMachinesWithThem) {
  CheckRequest request = request_for(files_.write(
      "run.log", "H100 8 GPUs, 4 IB ports\n" + device_list(2, 8, "NVIDIA H100 80GB HBM3") +
                     table_of(std::uint64_t{1} << 33U, 44467.8, 16)));
  request.job.topology = "";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(report->is_odd);
  EXPECT_EQ(report->job.cluster.node.name(), "hgx-h100-8-4nic");
  EXPECT_THAT(report->notes, ::testing::Contains(::testing::HasSubstr("with 4 network ports")));
}

}  // namespace check_network_test
}  // namespace treering::app
