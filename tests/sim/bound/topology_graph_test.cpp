#include "sim/bound/topology_graph.h"

#include <gtest/gtest.h>

namespace treering::sim::bound {
namespace topology_graph_test {

using core::Bandwidth;
using core::DeviceId;
using core::LinkKind;

core::Link wire(LinkKind kind, DeviceId from, DeviceId to, double gb_per_s) {
  core::Link link;
  link.kind = kind;
  link.from = from;
  link.to = to;
  link.bandwidth = Bandwidth::from_gb_per_s(gb_per_s);
  return link;
}

/// Three GPUs: 0 and 1 behind two NVSwitches (40 + 30 GB/s each way), 1 and 2 joined directly by
/// 10; all three on one CPU at 16 GB/s.
struct ThreeGpus {
  DeviceId gpu[3]{};
  core::Topology topology;

  ThreeGpus() {
    core::TopologyBuilder builder("three");
    const DeviceId cpu = builder.add({.name = "CPU 0", .info = core::Cpu{}});
    for (int i = 0; i < 3; ++i) {
      core::Gpu info;
      info.index = i;
      gpu[i] = builder.add({.name = "GPU " + std::to_string(i), .info = info});
      builder.connect_both_ways(wire(LinkKind::Pcie, gpu[i], cpu, 16));
    }
    const DeviceId a = builder.add({.name = "NVSwitch 0", .info = core::NvSwitch{}});
    const DeviceId b = builder.add({.name = "NVSwitch 1", .info = core::NvSwitch{}});
    for (int i = 0; i < 2; ++i) {
      builder.connect_both_ways(wire(LinkKind::NvLink, gpu[i], a, 40));
      builder.connect_both_ways(wire(LinkKind::NvLink, gpu[i], b, 30));
    }
    builder.connect_both_ways(wire(LinkKind::NvLink, gpu[1], gpu[2], 10));
    topology = std::move(builder).build().value();
  }
};

TEST(TopologyGraph, AddsUpAllRoutes) {
  // 40 and 30 through the switches and 16 through the CPU; not through GPU 2.
  const ThreeGpus machine;
  const TopologyGraph graph(machine.topology);
  EXPECT_DOUBLE_EQ(graph.flow_between(machine.gpu[0], machine.gpu[1]).in_gb_per_s(), 86);
}

TEST(TopologyGraph, KeepsToTheKindsAskedFor) {
  const ThreeGpus machine;
  const LinkKind nvlink[]{LinkKind::NvLink};
  const TopologyGraph graph(machine.topology, nvlink);
  EXPECT_DOUBLE_EQ(graph.flow_between(machine.gpu[0], machine.gpu[1]).in_gb_per_s(), 70);
}

TEST(TopologyGraph, GpusDoNotForward) {
  // 0 -> 1 -> 2 exists over NVLink, but GPU 1 passes nothing on.
  const ThreeGpus machine;
  const LinkKind nvlink[]{LinkKind::NvLink};
  const TopologyGraph graph(machine.topology, nvlink);
  EXPECT_EQ(graph.flow_between(machine.gpu[0], machine.gpu[2]), Bandwidth{});
}

TEST(PeerBandwidth, FallsBackToThePciBus) {
  const ThreeGpus machine;
  const PeerBandwidth peers(machine.topology);
  EXPECT_DOUBLE_EQ(peers.between(machine.gpu[0], machine.gpu[1]).in_gb_per_s(), 70);
  EXPECT_DOUBLE_EQ(peers.between(machine.gpu[1], machine.gpu[2]).in_gb_per_s(), 10);
  EXPECT_DOUBLE_EQ(peers.between(machine.gpu[0], machine.gpu[2]).in_gb_per_s(), 16);
}

}  // namespace topology_graph_test
}  // namespace treering::sim::bound
