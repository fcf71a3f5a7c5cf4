#include <vector>

#include <gtest/gtest.h>

#include "sim/cost/terms/wires.h"
#include "tests/support/assembly.h"
#include "tests/support/small_machines.h"

namespace treering::sim::cost::terms {
namespace peer_links_test {

using core::DeviceId;
using core::DeviceKind;

PeerRates rates_of(const core::Topology& node, bool wraps = true) {
  return peer_rates(node, node.of_kind(DeviceKind::Gpu), wraps);
}

double nvlink(const core::Topology& node, DeviceId from, DeviceId to) {
  double sum = 0;
  for (const core::Link& link : node.links()) {
    if (link.kind == core::LinkKind::NvLink && link.from == from && link.to == to) {
      sum += link.bandwidth.in_gb_per_s();
    }
  }
  return sum;
}

TEST(PeerLinks, SwitchesGiveAnyPairAllLinks) {
  const PeerRates rates = rates_of(testing::nvswitch_machine(4, 90));
  EXPECT_DOUBLE_EQ(rates.to_all, 100);
  EXPECT_DOUBLE_EQ(rates.to_next, 100);
  EXPECT_DOUBLE_EQ(rates.to_root, 100);
}

// Of a GPU's links a third lead to each of three neighbours.
TEST(PeerLinks, OnAMeshANeighbourHasItsShare) {
  const core::Topology mesh = testing::nvlink_mesh(4, 2, 80);
  const auto gpus = mesh.of_kind(DeviceKind::Gpu);
  const double pair = nvlink(mesh, gpus[0], gpus[1]);
  ASSERT_GT(pair, 0);
  const PeerRates rates = rates_of(mesh);
  EXPECT_DOUBLE_EQ(rates.to_next, pair);
  EXPECT_DOUBLE_EQ(rates.to_all, 3 * pair);
  EXPECT_DOUBLE_EQ(rates.to_root, 3 * pair);
}

// 0 - 1 - 2 in a row: 0 and 2 send to one another over GPU 1's links, which carry two flows.
TEST(PeerLinks, GpusWithoutALinkGoOverAnother) {
  testing::Assembly assembly("row");
  const auto cpu = assembly.cpu();
  const auto a = assembly.gpu(cpu);
  const auto b = assembly.gpu(cpu);
  const auto c = assembly.gpu(cpu);
  assembly.nvlink(a, b, 2);
  assembly.nvlink(b, c, 2);
  const core::Topology node = std::move(assembly).build();
  const double link = nvlink(node, a, b);
  // The last sends to the first only where the node is alone.
  EXPECT_DOUBLE_EQ(rates_of(node, false).to_next, link);
  EXPECT_DOUBLE_EQ(rates_of(node, true).to_next, link);
  // a sends halves to b and c, both over its one link, on which c's halves come back.
  EXPECT_DOUBLE_EQ(rates_of(node).to_all, link);
}

TEST(PeerLinks, WithoutNvlinksTheHostIsTheWay) {
  testing::Assembly assembly("plain");
  const auto cpu = assembly.cpu();
  for (int i = 0; i < 3; ++i) assembly.gpu(cpu);
  const core::Topology node = std::move(assembly).build();
  double pcie = 0;
  for (const core::Link& link : node.links()) {
    if (link.from == node.of_kind(DeviceKind::Gpu)[0]) pcie += link.bandwidth.in_gb_per_s();
  }
  EXPECT_DOUBLE_EQ(rates_of(node).to_all, pcie);
  EXPECT_DOUBLE_EQ(rates_of(node).to_next, pcie);
}

// Two GPUs on each of two sockets: of what each sends, two thirds cross the one link between these.
TEST(PeerLinks, SocketsShareTheLinkBetweenThem) {
  constexpr double kBetween = 8;
  testing::Assembly assembly("sockets");
  const auto first = assembly.cpu();
  const auto second = assembly.cpu();
  for (const auto cpu : {first, first, second, second}) assembly.gpu(cpu);
  assembly.join(core::LinkKind::InterSocket, first, second, kBetween);
  const PeerRates rates = rates_of(std::move(assembly).build());
  EXPECT_DOUBLE_EQ(rates.to_all, kBetween * 3 / 4);
  // One pair crosses it each way.
  EXPECT_DOUBLE_EQ(rates.to_next, kBetween);
  // Two of the three others send their thirds over it.
  EXPECT_DOUBLE_EQ(rates.to_root, kBetween * 3 / 2);
}

TEST(PeerLinks, ALoneGpuSendsToNobody) {
  EXPECT_EQ(rates_of(testing::nvswitch_machine(1, 90)), PeerRates{});
}

TEST(PeerLinks, NoPairIsFasterThanAllowed) {
  const PeerRates rates{30, 20, 10};
  EXPECT_EQ(no_faster(rates, 15), (PeerRates{15, 15, 10}));
  EXPECT_EQ(no_faster(rates, 0), rates);
}

}  // namespace peer_links_test
}  // namespace treering::sim::cost::terms
