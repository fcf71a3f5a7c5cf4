#include "core/topology/topology.h"

#include <limits>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/small_topology.h"

namespace treering::core {
namespace topology_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Topology, KnowsItsTree) {
  const Topology topology = built(small_machine());
  EXPECT_EQ(topology.parent_of(0), kNoDevice);
  EXPECT_EQ(topology.parent_of(1), 0);
  EXPECT_EQ(topology.parent_of(3), 1);
  EXPECT_EQ(topology.parent_of(5), 4);
  EXPECT_THAT(topology.children_of(1), ElementsAre(2, 3, 4));
  EXPECT_THAT(topology.children_of(4), ElementsAre(5));
  EXPECT_THAT(topology.children_of(5), IsEmpty());
  EXPECT_EQ(topology.cpu_of(0), 0);
  EXPECT_EQ(topology.cpu_of(5), 0);
  EXPECT_THAT(topology.of_kind(DeviceKind::Gpu), ElementsAre(2, 3));
  EXPECT_EQ(topology.gpu_count(), 2);
}

TEST(Topology, SwitchOutsideTheTreeHasNoCpu) {
  TopologyBuilder builder = small_machine();
  const DeviceId nvswitch = builder.add(device("NVSwitch 0", NvSwitch{}));
  builder.connect_both_ways(wire(LinkKind::NvLink, 2, nvswitch));
  const Topology topology = built(std::move(builder));
  EXPECT_EQ(topology.cpu_of(nvswitch), kNoDevice);
  EXPECT_EQ(topology.parent_of(nvswitch), kNoDevice);
}

TEST(Topology, BothWaysIsTheLinkThenItsMirror) {
  TopologyBuilder builder("pair");
  builder.add(device("CPU 0", Cpu{}));
  builder.add(device("CPU 1", Cpu{1, 0, "", "", {}, {}, ""}));
  builder.connect_both_ways(wire(LinkKind::InterSocket, 0, 1));
  const Topology topology = built(std::move(builder));
  EXPECT_THAT(topology.links(),
              ElementsAre(wire(LinkKind::InterSocket, 0, 1), wire(LinkKind::InterSocket, 1, 0)));
}

TEST(Topology, FingerprintFollowsContentOnly) {
  const std::string fingerprint = built(small_machine()).fingerprint();
  EXPECT_THAT(fingerprint, ::testing::MatchesRegex("[0-9a-f]{16}"));

  TopologyBuilder renamed("other", "described");
  TopologyBuilder original = small_machine();
  for (const Device& one : original.devices()) renamed.add(one);
  const Topology topology = built(std::move(original));
  for (Link link : topology.links()) {
    link.origin.source += " in other words";
    renamed.connect(link);
  }
  EXPECT_EQ(built(std::move(renamed)).fingerprint(), fingerprint);

  TopologyBuilder changed = small_machine();
  changed.device(2).info = Gpu{0, 90, true};
  EXPECT_NE(built(std::move(changed)).fingerprint(), fingerprint);
  TopologyBuilder measured = small_machine();
  measured.connect(wire(LinkKind::NvLink, 2, 3));
  EXPECT_NE(built(std::move(measured)).fingerprint(), fingerprint);
}

TEST(Topology, RefusesUnknownEnds) {
  TopologyBuilder builder = small_machine();
  builder.connect(wire(LinkKind::NvLink, 2, 9));
  // Links 0..9 are the five wires of the small machine, both ways.
  EXPECT_EQ(message_of(std::move(builder)),
            "/links/10/to: device 9 not found, have 0..5; add it under /devices");
  TopologyBuilder negative = small_machine();
  negative.connect(wire(LinkKind::NvLink, -1, 2));
  EXPECT_EQ(message_of(std::move(negative)),
            "/links/10/from: device -1 not found, have 0..5; add it under /devices");
}

TEST(Topology, RefusesLinkToItself) {
  TopologyBuilder builder = small_machine();
  builder.connect(wire(LinkKind::PciPeer, 2, 2));
  EXPECT_EQ(message_of(std::move(builder)),
            "/links/10/to: a link from 'GPU 0' to itself, expected another device");
}

// Virtual machines show such links.
TEST(Topology, TakesNvLinksToItself) {
  TopologyBuilder builder = small_machine();
  builder.connect(wire(LinkKind::NvLink, 2, 2));
  EXPECT_EQ(built(std::move(builder)).links().back().to, 2);
}

