#include "sim/nccl/system/adapters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "sim/job/port_variables.h"
#include "sim/nccl/plan.h"
#include "tests/support/assembly.h"

namespace treering::sim::nccl::system {
namespace adapters_test {

using core::DeviceId;
using core::DeviceKind;
using core::NicPort;
using testing::Assembly;

/// Two CPUs, each with a GPU and `per_cpu` adapters of one port below it: mlx5_0, mlx5_1 and so on.
core::Topology adapters(int per_cpu) {
  Assembly assembly("adapters");
  int next = 0;
  for (int c = 0; c < 2; ++c) {
    const DeviceId cpu = assembly.cpu();
    assembly.gpu(cpu);
    for (int i = 0; i < per_cpu; ++i) {
      const DeviceId port = assembly.port(assembly.nic(cpu), 100000);
      assembly.device(port).name = fmt::format("mlx5_{}", next++);
      assembly.info<NicPort>(port).port = 1;
    }
  }
  return std::move(assembly).build();
}

std::string names_of(const core::Topology& node, const std::set<DeviceId>& ports) {
  std::vector<std::string> names;
  for (const DeviceId id : ports) names.push_back(node.device(id).name);
  return fmt::format("{}", fmt::join(names, " "));
}

std::string used(const core::Topology& node, std::string_view list) {
  return names_of(node, used_ports(node, job::read_adapter_list(list)));
}

// matchIf compares as many characters as the list gives; with "=" also the end.
TEST(Adapters, AreNamedByBeginnings) {
  const core::Topology node = adapters(6);
  EXPECT_EQ(used(node, "mlx5_0,mlx5_2:1"), "mlx5_0 mlx5_2");
  EXPECT_EQ(used(node, "mlx5_1"), "mlx5_1 mlx5_10 mlx5_11");
  EXPECT_EQ(used(node, "=mlx5_1"), "mlx5_1");
  EXPECT_EQ(used(node, "^=mlx5_1,mlx5_11").find("mlx5_1 "), std::string::npos);
  EXPECT_EQ(used(node, "^mlx5_1"),
            "mlx5_0 mlx5_2 mlx5_3 mlx5_4 mlx5_5 mlx5_6 mlx5_7 mlx5_8 mlx5_9");
  EXPECT_EQ(used(node, "mlx5:2"), "");
}

// matchIfList: a list without names matches everything.
TEST(Adapters, AListWithoutNamesNamesAll) {
  EXPECT_EQ(used(adapters(1), "="), "mlx5_0 mlx5_1");
  EXPECT_EQ(used(adapters(1), "^"), "");
}

TEST(Adapters, PortsOfAnAdapterCountFromOne) {
  Assembly assembly("ports");
  const DeviceId cpu = assembly.cpu();
  assembly.gpu(cpu);
  const DeviceId nic = assembly.nic(cpu);
  // NCCL writes 1 + 0 and 2 + 1, the ports before on the same PCI device.
  for (const int given : {1, 3}) {
    const DeviceId port = assembly.port(nic, 100000);
    assembly.info<NicPort>(port).port = given;
    assembly.device(port).extra.emplace_back("name", "mlx4_0");
  }
  const core::Topology two = std::move(assembly).build();
  EXPECT_EQ(used_ports(two, job::read_adapter_list("mlx4_0:2")).size(), 1U);
  EXPECT_EQ(adapter_ports(two)[1], (AdapterPort{two.of_kind(DeviceKind::NicPort)[1], "mlx4_0", 2}));
}

// Functions of a card are adapters of their own, although NCCL writes port="2" for the second.
TEST(Adapters, FunctionsOfOneCardHaveTheirOwnFirstPort) {
  Assembly assembly("functions");
  const DeviceId cpu = assembly.cpu();
  assembly.gpu(cpu);
  for (int f = 0; f < 2; ++f) {
    const DeviceId nic = assembly.nic(cpu);
    assembly.function(nic).bus_id = fmt::format("0000:1a:00.{}", f);
    const DeviceId port = assembly.port(nic, 100000);
    assembly.device(port).name = fmt::format("mlx5_{}", f);
    assembly.info<NicPort>(port).port = f + 1;
  }
  const core::Topology card = std::move(assembly).build();
  EXPECT_EQ(used(card, "mlx5_1:1"), "mlx5_1");
  EXPECT_EQ(used(card, "mlx5_1:2"), "");
}

TEST(Adapters, ALonePortIsTheOneThatItSays) {
  Assembly assembly("second");
  const DeviceId cpu = assembly.cpu();
  assembly.gpu(cpu);
  const DeviceId port = assembly.port(assembly.nic(cpu), 100000);
  assembly.info<NicPort>(port).port = 2;
  assembly.device(port).name = "mlx4_0";
  const core::Topology node = std::move(assembly).build();
  EXPECT_EQ(used(node, "mlx4_0:2"), "mlx4_0");
  EXPECT_EQ(used(node, "mlx4_0:1"), "");
}

// Four of eight: 0 * 8 / 4, 1 * 8 / 4 and so on, two below each CPU; three of eight: 0, 2, 5.
TEST(Adapters, ACountIsSpreadOverTheNode) {
  const core::Topology node = adapters(4);
  EXPECT_EQ(names_of(node, spread_ports(node, 4)), "mlx5_0 mlx5_2 mlx5_4 mlx5_6");
  EXPECT_EQ(names_of(node, spread_ports(node, 3)), "mlx5_0 mlx5_2 mlx5_5");
  EXPECT_EQ(spread_ports(node, 8).size(), 8U);
  EXPECT_EQ(least_ports(node), 8);
}

TEST(Adapters, WhatIsLeftIsANodeWithoutTheOthers) {
  const core::Topology node = adapters(2);
  const core::Topology half = with_ports(node, spread_ports(node, 2));
  ASSERT_EQ(half.of_kind(DeviceKind::NicPort).size(), 2U);
  EXPECT_EQ(half.of_kind(DeviceKind::Nic).size(), 2U);
  EXPECT_EQ(half.of_kind(DeviceKind::Gpu).size(), 2U);
  int index = 0;
  for (const DeviceId id : half.of_kind(DeviceKind::NicPort)) {
    EXPECT_EQ(std::get<NicPort>(half.device(id).info).index, index++) << "numbered on";
  }
  EXPECT_EQ(with_ports(node, {}).of_kind(DeviceKind::Nic).size(), 0U);
  EXPECT_EQ(with_ports(node, spread_ports(node, 4)), node);
}

TEST(Adapters, ThePlanFollowsTheList) {
  const core::Topology node = adapters(2);
  job::JobSpec job{.nodes = 2, .devices = {}};
  job.settings.adapters = job::read_adapter_list("=mlx5_0,mlx5_2");
  const Plan by_list = make_plan(node, job);
  const Plan by_node = make_plan(with_ports(node, spread_ports(node, 2)), job::JobSpec{.nodes = 2});
  EXPECT_EQ(by_list.graphs.ring, by_node.graphs.ring);
  EXPECT_EQ(by_list.tuning, by_node.tuning);
  EXPECT_NE(by_list.graphs.ring, make_plan(node, job::JobSpec{.nodes = 2}).graphs.ring);
}

TEST(Adapters, SeveralNodesNeedOne) {
  const core::Topology node = adapters(1);
  job::JobSpec job{.nodes = 2, .devices = {}};
  job.settings.adapters = job::read_adapter_list("bnxt");
  EXPECT_EQ(why_not(node, job)->message(),
            "NCCL_IB_HCA: it leaves NCCL none of the adapters of adapters, have mlx5_0, mlx5_1; "
            "NCCL then finds no InfiniBand device and falls back to TCP sockets, which a topology "
            "does not describe");
  job.nodes = 1;
  EXPECT_FALSE(why_not(node, job));
}

TEST(Adapters, ManyNamesAreCut) {
  const core::Topology node = adapters(5);
  EXPECT_EQ(names_of_adapters(adapter_ports(node)),
            "mlx5_0, mlx5_1, mlx5_2, mlx5_3, mlx5_4, mlx5_5, mlx5_6 and 3 more");
}

}  // namespace adapters_test
}  // namespace treering::sim::nccl::system
