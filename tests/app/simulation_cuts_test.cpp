#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/predict.h"
#include "app/simulate.h"
#include "core/topology/cluster.h"
#include "tests/support/temporary_folder.h"

namespace treering::app {
namespace simulation_cuts_test {

using ::testing::Contains;
using ::testing::HasSubstr;

SimulateRequest on(int nodes, std::vector<std::string> faults, const char* algorithm = "ring") {
  SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = nodes;
  request.call.bytes = 64U << 20U;
  request.way.algorithm = algorithm;
  request.faults.words = std::move(faults);
  return request;
}

SimulateReport report_of(const SimulateRequest& request) {
  auto report = answer(request);
  EXPECT_TRUE(report) << report.error().message();
  return report ? *std::move(report) : SimulateReport();
}

core::Error error_of(int nodes, std::vector<std::string> faults) {
  const auto report = answer(on(nodes, std::move(faults)));
  EXPECT_FALSE(report);
  return report ? core::Error() : report.error();
}

TEST(SimulationCuts, NcclPlansForWhatIsLeft) {
  const SimulateReport whole = report_of(on(4, {}));
  const SimulateReport cut = report_of(on(4, {"3/mlx5_0=down"}));
  // The real library makes 28 channels of a node with 7 adapters and three with 8
  // (tests/data/nodes_that_differ), 16 where all have 8.
  EXPECT_EQ(whole.way.channels, 16);
  EXPECT_EQ(cut.way.channels, 28);
  EXPECT_NE(cut.time, whole.time);
  EXPECT_FALSE(cut.cost) << "the cost model knows equal nodes";
  EXPECT_EQ(cut.bound, whole.bound) << "that of the best node";
  EXPECT_THAT(cut.job.notes,
              Contains("node 3 without mlx5_0: the plan is NCCL's for what is left"));
  ASSERT_EQ(cut.job.cluster.others.size(), 1U);
  EXPECT_EQ(cut.job.cluster.others.front().nodes, std::vector{3});
}

TEST(SimulationCuts, WhatIsDownCarriesNothing) {
  const SimulateReport cut = report_of(on(2, {"1/NIC 3=down", "1/mlx5_0=down"}));
  EXPECT_FALSE(cut.links.empty());
  for (const auto& link : cut.links) {
    EXPECT_LE(link.busy_share, 1 + 1e-9) << link.name;
    EXPECT_EQ(link.name.find("node 1: NIC 3"), std::string::npos) << link.name;
  }
  EXPECT_THAT(cut.job.notes, Contains(HasSubstr("node 1 without NIC 3, mlx5_0")));
}

TEST(SimulationCuts, ShortcutsChangeNothing) {
  for (const char* algorithm : {"ring", "tree", "nvls_tree"}) {
    for (const char* fault : {"0/mlx5_0=down", "1/mlx5_4=down"}) {
      SimulateRequest request = on(2, {fault, "1/mlx5_5=0.5"}, algorithm);
      const SimulateReport fast = report_of(request);
      request.is_exact = true;
      const SimulateReport exact = report_of(request);
      EXPECT_NEAR(fast.time.in_us(), exact.time.in_us(), 1e-9 * exact.time.in_us()) << algorithm;
      EXPECT_LT(fast.simulated, exact.simulated) << algorithm;
    }
  }
}

TEST(SimulationCuts, AnyNodeMayBeTheOne) {
  const double first = report_of(on(3, {"0/mlx5_0=down"}, "nvls_tree")).time.in_us();
  const double last = report_of(on(3, {"2/mlx5_0=down"}, "nvls_tree")).time.in_us();
  // Their places in the trees differ.
  EXPECT_NEAR(first, last, 0.2 * last);
}

TEST(SimulationCuts, AllNodesMayHaveTheSame) {
  const SimulateReport cut = report_of(on(2, {"0/mlx5_0=down", "1/mlx5_0=down"}));
  EXPECT_TRUE(is_even(cut.job.cluster));
  EXPECT_TRUE(cut.cost);
}

TEST(SimulationCuts, NvlinksMayBeDown) {
  const SimulateReport cut = report_of(on(1, {"0/GPU 0-NVSwitch=down"}));
  EXPECT_GT(cut.time, report_of(on(1, {})).time);
  EXPECT_TRUE(answer(on(1, {"0/NVSwitch=down"})));
  EXPECT_TRUE(answer(on(1, {"0/NVSwitch 2=down"})));
  SimulateRequest cube = on(1, {"0/GPU 0-GPU 3=down"});
  cube.job.topology = "dgx-1v";
  EXPECT_TRUE(answer(cube));
}

TEST(SimulationCuts, SayWhyThereIsNoPlan) {
  EXPECT_EQ(error_of(2, {"0/GPU 3=down"}).message(),
            "⟨fault⟩: GPU 3 is down then, and its rank is missing, expected a fault with which all "
            "GPUs of the job are there; ⟨devices⟩ leaves a GPU out of all nodes");
  EXPECT_THAT(error_of(2, {"0/PCI switch 1=down"}).found, HasSubstr("GPU 1 is down then"));
  EXPECT_THAT(error_of(2, {"0/CPU 0-CPU 1=down"}).hint, HasSubstr("takes all CPUs"));
  EXPECT_THAT(error_of(2, {"0/GPU 0-GPU 1=down"}).found, HasSubstr("no link joins"));
  EXPECT_THAT(error_of(2, {"0/mlx5_x=down"}).found, HasSubstr("mlx5_x"));
  EXPECT_THAT(error_of(2, {"2/mlx5_0=down"}).found, HasSubstr("no node 2"));
  std::vector<std::string> all;
  for (const char* number : {"0", "3", "4", "5", "6", "9", "10", "11"}) {
    all.push_back(std::string("1/mlx5_") + number + "=down");
  }
  EXPECT_THAT(error_of(2, all).found, HasSubstr("node 1 has no network port left"));
}

TEST(SimulationCuts, AClusterFileMaySayTheSame) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/c.yaml";
  std::ofstream(file) << "node: dgx-h100\ncount: 4\nwithout:\n  3: mlx5_0\n";
  SimulateRequest request = on(4, {});
  request.job.topology = file;
  const SimulateReport by_file = report_of(request);
  EXPECT_EQ(by_file.time, report_of(on(4, {"3/mlx5_0=down"})).time);
  EXPECT_THAT(by_file.job.notes, Contains(HasSubstr("node 3 differs")));
  request.job.nodes = 3;
  EXPECT_EQ(report_of(request).time, report_of(on(3, {})).time);
  // Nobody else ignores that nodes differ.
  PredictRequest predicted;
  predicted.job.topology = file;
  const auto refused = answer(predicted);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message(), HasSubstr("node 3 differs, expected equal nodes"));
}

}  // namespace simulation_cuts_test
}  // namespace treering::app
