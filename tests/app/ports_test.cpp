#include "app/ports.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/predict.h"

namespace treering::app {
namespace ports_test {

PredictReport predicted(const std::string& topology, int nodes, core::Collective collective,
                        std::optional<int> gpus = {}) {
  constexpr std::uint64_t kBytes = std::uint64_t{8} << 30U;
  PredictRequest request;
  request.job.topology = topology;
  request.job.nodes = nodes;
  request.job.gpus_per_node = gpus;
  request.calls.collectives = {collective};
  request.calls.sizes = {kBytes, kBytes, {}, {}};
  return answer(request).value();
}

/// The row by that way, and what a port carries for it.
struct RowPort {
  sim::Prediction row;
  std::optional<PortShare> share;
};

RowPort by(const PredictReport& report, const std::string& algorithm, const std::string& protocol) {
  const auto row = std::ranges::find_if(report.rows, [&](const sim::Prediction& one) {
    return one.way.algorithm == algorithm && one.way.protocol == protocol;
  });
  EXPECT_NE(row, report.rows.end());
  const auto index = static_cast<std::size_t>(row - report.rows.begin());
  return {*row, index < report.ports.size() ? report.ports[index] : std::nullopt};
}

// A ring of n ranks sends 2 (n - 1) / n x the size out of a node, as much as busbw counts.
TEST(Ports, ARingPutsBusbwOnAllPortsTogether) {
  const PredictReport report = predicted("dgx-h100", 4, core::Collective::AllReduce);
  const RowPort ring = by(report, "Ring", "Simple");
  ASSERT_TRUE(ring.share);
  EXPECT_EQ(ring.share->rate.in_gb_per_s(), 50);
  EXPECT_EQ(ring.share->used, 8);
  EXPECT_EQ(ring.share->ports, 8);
  const double busbw = sim::busbw(ring.row, 32)->in_gb_per_s();
  EXPECT_NEAR(8 * ring.share->carried.in_gb_per_s(), busbw, 1e-6 * busbw);
}

// LL128 sends 128 bytes for 120 of data, LL twice the data.
TEST(Ports, FlagsCountAsTheyCross) {
  const PredictReport report = predicted("dgx-h100", 4, core::Collective::AllReduce);
  for (const auto& [protocol, flags] : {std::pair("LL128", 128.0 / 120), std::pair("LL", 2.0)}) {
    const RowPort ring = by(report, "Ring", protocol);
    ASSERT_TRUE(ring.share);
    const double busbw = sim::busbw(ring.row, 32)->in_gb_per_s();
    EXPECT_NEAR(8 * ring.share->carried.in_gb_per_s(), flags * busbw, 1e-6 * busbw) << protocol;
  }
}

TEST(Ports, OneGpuUsesItsOwn) {
  const RowPort ring =
      by(predicted("dgx-h100", 2, core::Collective::AllReduce, 1), "Ring", "Simple");
  ASSERT_TRUE(ring.share);
  EXPECT_EQ(ring.share->used, 1);
  EXPECT_EQ(ring.share->ports, 8);
  const double busbw = sim::busbw(ring.row, 2)->in_gb_per_s();
  EXPECT_NEAR(ring.share->carried.in_gb_per_s(), busbw, 1e-6 * busbw);
}

// Each of 32 ranks sends 24 of 32 parts to other nodes, by its own port.
TEST(Ports, MessagesBetweenPairsGoByThePortsOfTheirGpus) {
  const RowPort all = by(predicted("dgx-a100", 4, core::Collective::AllToAll), "", "");
  ASSERT_TRUE(all.share);
  EXPECT_EQ(all.share->used, 0);
  const double algbw = sim::algbw(all.row)->in_gb_per_s();
  EXPECT_NEAR(all.share->carried.in_gb_per_s(), 0.75 * algbw, 1e-6 * algbw);
}

TEST(Ports, NoneOnOneNodeNorByNcclsOwnModel) {
  EXPECT_TRUE(predicted("dgx-h100", 1, core::Collective::AllReduce).ports.empty());
  PredictRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = 2;
  request.calls.sizes = {1024, 1024, {}, {}};
  request.calls.model = sim::Model::Nccl;
  const PredictReport report = answer(request).value();
  EXPECT_EQ(report.ports.size(), report.rows.size());
  EXPECT_TRUE(std::ranges::none_of(report.ports, &std::optional<PortShare>::has_value));
}

// The same call in twice the time puts half as much on a port.
TEST(Ports, AMeasuredTimeCountsAsWell) {
  const JobPtr job = open({.topology = "dgx-h100", .nodes = 2}).value();
  const PredictReport report = predicted("dgx-h100", 2, core::Collective::AllReduce);
  const sim::Prediction row = by(report, "Ring", "Simple").row;
  const auto once = port_share(*job, row, *row.time());
  const auto twice = port_share(*job, row, *row.time() * 2);
  ASSERT_TRUE(once && twice);
  EXPECT_NEAR(once->carried / twice->carried, 2, 1e-9);
}

}  // namespace ports_test
}  // namespace treering::app