TEST(Topology, RefusesAbsurdFigures) {
  const auto with_link = [](const Link& link) {
    TopologyBuilder builder = small_machine();
    builder.connect(link);
    return message_of(std::move(builder));
  };
  Link link = wire(LinkKind::NvLink, 2, 3);
  link.bandwidth = Bandwidth::from_gb_per_s(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(with_link(link), "/links/10/gb_per_s: nan, expected 1e-06..100000 GB/s");
  link.bandwidth = Bandwidth::from_gb_per_s(-1);
  EXPECT_EQ(with_link(link), "/links/10/gb_per_s: -1, expected 1e-06..100000 GB/s");
  // With far slower links, times would be infinite and their differences NaN.
  for (const double rate : {0.0, 1e-7, 1e-300}) {
    link.bandwidth = Bandwidth::from_gb_per_s(rate);
    EXPECT_THAT(with_link(link), ::testing::EndsWith(", expected 1e-06..100000 GB/s"));
  }
  link.bandwidth = Bandwidth::from_gb_per_s(1e-6);
  EXPECT_EQ(with_link(link), "no error");
  link = wire(LinkKind::NvLink, 2, 3);
  link.latency = Duration::from_us(std::numeric_limits<double>::infinity());
  EXPECT_EQ(with_link(link), "/links/10/latency_us: inf, expected 0..1000000 us");
  link = wire(LinkKind::NvLink, 2, 3);
  link.count = 0;
  EXPECT_EQ(with_link(link), "/links/10/count: 0, expected 1..1024");
}

TEST(Topology, RefusesAbsurdDevices) {
  const auto with_info = [](DeviceId id, DeviceInfo info) {
    TopologyBuilder builder = small_machine();
    builder.device(id).info = std::move(info);
    return message_of(std::move(builder));
  };
  EXPECT_EQ(with_info(2, Gpu{-1, 80, true}), "/devices/2/index: -1, expected 0..16384");
  EXPECT_EQ(with_info(2, Gpu{0, 12345, true}),
            "/devices/2/compute_capability: 12345, expected 0..999");
  EXPECT_EQ(with_info(0, Cpu{-2, 0, "", "", {}, {}, ""}),
            "/devices/0/numa_id: -2, expected -1..65535");
  NicPort port = port_of(4);
  port.speed_mbps = 0;
  EXPECT_EQ(with_info(5, port), "/devices/5/speed_mbps: 0, expected 1..800000000");
  port = port_of(4);
  port.latency_us = -1;
  EXPECT_EQ(with_info(5, port), "/devices/5/latency_us: -1, expected 0..1000000 us");
}

TEST(Topology, PortNeedsItsNic) {
  TopologyBuilder builder = small_machine();
  builder.device(5).info = port_of(17);
  EXPECT_EQ(message_of(std::move(builder)),
            "/devices/5/nic: device 17 not found, have 0..5; name the nic that the port is on");
  TopologyBuilder wrong = small_machine();
  wrong.device(5).info = port_of(2);
  EXPECT_EQ(message_of(std::move(wrong)),
            "/devices/5/nic: device 2 is not a nic, expected a device of kind nic");
}

TEST(Topology, NamesAreUniqueAndThere) {
  TopologyBuilder builder = small_machine();
  builder.device(3).name = "GPU 0";
  EXPECT_EQ(message_of(std::move(builder)),
            "/devices/3/name: 'GPU 0' given twice, expected another name than that of /devices/2");
  TopologyBuilder empty = small_machine();
  empty.device(3).name = "";
  EXPECT_EQ(message_of(std::move(empty)), "/devices/3/name: nothing, expected a name");
}

TEST(Topology, GpuIndicesAreUniqueOnAHost) {
  TopologyBuilder builder = small_machine();
  builder.device(3).info = Gpu{0, 80, true};
  EXPECT_EQ(message_of(std::move(builder)),
            "/devices/3/index: 0, expected another than that of /devices/2");
}

TEST(Topology, BusIdsAreUniqueOnAHost) {
  // The second is the same to NCCL, which reads the digits as one number.
  for (const std::string bus_id : {"0000:02:00.0", "0000:0200.:0", "02:00.0"}) {
    TopologyBuilder builder = small_machine();
    builder.device(3).pci->bus_id = bus_id;
    EXPECT_EQ(message_of(std::move(builder)),
              "/devices/3/pci/bus_id: '" + bus_id +
                  "' given twice, expected another than that of /devices/2");
  }
}

TEST(Topology, HostsMayRepeatIndicesAndBusIds) {
  TopologyBuilder builder = small_machine();
  const DeviceId cpu = builder.add(device("CPU 0 of host 1", Cpu{0, 1, "", "", {}, {}, ""}));
  const DeviceId gpu = builder.add(on_bus("GPU 0 of host 1", Gpu{0, 80, true}, "0000:02:00.0"));
  builder.connect_both_ways(wire(LinkKind::Pcie, gpu, cpu));
  EXPECT_EQ(built(std::move(builder)).gpu_count(), 3);
}

TEST(Topology, AttributesAreNamedOnce) {
  TopologyBuilder builder = small_machine();
  builder.device(2).extra = {{"rank", "0"}, {"rank", "1"}};
  EXPECT_EQ(message_of(std::move(builder)), "/devices/2/extra: 'rank' given twice");
}

TEST(Topology, BusIdsAreAddresses) {
  const auto with_bus_id = [](const std::string& bus_id) {
    TopologyBuilder builder = small_machine();
    builder.device(3).pci->bus_id = bus_id;
    return message_of(std::move(builder));
  };
  for (const char* good :
       {"0000:17:00.0", "0:9", "ffffffff:ff:1f.7", "fffffff:ffff:ff", "00AB:1"}) {
    EXPECT_EQ(with_bus_id(good), "no error");
  }
  const std::string end = ", expected a PCI address like 0000:17:00.0";
  EXPECT_EQ(with_bus_id(""), "/devices/3/pci/bus_id: nothing" + end);
  for (const std::string bad : {"hello", "0000:17:00.0 ", "0x17", ":.", "00000000000000017"}) {
    EXPECT_EQ(with_bus_id(bad), "/devices/3/pci/bus_id: '" + bad + "'" + end);
  }
}

TEST(Topology, AttributesAreBounded) {
  TopologyBuilder builder = small_machine();
  for (int i = 0; i < 257; ++i) builder.device(2).extra.emplace_back(std::to_string(i), "");
  EXPECT_EQ(message_of(std::move(builder)),
            "/devices/2/extra: 257 attributes, expected at most 256");
}

TEST(Topology, TextIsUtf8) {
  TopologyBuilder builder = small_machine();
  builder.device(2).name = "GPU \xff";
  EXPECT_EQ(message_of(std::move(builder)),
            "/devices/2/name: byte 4 of 'GPU ?' is not UTF-8, expected UTF-8");
}

TEST(Topology, TextHoldsNothingThatEndsALineOrTurnsIt) {
  const std::string expected = ", expected no line ends, control characters or marks of direction";
  const auto with = [](auto change) {
    TopologyBuilder builder = small_machine();
    change(builder);
    return message_of(std::move(builder));
  };
  EXPECT_EQ(message_of(TopologyBuilder("a\nexport LD_PRELOAD=x")),
            "/name: U+000A at byte 1 of 'a?export LD_PRELOAD=x'" + expected);
  EXPECT_EQ(message_of(TopologyBuilder("a", "b\u202e")),
            "/description: U+202E at byte 1 of 'b?'" + expected);
  EXPECT_EQ(with([](auto& builder) { builder.device(2).name = "\x1b]0;x\x07"; }),
            "/devices/2/name: U+001B at byte 0 of '?]0;x?'" + expected);
  EXPECT_EQ(with([](auto& builder) {
              builder.device(2).extra = {{"a\tb", ""}};
            }),
            "/devices/2/extra: U+0009 at byte 1 of 'a?b'" + expected);
  EXPECT_EQ(with([](auto& builder) {
              builder.set_extra({{"a", "\u2028"}});
            }),
            "/extra/a: U+2028 at byte 0 of '?'" + expected);
}

TEST(Topology, SizeIsBounded) {
  TopologyBuilder builder("huge");
  for (int i = 0; i <= kMaxDevices; ++i) builder.add(device(std::to_string(i), NvSwitch{}));
  EXPECT_EQ(message_of(std::move(builder)), "/devices: 16385 entries, expected at most 16384");
}

TEST(TopologyBuilder, TakesAsManyGpusAsTheLargestDomainHas) {
  const auto with_gpus = [](int gpus) {
    TopologyBuilder builder("large");
    for (int i = 0; i < gpus; ++i)
      builder.add(device("GPU " + std::to_string(i), Gpu{i, 90, true}));
    return builder;
  };
  EXPECT_EQ(built(with_gpus(144)).gpu_count(), 144);
  EXPECT_EQ(message_of(with_gpus(145)),
            "/devices: 145 GPUs in one node, expected at most 144; describe one node, and give "
            "their number with ⟨nodes⟩");
}

}  // namespace topology_test
}  // namespace treering::core
