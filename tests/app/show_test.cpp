#include "app/show.h"

#include <fstream>

#include <gtest/gtest.h>

#include "app/setup/graphs.h"
#include "tests/support/subnet_text.h"
#include "tests/support/temporary_folder.h"

namespace treering::app {
namespace show_test {

ShowRequest about(std::string topology) {
  ShowRequest request;
  request.job.topology = std::move(topology);
  return request;
}

TEST(Show, AMachineWithItsPaths) {
  const auto report = answer(about("dgx-h100"));
  ASSERT_TRUE(report) << report.error().message();
  const auto& machine = std::get<MachineReport>(*report);
  EXPECT_EQ(machine.setup.cluster.node.gpu_count(), 8);
  EXPECT_FALSE(machine.plan);
  // 8 GPUs of 18 NVLinks each, all into NVSwitches.
  EXPECT_EQ(machine.paths.rows[0].name, "GPU0");
  EXPECT_EQ(text_of(machine.paths.cell(0, 1)), "NV18");
}

TEST(Show, WhichNicIsOnWhichRail) {
  const auto report = answer(about("dgx-h100"));
  ASSERT_TRUE(report) << report.error().message();
  const auto& machine = std::get<MachineReport>(*report);
  const core::Topology& node = machine.setup.cluster.node;
  // Behind the switch inside its ConnectX-7 each GPU has one to itself.
  ASSERT_EQ(machine.rails.size(), 8U);
  for (std::size_t rank = 0; rank < machine.rails.size(); ++rank) {
    const sim::GpuRail& rail = machine.rails[rank];
    EXPECT_EQ(node.device(rail.gpu).name, "GPU " + std::to_string(rank));
    ASSERT_EQ(rail.ports.size(), 1U);
    EXPECT_EQ(rail.ports[0].rail, static_cast<int>(rank));
    EXPECT_EQ(rail.path, sim::nccl::PathType::Pxb);
  }
  EXPECT_EQ(machine.rails[7].ports[0].name, "mlx5_11");
}

TEST(Show, WhatNcclBuildsOnIt) {
  ShowRequest request = about("dgx-h100");
  request.has_graphs = true;
  request.job.nodes = 2;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  const auto& plan = std::get<MachineReport>(*report).plan;
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->shape.ranks(), 16);
  const auto graphs = setup::graphs_of(*plan);
  EXPECT_EQ(graphs[0].name, "ring");
  EXPECT_EQ(setup::pattern_name(graphs[0].graph->pattern), "ring");
  // From a port over the node's 8 GPUs to a port.
  const auto order = setup::order_of(*plan, *graphs[0].graph, 0);
  ASSERT_EQ(order.size(), 10U);
  EXPECT_TRUE(order.front().starts_with("NET/"));
  EXPECT_TRUE(order[1].starts_with("GPU/"));
}

TEST(Show, AFabricThatTheFileHolds) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/net.txt";
  // 2 x 4 hosts on 4 leaves, 2 switches above.
  std::ofstream(path) << test::subnet_text(test::FatTreePlan{{4, 4}, {1, 2}, {1, 1}, 2});
  const auto report = answer(about(path));
  ASSERT_TRUE(report) << report.error().message();
  const auto& fabric = std::get<FabricReport>(*report);
  EXPECT_EQ(fabric.source, path);
  EXPECT_EQ(fabric.found.host_count, 8);
  EXPECT_EQ(fabric.found.tree.levels.size(), 2U);
  ShowRequest of_machines = about(path);
  of_machines.job.nodes = 2;
  EXPECT_EQ(answer(of_machines).error().message(),
            "⟨nodes⟩: given for a fabric, expected a machine");
}

TEST(Show, APartOfAMachineBesideTextsOfAHost) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/paste.txt";
  const std::string ports = "CA 'mlx5_0'\n\tPort 1:\n\t\tState: Active\n\n";
  std::ofstream(path) << ports << "\tGPU0\tGPU1\tGPU2\tNIC0\tCPU Affinity\n"
                      << "GPU0\t X \tSYS\tSYS\tSYS\t0-63\n";
  const auto report = answer(about(path));
  ASSERT_TRUE(report) << report.error().message();
  const auto& facts = std::get<HostFactsReport>(*report);
  EXPECT_TRUE(facts.shows_part);
  EXPECT_EQ(facts.facts.notes.size(), 1U);
  std::ofstream(path) << ports;
  EXPECT_FALSE(std::get<HostFactsReport>(*answer(about(path))).shows_part);
}

// Which hosts took part is worth showing, though the log has no version.
TEST(Show, TheHostsOfALogWithoutItsMachine) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/run.log";
  std::ofstream file(path);
  for (const char* host : {"node-x", "node-y"}) {
    file << host << ":11:11 [0] NCCL INFO NET/IB : No device found.\n"
         << host << ":11:11 [0] NCCL INFO NET/Socket : Using [0]ens3:10.0.0.2<0>\n";
  }
  file.close();
  const auto report = answer(about(path));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(std::get<HostFactsReport>(*report).hosts.size(), 2U);
}

TEST(Show, ErrorsNameTheField) {
  ShowRequest request = about("dgx-h100");
  request.job.gpus_per_node = 9;
  EXPECT_EQ(answer(request).error().message(),
            "⟨gpus-per-node⟩: found 9, expected at most 8, the GPUs of dgx-h100");
  EXPECT_EQ(answer(about("no-such-machine")).error().category, core::Category::BadInput);
}

}  // namespace show_test
}  // namespace treering::app
