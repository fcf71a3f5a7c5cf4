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

/// Names of the devices on the way, "4 NVSwitch" for those beside each other, and its rate in GB/s.
std::pair<std::vector<std::string>, double> way(const core::Topology& node, const std::string& from,
                                                const std::string& to) {
  const auto route = route_between(node, named(node, from), named(node, to));
  if (!route) return {};
  std::vector<std::string> names;
  for (const auto& step : route->steps) {
    const core::Device& first = node.device(step.front());
    names.push_back(step.size() == 1 ? first.name : std::to_string(step.size()) + " NVSwitch");
    EXPECT_TRUE(step.size() == 1 || first.kind() == core::DeviceKind::NvSwitch);
  }
  return {names, route->narrowest.in_gb_per_s()};
}

// 18 NVLinks of 25 GB/s, spread over four switches.
TEST(Route, TakesAllNvSwitchesAtOnce) {
  const core::Topology node = machine("dgx-h100");
  const auto [names, rate] = way(node, "GPU 0", "GPU 7");
  EXPECT_THAT(names, ElementsAre("GPU 0", "4 NVSwitch", "GPU 7"));
  EXPECT_DOUBLE_EQ(rate, 450);
}

// Six NVLinks of each GPU to six switches of its half.
TEST(Route, TakesTheSwitchesOfBothHalvesOfADgx2) {
  const core::Topology node = machine("dgx-2");
  const auto [near, near_rate] = way(node, "GPU 0", "GPU 7");
  EXPECT_THAT(near, ElementsAre("GPU 0", "6 NVSwitch", "GPU 7"));
  EXPECT_DOUBLE_EQ(near_rate, 150);
  const auto [far, far_rate] = way(node, "GPU 0", "GPU 15");
  EXPECT_THAT(far, ElementsAre("GPU 0", "6 NVSwitch", "6 NVSwitch", "GPU 15"));
  EXPECT_DOUBLE_EQ(far_rate, 150);
}

TEST(Route, LeadsToASwitchThatIsMeantItself) {
  const core::Topology node = machine("dgx-h100");
  const std::string one = node.device(node.of_kind(core::DeviceKind::NvSwitch)[1]).name;
  EXPECT_THAT(way(node, "GPU 0", one).first, ElementsAre("GPU 0", one));
}

TEST(Route, LeadsOverPcieAndSockets) {
  const core::Topology node = machine("dgx-h100");
  const auto [pcie, pcie_rate] = way(node, "GPU 0", "mlx5_0");
  EXPECT_THAT(pcie,
              ElementsAre("GPU 0", "PCI switch 0 GPU side", "PCI switch 0", "NIC 0", "mlx5_0"));
  EXPECT_DOUBLE_EQ(pcie_rate, 50);
  EXPECT_DOUBLE_EQ(way(node, "mlx5_0", "GPU 0").second, 50);
  const auto [far, far_rate] = way(node, "mlx5_0", "mlx5_11");
  EXPECT_THAT(far, ::testing::Contains("CPU 0"));
  EXPECT_THAT(far, ::testing::Contains("CPU 1"));
}

TEST(Route, LeadsOverTheCpusOfAMachineWithPcieOnly) {
  const core::Topology node = machine("pcie-4");
  const auto names = way(node, "GPU 0", "GPU 3").first;
  EXPECT_EQ(names.front(), "GPU 0");
  EXPECT_EQ(names.back(), "GPU 3");
  EXPECT_THAT(names, ::testing::Contains("CPU 0"));
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
