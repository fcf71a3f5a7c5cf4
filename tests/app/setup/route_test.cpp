#include "app/setup/route.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/show.h"

namespace treering::app::setup {
namespace route_test {

using ::testing::ElementsAre;

core::Topology machine(const std::string& name) {
  app::ShowRequest request;
  request.job.topology = name;
  const auto report = answer(request);
  EXPECT_TRUE(report);
  return std::get<app::MachineReport>(*report).setup.cluster.node;
}

core::DeviceId named(const core::Topology& node, const std::string& name) {
  for (std::size_t i = 0; i < node.devices().size(); ++i) {
    if (node.devices()[i].name == name) return static_cast<core::DeviceId>(i);
  }
  ADD_FAILURE() << name;
  return core::kNoDevice;
}

/// Names of the devices on the way, and its rate.
std::pair<std::vector<std::string>, double> way(const core::Topology& node, const std::string& from,
                                                const std::string& to) {
  const auto route = route_between(node, named(node, from), named(node, to));
  if (!route) return {};
  std::vector<std::string> names;
  for (const core::DeviceId id : route->devices) names.push_back(node.device(id).name);
  return {names, route->narrowest.in_gb_per_s()};
}

TEST(Route, LeadsOverNvSwitchesPcieAndSockets) {
  const core::Topology node = machine("dgx-h100");
  const auto [nvlink, nvlink_rate] = way(node, "GPU 0", "GPU 7");
  ASSERT_EQ(nvlink.size(), 3U);
  EXPECT_EQ(node.device(named(node, nvlink[1])).kind(), core::DeviceKind::NvSwitch);
  const auto [pcie, pcie_rate] = way(node, "GPU 0", "mlx5_0");
  EXPECT_THAT(pcie,
              ElementsAre("GPU 0", "PCI switch 0 GPU side", "PCI switch 0", "NIC 0", "mlx5_0"));
  EXPECT_DOUBLE_EQ(pcie_rate, 50);
  const auto [far, far_rate] = way(node, "mlx5_0", "mlx5_11");
  EXPECT_THAT(far, ::testing::Contains("CPU 0"));
  EXPECT_THAT(far, ::testing::Contains("CPU 1"));
}

// GPUs 0 and 3 of Summit have no NVLink between them: the way leads over both CPUs, through no GPU.
TEST(Route, LeadsThroughNoGpuButByNvlink) {
  const core::Topology node = machine("summit");
  EXPECT_THAT(way(node, "GPU 0", "GPU 1").first, ElementsAre("GPU 0", "GPU 1"));
  EXPECT_THAT(way(node, "GPU 0", "GPU 3").first, ElementsAre("GPU 0", "CPU 0", "CPU 8", "GPU 3"));
}

TEST(Route, IsNoneToItself) {
  const core::Topology node = machine("dgx-h100");
  EXPECT_FALSE(route_between(node, 0, 0));
}

}  // namespace route_test
}  // namespace treering::app::setup
