#include "hw/catalogue/links.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/formats/nccl_xml/devices.h"
#include "tests/hw/formats/nccl_xml/text.h"

namespace treering::hw::formats::nccl_xml {
namespace links_test {

using core::Bandwidth;
using core::Cpu;
using core::Device;
using core::DeviceKind;
using core::LinkKind;
using core::Topology;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(NcclXmlLinks, NvlinkToAGpuIsOneDirection) {
  const Topology topology = topology_of(machine(
      gpu(0, "0000:01:00.0",
          "<nvlink target='0000:02:00.0' count='2' tclass='0x030200'/>"
          "<nvlink target='0000:03:00.0' count='1' tclass='0x030200'/>") +
      gpu(1, "0000:02:00.0", "<nvlink target='0000:01:00.0' count='2' tclass='0x030200'/>") +
      gpu(2, "0000:03:00.0")));
  EXPECT_THAT(arrows(topology, LinkKind::NvLink),
              ElementsAre("GPU 0 -> GPU 1 x2", "GPU 0 -> GPU 2 x1", "GPU 1 -> GPU 0 x2"));
  // Two links of 25 GB/s (sm 80).
  EXPECT_EQ(links_of(topology, LinkKind::NvLink)[0].bandwidth, Bandwidth::from_gb_per_s(50));
}

TEST(NcclXmlLinks, NvlinkToASwitchIsBothWays) {
  const std::string links =
      "<nvlink target='0000:05:00.0' count='4' tclass='0x068000'/>"
      "<nvlink target='0000:06:00.0' count='5' tclass='0x068000'/>";
  const Topology topology =
      topology_of(machine(gpu(0, "0000:01:00.0", links) + gpu(1, "0000:02:00.0", links)));
  EXPECT_THAT(
      arrows(topology, LinkKind::NvLink),
      ElementsAre("GPU 0 -> NVSwitch 0000:05:00.0 x4", "NVSwitch 0000:05:00.0 -> GPU 0 x4",
                  "GPU 0 -> NVSwitch 0000:06:00.0 x5", "NVSwitch 0000:06:00.0 -> GPU 0 x5",
                  "GPU 1 -> NVSwitch 0000:05:00.0 x4", "NVSwitch 0000:05:00.0 -> GPU 1 x4",
                  "GPU 1 -> NVSwitch 0000:06:00.0 x5", "NVSwitch 0000:06:00.0 -> GPU 1 x5"));
}

// NCCL gives them no bandwidth, so that no path takes them (2.28 src/graph/topo.cc).
TEST(NcclXmlLinks, LinksOfCountZeroAreNone) {
  const std::string text = machine(gpu(0, "0000:01:00.0",
                                       "<nvlink target='0000:05:00.0' count='0' tclass='0x068000'/>"
                                       "<c2c bw='112500' count='0'/>"));
  EXPECT_THAT(arrows(topology_of(text), LinkKind::NvLink), IsEmpty());
  EXPECT_THAT(arrows(topology_of(text), LinkKind::C2C), IsEmpty());
  EXPECT_THAT(notes_of(text), HasSubstr("nvlink of count 0 is left out"));
}

TEST(NcclXmlLinks, HiddenEndIsASwitchOfThatName) {
  const Topology topology =
      topology_of(machine(gpu(0, "0000:01:00.0", "<nvlink target='FFFFFFF:FFFF:FF' count='18'/>")));
  const Device& device = named(topology, "NVSwitch fffffff:ffff:ff");
  EXPECT_EQ(device.kind(), DeviceKind::NvSwitch);
  EXPECT_THAT(device.assumed, ElementsAre("pci/class"));
}

TEST(NcclXmlLinks, EndWithoutClassMayBeAGpuOfTheFile) {
  const Topology topology =
      topology_of(machine(gpu(0, "0000:01:00.0", "<nvlink target='0000:02:00.0' count='1'/>") +
                          gpu(1, "0000:02:00.0")));
  EXPECT_THAT(arrows(topology, LinkKind::NvLink), ElementsAre("GPU 0 -> GPU 1 x1"));
}

TEST(NcclXmlLinks, NvlinkToTheCpuIsBothWays) {
  const Topology topology = topology_of(machine(
      gpu(0, "0000:01:00.0", "<nvlink target='0004:00:00.0' count='3' tclass='0x068001'/>")));
  EXPECT_THAT(arrows(topology, LinkKind::NvLink),
              ElementsAre("GPU 0 -> CPU 0 x3", "CPU 0 -> GPU 0 x3"));
}

TEST(NcclXmlLinks, SwitchInThePciTreeIsTheEndOfItsNvlinks) {
  const Topology topology = topology_of(machine(
      gpu(0, "0000:01:00.0", "<nvlink target='0000:05:00.0' count='4' tclass='0x068000'/>") +
      "<pci busid='0000:05:00.0' class='0x068000' link_speed='' link_width=''/>"));
  EXPECT_EQ(topology.of_kind(DeviceKind::NvSwitch).size(), 1U);
}

// As virtual machines show them: all links once for each of the others. An A100 (sm 80) has 12.
TEST(NcclXmlLinks, MoreNvlinksThanAGpuHasAreDoubted) {
  const auto target = [](int number) {
    return "<nvlink target='0000:0" + std::to_string(number) +
           ":00.0' count='6' tclass='0x068000'/>";
  };
  const std::string most = target(5) + target(6);
  EXPECT_EQ(notes_of(machine(gpu(0, "0000:01:00.0", most))), "");
  const std::string more = most + target(7);
  EXPECT_THAT(
      notes_of(machine(gpu(0, "0000:01:00.0", more) + gpu(1, "0000:02:00.0", more))),
      AllOf(HasSubstr("warning: dir/x.xml: line 3, "),
            HasSubstr(
                "<gpu>: a GPU with 18 NVLinks, but its generation has at most 12: NCCL counts them "
                "all, so that predictions over NVLink are up to 1.5 times too fast (2 times)\n")));
}

TEST(NcclXmlLinks, NvlinksToAGpuThatIsNotThereAreSkipped) {
  const std::string text = machine(
      gpu(0, "0000:01:00.0", "<nvlink target='0000:09:00.0' count='12' tclass='0x030200'/>"));
  EXPECT_THAT(arrows(topology_of(text), LinkKind::NvLink), IsEmpty());
  EXPECT_THAT(notes_of(text), HasSubstr("an nvlink to a GPU that is not in the file"));
}

// They are part of what NCCL thinks a GPU can carry; see core/topology/checks.cpp.
TEST(NcclXmlLinks, NvlinksFromAGpuToItselfAreKept) {
  const std::string text = machine(
      gpu(0, "0000:01:00.0", "<nvlink target='0000:01:00.0' count='12' tclass='0x030200'/>"));
  EXPECT_THAT(arrows(topology_of(text), LinkKind::NvLink), ElementsAre("GPU 0 -> GPU 0 x12"));
  EXPECT_THAT(notes_of(text), HasSubstr("an nvlink from a GPU to itself: it leads nowhere"));
}

TEST(NcclXmlLinks, TargetsThatAreNoAddressNameASwitch) {
  const Topology topology =
      topology_of(machine(gpu(0, "0000:01:00.0", "<nvlink target='npu0' count='18'/>")));
  EXPECT_EQ(named(topology, "NVSwitch npu0").extra, (core::Attributes{{"target", "npu0"}}));
}

TEST(NcclXmlLinks, C2cJoinsGpuAndCpu) {
  const Topology topology =
      topology_of(machine(gpu(0, "0000:01:00.0", "<c2c bw='44712' count='10'/>")));
  EXPECT_THAT(arrows(topology, LinkKind::C2C),
              ElementsAre("GPU 0 -> CPU 0 x10", "CPU 0 -> GPU 0 x10"));
  // 44712 MB/s x 10.
  EXPECT_DOUBLE_EQ(links_of(topology, LinkKind::C2C)[0].bandwidth.in_gb_per_s(), 447.12);
}

TEST(NcclXmlLinks, PciLinksAreOneWay) {
  const std::string text = machine(
      "<pci busid='0000:01:00.0' class='0x060400' link_speed='' link_width=''>"
      "<pcilink target='0000:02:00.0'/><pcilink target='0000:09:00.0'/></pci>"
      "<pci busid='0000:02:00.0' class='0x060400' link_speed='' link_width=''/>");
  EXPECT_THAT(arrows(topology_of(text), LinkKind::PciPeer),
              ElementsAre("PCI 0000:01:00.0 -> PCI 0000:02:00.0 x1"));
  EXPECT_THAT(notes_of(text),
              HasSubstr("a pcilink that leads to no other PCI switch of the file is skipped"));
}

TEST(NcclXmlLinks, SocketsOfOneHostAreJoined) {
  const Topology topology = topology_of(
      "<system version='1'><cpu numaid='0' arch='ppc64' host_hash='0xa'/>"
      "<cpu numaid='0' arch='ppc64' host_hash='0xb'/><cpu numaid='1' arch='ppc64' host_hash='0xa'/>"
      "</system>");
  EXPECT_THAT(arrows(topology, LinkKind::InterSocket),
              ElementsAre("CPU 0 -> CPU 1 x1", "CPU 1 -> CPU 0 x1"));
  EXPECT_EQ(std::get<Cpu>(named(topology, "CPU 0 of host 1").info).host, 1);
  EXPECT_EQ(links_of(topology, LinkKind::InterSocket)[0].origin.kind, core::Origin::Kind::Assumed);
}

}  // namespace links_test
}  // namespace treering::hw::formats::nccl_xml
