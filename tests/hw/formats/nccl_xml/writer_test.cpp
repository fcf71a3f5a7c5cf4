#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/topology/names.h"
#include "hw/builtin.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "hw/formats/xml/document.h"
#include "tests/support/arbitrary_topology.h"

namespace treering::hw::formats::nccl_xml {
namespace writer_test {

using core::Device;
using core::DeviceKind;
using core::Gpu;
using core::Link;
using core::LinkKind;
using core::Topology;
using core::TopologyBuilder;
using ::testing::HasSubstr;
using ::testing::Not;

Device device(std::string name, core::DeviceInfo info) {
  return {std::move(name), std::move(info), std::nullopt, {}, {}};
}

Link wire(LinkKind kind, core::DeviceId from, core::DeviceId to, int count) {
  return {kind,
          from,
          to,
          count,
          core::Bandwidth::from_gb_per_s(25.0 * count),
          {},
          {core::Origin::Kind::Specification, ""}};
}

Topology built(TopologyBuilder builder) {
  auto topology = std::move(builder).build();
  EXPECT_TRUE(topology) << topology.error().message();
  return topology.value_or(Topology());
}

TEST(NcclXmlWriter, WritesWhatNcclDumps) {
  const std::string text =
      "<system version=\"1\" name=\"x\">\n"
      "  <cpu numaid=\"0\" affinity=\"ff\" arch=\"x86_64\" vendor=\"AuthenticAMD\" "
      "familyid=\"143\" modelid=\"49\" host_hash=\"0xab\">\n"
      "    <pci busid=\"0000:01:00.0\" class=\"0x060400\" vendor=\"0x1000\" device=\"0xc010\" "
      "subsystem_vendor=\"0x1000\" subsystem_device=\"0x0\" link_speed=\"16.0 GT/s PCIe\" "
      "link_width=\"16\">\n"
      "      <pci busid=\"0000:02:00.0\" class=\"0x030200\" link_speed=\"\" link_width=\"0\">\n"
      "        <gpu dev=\"0\" sm=\"80\" gdr=\"1\" rank=\"0\">\n"
      "          <nvlink target=\"fffffff:ffff:ff\" count=\"12\" tclass=\"0x068000\"/>\n"
      "          <c2c bw=\"43125\" count=\"8\"/>\n"
      "        </gpu>\n"
      "      </pci>\n"
      "      <pci busid=\"0000:03:00.0\" class=\"0x020700\">\n"
      "        <nic>\n"
      "          <net name=\"mlx5_0\" dev=\"0\" speed=\"200000\" port=\"1\" latency=\"1.5\" "
      "guid=\"0xa042\" maxconn=\"131072\" gdr=\"1\" coll=\"1\"/>\n"
      "        </nic>\n"
      "      </pci>\n"
      "      <pcilink target=\"0000:04:00.0\"/>\n"
      "    </pci>\n"
      "    <pci busid=\"0000:04:00.0\" class=\"0x060400\">\n"
      "    </pci>\n"
      "    <nic>\n"
      "      <net name=\"eth0\" dev=\"1\" speed=\"10000\" gdr=\"0\"/>\n"
      "    </nic>\n"
      "  </cpu>\n"
      "</system>\n";
  const auto read = read_nccl_xml(text, "x.xml");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(write_nccl_xml(read->topology), text);
}

TEST(NcclXmlWriter, MakesUpWhatAPersonLeftOut) {
  TopologyBuilder builder("hand-made");
  builder.add(device("CPU 0", core::Cpu{}));
  builder.add(device("GPU 0", Gpu{0, 80, true}));
  builder.add(device("NVSwitch 0", core::NvSwitch{}));
  Link up = wire(LinkKind::Pcie, 1, 0, 16);
  up.bandwidth = core::Bandwidth::from_gb_per_s(31.5);
  builder.connect_both_ways(up);
  builder.connect_both_ways(wire(LinkKind::NvLink, 1, 2, 12));
  // 31.5 GB/s over 16 lanes is 16 GT/s.
  EXPECT_EQ(write_nccl_xml(built(std::move(builder))),
            "<system version=\"1\" name=\"hand-made\">\n"
            "  <cpu numaid=\"0\">\n"
            "    <pci busid=\"ff00:00:01.0\" class=\"0x030200\" link_speed=\"16.0 GT/s PCIe\" "
            "link_width=\"16\">\n"
            "      <gpu dev=\"0\" sm=\"80\" gdr=\"1\">\n"
            "        <nvlink target=\"ff00:00:02.0\" count=\"12\" tclass=\"0x068000\"/>\n"
            "      </gpu>\n"
            "    </pci>\n"
            "  </cpu>\n"
            "</system>\n");
}

TEST(NcclXmlWriter, SeveralHostsGetHashes) {
  TopologyBuilder builder("two");
  builder.add(device("CPU 0", core::Cpu{}));
  builder.add(device("CPU 1", core::Cpu{0, 1, "arm64", "", {}, {}, ""}));
  const std::string text = write_nccl_xml(built(std::move(builder)));
  EXPECT_THAT(text, HasSubstr("host_hash=\"0x1\""));
  EXPECT_THAT(text, HasSubstr("host_hash=\"0x2\""));
}

TEST(NcclXmlWriter, GpusWithoutCpuGetOne) {
  TopologyBuilder builder("bare");
  builder.add(device("GPU 0", Gpu{0, 80, true}));
  EXPECT_THAT(write_nccl_xml(built(std::move(builder))), HasSubstr("<cpu numaid=\"-1\">"));
}

TEST(NcclXmlWriter, TextsFitNcclsParser) {
  TopologyBuilder builder("say \"it's\" <&");
  Device cpu = device("CPU 0", core::Cpu{0, 0, "arm64", "", {}, {}, std::string(300, 'f')});
  cpu.extra = {
      {"long", std::string(300, 'x')}, {"bad name", "x"}, {"numaid", "7"}, {"both", "a'b\"c"}};
  builder.add(std::move(cpu));
  const std::string text = write_nccl_xml(built(std::move(builder)));
  EXPECT_THAT(text, HasSubstr("name='say \"it_s\" __'"));
  EXPECT_THAT(text, HasSubstr("long=\"" + std::string(253, 'x') + "\""));
  EXPECT_THAT(text, Not(HasSubstr("bad name")));
  EXPECT_THAT(text, Not(HasSubstr("numaid=\"7\"")));
  // NCCL reads it from /sys instead of refusing the file.
  EXPECT_THAT(text, Not(HasSubstr("affinity")));
}

TEST(NcclXmlWriter, AttributesAreAtMostSixteen) {
  TopologyBuilder builder("many");
  Device cpu = device("CPU 0", core::Cpu{});
  for (int i = 0; i < 30; ++i) cpu.extra.emplace_back("a" + std::to_string(i), "1");
  builder.add(std::move(cpu));
  const std::string text = write_nccl_xml(built(std::move(builder)));
  // <system> has two.
  EXPECT_EQ(std::count(text.begin(), text.end(), '='), 2 + 16);
}

/// What NCCL's parser asks for (NCCL 2.28 src/graph/xml.cc:28-185).
void check_for_nccl(const std::string& text) {
  RC_ASSERT(text.starts_with("<system "));
  RC_ASSERT(text.find('\t') == std::string::npos);
  RC_ASSERT(text.find("  <  ") == std::string::npos);
  RC_ASSERT(text.find('&') == std::string::npos);
  const auto document = xml::Document::parse(text, "x.xml");
  if (!document) RC_FAIL(document.error().message());
}

RC_GTEST_PROP(NcclXmlWriter, IsReadBackWhateverTheTopology, ()) {
  const Topology topology = test::arbitrary_topology();
  const std::string text = write_nccl_xml(topology);
  check_for_nccl(text);
  const auto read = read_nccl_xml(text, "x.xml");
  // NVLinks to a NIC or switch of another host are drawn too; no machine has them, and read back
  // their end would be a second device of that bus id.
  if (!read) return;
  // Not NICs: those without PciFunction below one CPU are one for NCCL.
  for (const DeviceKind kind : {DeviceKind::Gpu, DeviceKind::NicPort, DeviceKind::PciSwitch}) {
    RC_LOG() << core::name_of(kind) << "\n" << text;
    RC_ASSERT(read->topology.of_kind(kind).size() == topology.of_kind(kind).size());
  }
}

// NCCL goes by the class of a pci element without gpu or nic inside (2.28 src/graph/topo.cc:422): a
// switch of class 0x0302 would be a GPU without what is below it.
TEST(NcclXmlWriter, DevicesStayWhatTheyAreWhateverTheirClass) {
  for (const std::string class_code :
       {"0x030200", "0x020000", "0x060400", "0x068000", "0x068001", "0x088000", "x"}) {
    TopologyBuilder builder("odd classes");
    builder.add(device("CPU 0", core::Cpu{}));
    builder.add(device("switch", core::PciSwitch{}));
    builder.add(device("GPU 0", Gpu{0, 80, true}));
    builder.add(device("NIC", core::Nic{}));
    builder.add(device("GPU 1", Gpu{1, 80, true}));
    builder.add(device("NVSwitch", core::NvSwitch{}));
    for (core::DeviceId id = 1; id <= 5; ++id) {
      core::PciFunction pci;
      pci.bus_id = "0000:0" + std::to_string(id) + ":00.0";
      pci.class_code = class_code;
      builder.device(id).pci = pci;
    }
    builder.connect_both_ways(wire(LinkKind::Pcie, 1, 0, 16));
    for (core::DeviceId id = 2; id <= 5; ++id) {
      builder.connect_both_ways(wire(LinkKind::Pcie, id, 1, 16));
    }
    builder.connect_both_ways(wire(LinkKind::NvLink, 2, 4, 4));
    builder.connect_both_ways(wire(LinkKind::NvLink, 2, 5, 2));
    const Topology written = built(std::move(builder));
    const auto read = read_nccl_xml(write_nccl_xml(written), "x.xml");
    ASSERT_TRUE(read) << class_code << ": " << read.error().message();
    ASSERT_EQ(read->topology.devices().size(), written.devices().size()) << class_code;
    for (const DeviceKind kind :
         {DeviceKind::PciSwitch, DeviceKind::Gpu, DeviceKind::Nic, DeviceKind::NvSwitch}) {
      EXPECT_EQ(read->topology.of_kind(kind), written.of_kind(kind)) << class_code;
    }
    const auto is_nvlink = [](const Link& link) { return link.kind == LinkKind::NvLink; };
    EXPECT_EQ(std::ranges::count_if(read->topology.links(), is_nvlink), 4) << class_code;
  }
}

class BuiltinAsXml : public ::testing::TestWithParam<std::string_view> {};

TEST_P(BuiltinAsXml, IsTheSameMachineWhenReadBack) {
  const auto topology = load_builtin(GetParam());
  ASSERT_TRUE(topology) << topology.error().message();
  const auto read = read_nccl_xml(write_nccl_xml(*topology), "x.xml");
  ASSERT_TRUE(read) << read.error().message();
  for (const DeviceKind kind : {DeviceKind::Cpu, DeviceKind::Gpu, DeviceKind::Nic,
                                DeviceKind::NicPort, DeviceKind::PciSwitch, DeviceKind::NvSwitch}) {
    EXPECT_EQ(read->topology.of_kind(kind).size(), topology->of_kind(kind).size());
  }
  EXPECT_TRUE(read->notes.empty()) << read->notes[0].message();
}

INSTANTIATE_TEST_SUITE_P(All, BuiltinAsXml, ::testing::ValuesIn(builtin_names()),
                         [](const auto& entry) {
                           std::string name(entry.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace writer_test
}  // namespace treering::hw::formats::nccl_xml
