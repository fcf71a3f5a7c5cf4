#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/setup/route.h"
#include "app/show.h"

namespace treering::app::setup {
namespace node_route_test {

using ::testing::ElementsAre;
using ::testing::Pair;

struct Machines {
  std::string topology = "dgx-h100";
  int nodes = 4;
  std::optional<int> nodes_per_leaf = {};
  std::optional<std::string> oversubscription = {};
};

MachineReport report_of(const Machines& machines) {
  ShowRequest request;
  request.job.topology = machines.topology;
  request.job.nodes = machines.nodes;
  request.job.leaf_switches = {machines.oversubscription, machines.nodes_per_leaf};
  auto report = answer(request);
  EXPECT_TRUE(report) << report.error().where;
  return std::get<MachineReport>(*std::move(report));
}

NodeEnd end(const MachineReport& report, int node, const std::string& name) {
  const auto& devices = report.setup.cluster.node.devices();
  const auto found = std::ranges::find(devices, name, &core::Device::name);
  EXPECT_NE(found, devices.end()) << name;
  return {node, static_cast<core::DeviceId>(found - devices.begin())};
}

std::vector<std::string> names_of(const MachineReport& report, const NodeSide& side) {
  std::vector<std::string> names;
  for (const auto& step : side.steps) {
    names.push_back(report.setup.cluster.node.device(step.front()).name);
  }
  return names;
}

// 400 Gbit/s of the port are less than the 63 GB/s of PCIe; GPU 3 has the fourth port.
TEST(NodeRoute, LeavesByThePortThatNcclTakes) {
  const MachineReport report = report_of({});
  const auto route = route_between_nodes(report.setup, report.rails, end(report, 0, "GPU 0"),
                                         end(report, 2, "GPU 3"));
  ASSERT_TRUE(route);
  EXPECT_THAT(names_of(report, route->out),
              ElementsAre("GPU 0", "PCI switch 0 GPU side", "PCI switch 0", "NIC 0", "mlx5_0"));
  EXPECT_EQ(names_of(report, route->in).back(), "mlx5_5");
  EXPECT_THAT(route->in.ports, ElementsAre("mlx5_5"));
  EXPECT_EQ(route->in.rail, 3);
  EXPECT_DOUBLE_EQ(route->narrowest.in_gb_per_s(), 50);
  EXPECT_EQ(route->shared, route->narrowest);
  EXPECT_FALSE(route->leaves);
}

// All eight ports of each.
TEST(NodeRoute, JoinsNodesAsAWhole) {
  const MachineReport report = report_of({});
  const auto route =
      route_between_nodes(report.setup, report.rails, {0, core::kNoDevice}, {3, core::kNoDevice});
  ASSERT_TRUE(route);
  EXPECT_TRUE(route->out.steps.empty());
  EXPECT_DOUBLE_EQ(route->narrowest.in_gb_per_s(), 400);
}

TEST(NodeRoute, StartsAtAnAdapter) {
  const MachineReport report = report_of({});
  const auto route = route_between_nodes(report.setup, report.rails, end(report, 0, "NIC 1"),
                                         end(report, 1, "mlx5_0"));
  ASSERT_TRUE(route);
  EXPECT_THAT(names_of(report, route->out), ElementsAre("NIC 1", "mlx5_3"));
  EXPECT_THAT(names_of(report, route->in), ElementsAre("mlx5_0"));
}

TEST(NodeRoute, IsUnknownOfWhatNcclSendsNothingFrom) {
  const MachineReport report = report_of({});
  EXPECT_FALSE(route_between_nodes(report.setup, report.rails, end(report, 0, "CPU 0"),
                                   end(report, 1, "GPU 0")));
}

// Two leaf switches with a quarter of their bandwidth up: 50 GB/s alone, 12.5 where all send.
TEST(NodeRoute, CrossesTheSpine) {
  const MachineReport report = report_of({.nodes_per_leaf = 2, .oversubscription = "4"});
  const auto far = route_between_nodes(report.setup, report.rails, end(report, 0, "GPU 0"),
                                       end(report, 3, "GPU 0"));
  ASSERT_TRUE(far && far->leaves);
  EXPECT_THAT(*far->leaves, Pair(0, 1));
  EXPECT_DOUBLE_EQ(far->narrowest.in_gb_per_s(), 50);
  EXPECT_DOUBLE_EQ(far->shared.in_gb_per_s(), 12.5);
  const auto near = route_between_nodes(report.setup, report.rails, end(report, 0, "GPU 0"),
                                        end(report, 1, "GPU 0"));
  ASSERT_TRUE(near && near->leaves);
  EXPECT_THAT(*near->leaves, Pair(0, 0));
  EXPECT_EQ(near->shared, near->narrowest);
}

}  // namespace node_route_test
}  // namespace treering::app::setup
