#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/catalogue/links.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "tests/hw/formats/nccl_xml/text.h"

namespace treering::hw::formats::nccl_xml {
namespace reader_test {

using core::Cpu;
using core::Device;
using core::DeviceId;
using core::DeviceKind;
using core::Gpu;
using core::LinkKind;
using core::NicPort;
using core::Topology;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(NcclXmlReader, ReadsCpus) {
  const Topology topology = topology_of(machine(gpu(0, "0000:01:00.0")));
  EXPECT_EQ(topology.device(0).name, "CPU 0");
  EXPECT_EQ(topology.device(0).info,
            core::DeviceInfo(Cpu{0, 0, "x86_64", "GenuineIntel", 6, 85, "ff"}));
}

TEST(NcclXmlReader, NamesTheTopologyAfterSystemOrFile) {
  EXPECT_EQ(topology_of(machine("")).name(), "x");
  EXPECT_EQ(
      topology_of("<system version='1' name='mine'><cpu numaid='0' arch='arm64'/></system>").name(),
      "mine");
}

/// A machine with one GPU on the host with that hash.
std::string machine_of(const std::string& hash, int lanes = 16) {
  return "<system version=\"1\"><cpu host_hash=\"" + hash +
         "\" numaid=\"0\" arch=\"x86_64\"><pci busid=\"0000:01:00.0\" class=\"0x030200\" "
         "link_width=\"" +
         std::to_string(lanes) + "\"><gpu dev=\"0\" sm=\"80\" rank=\"" + hash.substr(2) +
         "\"/></pci></cpu></system>\n";
}

TEST(NcclXmlReader, CountsHostsLikeTheFirst) {
  EXPECT_EQ(read(machine_of("0x1"))->hosts, 1);
  const std::string two = machine_of("0x1") + "the other one:\n" + machine_of("0x2");
  EXPECT_EQ(read(two)->hosts, 2);
  EXPECT_THAT(notes_of(two), HasSubstr("line 3, column 1, <system>: another host like the first"));
  const std::string again = machine_of("0x1") + machine_of("0x1");
  EXPECT_EQ(read(again)->hosts, 1);
  EXPECT_THAT(notes_of(again), HasSubstr("the first machine again"));
}

TEST(NcclXmlReader, SaysWhichMachinesAreLeftOut) {
  const std::string two = machine_of("0x1", 8) + machine_of("0x2");
  EXPECT_EQ(read(two)->hosts, 1);
  EXPECT_THAT(notes_of(two), HasSubstr("another system differs from the first, which counts; give "
                                       "each machine in a file of its own"));
}

TEST(NcclXmlReader, ReadsTheNamelessValuesOfNcclsOwnDumps) {
  // As NCCL 2.28.9 wrote it for a link that its input ended with " />".
  const std::string link = R"(<nvlink target="0000:02:00.0" count="4" tclass="0x030200" =""/>)";
  const Topology topology =
      topology_of(machine(gpu(0, "0000:01:00.0", link) + gpu(1, "0000:02:00.0")));
  EXPECT_THAT(arrows(topology, LinkKind::NvLink), ElementsAre("GPU 0 -> GPU 1 x4"));
  EXPECT_EQ(topology_of(machine(R"(<!-- =""> <a ="" --><pci busid="0:1" ="" ="" class="0x03" )"
                                R"(link_speed = "" ><gpu =""  dev="0" sm="90"/></pci>)"))
                .gpu_count(),
            1);
}

TEST(NcclXmlReader, KeepsThePlacesOfErrorsBehindNamelessValues) {
  const auto broken =
      read_nccl_xml("<system version=\"1\" =\"\"><cpu numaid=\"x\"/></system>", "x");
  ASSERT_FALSE(broken);
  EXPECT_THAT(broken.error().message(), HasSubstr("line 1, column 25"));
}

TEST(NcclXmlReader, KeepsAttributesOfOthers) {
  const Topology topology = topology_of(
      "<system version='1' site='x'><cpu numaid='0' arch='arm64' host_hash='0x5' cores='9'>"
      "<pci busid='0:1' class='0x03' colour='red' link_speed='' link_width=''>"
      "<gpu dev='0' sm='90' gdr='1' rank='3' keep='1'/></pci></cpu></system>");
  EXPECT_EQ(topology.extra(), (core::Attributes{{"site", "x"}}));
  EXPECT_EQ(topology.device(0).extra, (core::Attributes{{"host_hash", "0x5"}, {"cores", "9"}}));
  EXPECT_EQ(topology.device(1).extra,
            (core::Attributes{{"pci.colour", "red"}, {"rank", "3"}, {"keep", "1"}}));
}

TEST(NcclXmlReader, ReadsGpus) {
  const Topology topology = topology_of(
      machine("<pci busid='0000:0A:00.0' class='0x030200' vendor='0x10de' device='0x20b0' "
              "subsystem_vendor='0x10de' subsystem_device='0x134f' link_speed='16.0 GT/s PCIe' "
              "link_width='8'><gpu dev='3' sm='80' gdr='0'/></pci>"));
  const Device& device = named(topology, "GPU 3");
  EXPECT_EQ(device.info, core::DeviceInfo(Gpu{3, 80, false}));
  EXPECT_EQ(device.pci, (core::PciFunction{"0000:0a:00.0", "0x030200", "0x10de", "0x20b0", "0x10de",
                                           "0x134f", "16.0 GT/s PCIe", 8}));
  EXPECT_THAT(device.assumed, IsEmpty());
  EXPECT_THAT(arrows(topology, LinkKind::Pcie),
              ElementsAre("GPU 3 -> CPU 0 x8", "CPU 0 -> GPU 3 x8"));
  // 16 GT/s x 8 lanes x 128/130 / 8 bits.
  EXPECT_DOUBLE_EQ(topology.links()[0].bandwidth.in_gb_per_s(), 16.0 * 128 / 130);
}

TEST(NcclXmlReader, IntegersAreDecimalOctalOrHex) {
  const Topology topology =
      topology_of("<system version='0x1'><cpu numaid='010' arch='arm64'/></system>");
  EXPECT_EQ(topology.device(0).name, "CPU 8");
}

TEST(NcclXmlReader, GpuWithoutGpuElementIsAssumed) {
  const std::string text = machine(
      "<pci busid='0000:02:00.0' class='0x030200' link_speed='' link_width='16'/>"
      "<pci busid='0000:01:00.0' class='0x030200' link_speed='' link_width='16'/>" +
      gpu(0, "0000:03:00.0"));
  const Topology topology = topology_of(text);
  // NVML numbers by bus id; number 0 is taken.
  EXPECT_EQ(named(topology, "GPU 1").pci->bus_id, "0000:01:00.0");
  EXPECT_EQ(named(topology, "GPU 2").pci->bus_id, "0000:02:00.0");
  EXPECT_THAT(named(topology, "GPU 1").assumed,
              ElementsAre("index", "compute_capability", "gpu_direct_rdma"));
  EXPECT_THAT(notes_of(text), HasSubstr("a GPU without a gpu element: NCCL adds its number, "
                                        "compute capability and NVLinks from NVML (2 times)"));
}

TEST(NcclXmlReader, MissingGpuAttributesAreAssumed) {
  const Topology topology = topology_of(machine("<pci busid='0000:01:00.0'><gpu/></pci>"));
  const Device& device = named(topology, "GPU 0");
  EXPECT_EQ(device.info, core::DeviceInfo(Gpu{0, 0, true}));
  EXPECT_EQ(device.pci->class_code, "0x03");  // NCCL 2.28 src/graph/xml.cc:894
  EXPECT_THAT(device.assumed, ElementsAre("pci/class", "pci/link_speed", "pci/link_width", "index",
                                          "compute_capability", "gpu_direct_rdma"));
}

TEST(NcclXmlReader, SwitchesNestAndLeafWithoutClassIsOne) {
  const std::string text = machine(
      "<pci busid='0000:01:00.0' class='0x060400' link_speed='' link_width=''>"
      "<pci busid='0000:02:00.0'/></pci>");
  const Topology topology = topology_of(text);
  EXPECT_EQ(topology.of_kind(DeviceKind::PciSwitch).size(), 2U);
  EXPECT_EQ(name_of(topology, topology.parent_of(2)), "PCI 0000:01:00.0");
  EXPECT_THAT(notes_of(text),
              HasSubstr("line 3, column 72, <pci>: a pci element with neither class"));
}

TEST(NcclXmlReader, ClassDecidesWhatALeafIs) {
  const Topology topology = topology_of(
      machine("<pci busid='0:1' class='0x068000'/><pci busid='0:2' class='0x020700'/>"
              "<pci busid='0:3' class='0x080100'/><pci busid='0:4' class='0x060000'/>"));
  EXPECT_EQ(named(topology, "NVSwitch 0:1").kind(), DeviceKind::NvSwitch);
  EXPECT_EQ(named(topology, "NIC 0:2").kind(), DeviceKind::Nic);
  EXPECT_EQ(named(topology, "PCI 0:3").kind(), DeviceKind::PciSwitch);
  EXPECT_EQ(named(topology, "PCI 0:4").kind(), DeviceKind::PciSwitch);
}

TEST(NcclXmlReader, ReadsNicsAndPorts) {
  const Topology topology = topology_of(
      machine("<pci busid='0000:0d:00.0' class='0x020700' link_speed='' link_width=''><nic>"
              "<net name='mlx5_0' dev='2' speed='200000' port='1' latency='1.5' guid='0xa042' "
              "maxconn='131072' gdr='1' coll='1' net='9'/></nic></pci>"));
  const Device& device = named(topology, "mlx5_0");
  EXPECT_EQ(device.info,
            core::DeviceInfo(NicPort{1, 2, 200'000, 1, 0xa042, 1.5, 131'072, true, true}));
  EXPECT_EQ(device.extra, (core::Attributes{{"net", "9"}}));
  EXPECT_THAT(device.assumed, IsEmpty());
  EXPECT_EQ(name_of(topology, topology.parent_of(2)), "NIC 0000:0d:00.0");
}

TEST(NcclXmlReader, MissingNetAttributesAreAssumed) {
  const std::string text =
      machine("<nic><net dev='0' speed='-1'/><net name='b' speed='100'/></nic>");
  const Topology topology = topology_of(text);
  EXPECT_EQ(std::get<NicPort>(named(topology, "net 0").info).speed_mbps, 10'000);
  EXPECT_THAT(named(topology, "net 0").assumed, ElementsAre("speed_mbps", "name"));
  EXPECT_EQ(std::get<NicPort>(named(topology, "b").info).index, 1);
  EXPECT_THAT(named(topology, "b").assumed, ElementsAre("index"));
  EXPECT_THAT(notes_of(text), HasSubstr("a net without dev: NCCL leaves it out"));
}

TEST(NcclXmlReader, GuidOfZeroThatIsGivenIsKept) {
  const Topology topology = topology_of(machine("<nic><net name='a' dev='0' guid='0x0'/></nic>"));
  EXPECT_EQ(named(topology, "a").extra, (core::Attributes{{"guid", "0x0"}}));
}

TEST(NcclXmlReader, NicsOfACpuAreOneVirtualNic) {
  const Topology topology = topology_of(
      machine("<nic><net name='eth0' dev='0' speed='10000'/></nic>" + gpu(0, "0000:01:00.0") +
              "<nic><net name='eth1' dev='1' speed='10000'/></nic>"));
  ASSERT_EQ(topology.of_kind(DeviceKind::Nic).size(), 1U);
  const DeviceId nic = topology.of_kind(DeviceKind::Nic)[0];
  EXPECT_FALSE(topology.device(nic).pci);
  EXPECT_EQ(topology.children_of(nic).size(), 2U);
  EXPECT_EQ(name_of(topology, topology.parent_of(nic)), "CPU 0");
}

TEST(NcclXmlReader, NetsOfOneNameAreDistinguished) {
  const Topology topology = topology_of(
      "<system version='1'><cpu numaid='0' arch='arm64'><nic><net name='eth0' dev='0'/></nic></cpu>"
      "<cpu numaid='1' arch='arm64'><nic><net name='eth0' dev='0'/></nic></cpu></system>");
  EXPECT_EQ(named(topology, "eth0 #2").extra, (core::Attributes{{"name", "eth0"}}));
}

TEST(NcclXmlReader, HostsHaveTheirOwnNumbers) {
  const std::string pci = gpu(0, "0000:01:00.0");
  const Topology topology =
      topology_of("<system version='1'><cpu numaid='0' arch='arm64' host_hash='0xa'>" + pci +
                  "</cpu><cpu numaid='0' arch='arm64' host_hash='0xb'>" + pci + "</cpu></system>");
  EXPECT_EQ(std::get<Gpu>(named(topology, "GPU 0 of host 1").info).index, 0);
}

TEST(NcclXmlReader, SwitchTwiceBelowOneParentIsOne) {
  // What NCCL's fusion leaves when two ranks saw different attributes.
  const std::string text =
      machine("<pci busid='0000:01:00.0' class='0x060400' link_speed='' link_width=''>" +
              gpu(0, "0000:02:00.0") +
              "</pci><pci busid='0000:01:00.0' class='0x060400' link_speed='8 GT/s' "
              "link_width=''>" +
              gpu(1, "0000:03:00.0") + "</pci>");
  const Topology topology = topology_of(text);
  EXPECT_EQ(topology.of_kind(DeviceKind::PciSwitch).size(), 1U);
  EXPECT_EQ(topology.children_of(1).size(), 2U);
  EXPECT_THAT(notes_of(text),
              HasSubstr("a busid given twice below one parent: taken as one device"));
}

// NCCL makes two switches of two elements, and one NIC (2.28 src/graph/topo.cc, ncclTopoAddPci).
TEST(NcclXmlReader, BusIdsMayBeGivenTwiceAsNcclAllows) {
  const auto bridge = [](const std::string& bus_id, const std::string& content) {
    return "<pci busid='" + bus_id + "' class='0x060400' link_speed='' link_width=''>" + content +
           "</pci>";
  };
  const std::string switches =
      machine(bridge("0000:01:00.0", bridge("0000:02:00.0", gpu(0, "0000:03:00.0"))) +
              bridge("0000:04:00.0", bridge("0000:02:00.0", gpu(1, "0000:05:00.0"))));
  const Topology two = topology_of(switches);
  EXPECT_EQ(two.of_kind(DeviceKind::PciSwitch).size(), 4U);
  EXPECT_THAT(notes_of(switches), HasSubstr("given twice, as NCCL allows"));
  const auto nic = [](int dev) {
    return "<pci busid='0000:06:00.0' class='0x020700' link_speed='' link_width=''><nic><net "
           "name='m" +
           std::to_string(dev) + "' dev='" + std::to_string(dev) +
           "' speed='100000' port='1' guid='0x1'/></nic></pci>";
  };
  const Topology one = topology_of(machine(bridge("0000:01:00.0", gpu(0, "0000:03:00.0") + nic(0)) +
                                           bridge("0000:04:00.0", nic(1))));
  EXPECT_EQ(one.of_kind(DeviceKind::Nic).size(), 1U);
  EXPECT_EQ(one.of_kind(DeviceKind::NicPort).size(), 2U);
}

TEST(NcclXmlReader, UnknownElementsAreSkippedWithANote) {
  const std::string text = machine("<fpga><pci busid='0:1'/></fpga><fpga/>");
  EXPECT_EQ(topology_of(text).devices().size(), 1U);
  EXPECT_THAT(notes_of(text),
              HasSubstr("note: dir/x.xml: line 3, column 1, <fpga>: element 'fpga' is unknown here "
                        "and skipped, as NCCL does (2 times)"));
}

TEST(NcclXmlReader, TakesXmlThatNcclCannot) {
  EXPECT_EQ(topology_of("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE system>\n<system\n\t"
                        "version = '1'><!-- c --><cpu numaid='0' arch='arm64'></cpu></system>")
                .devices()
                .size(),
            1U);
}

// A net of speed -1, as Linux gives it, is one whose speed is unknown: NCCL takes 10 Gbit/s.
TEST(NcclXmlReader, UnknownSpeedsAreFilledAsNcclFillsThem) {
  for (const std::string speed : {"-1", "0", ""}) {
    const std::string text = machine("<nic><net name='eth0' dev='0' speed='" + speed + "'/></nic>");
    const Topology topology = topology_of(text);
    const Device& net = named(topology, "eth0");
    EXPECT_EQ(std::get<core::NicPort>(net.info).speed_mbps, 10'000) << speed;
    EXPECT_THAT(net.assumed, ElementsAre("speed_mbps"));
    EXPECT_THAT(notes_of(text), HasSubstr("a net of unknown speed: taken as 10 Gbit/s"));
  }
}

TEST(NcclXmlReader, LinkSpeedsThatNcclDoesNotKnowAreNoted) {
  const auto notes_with = [](const std::string& link_speed) {
    return notes_of(machine("<pci busid='0:1' class='0x060400' link_width='16' link_speed='" +
                            link_speed + "'/>"));
  };
  for (const std::string known : {"32 GT/s PCIe/s", "8 GT/s"}) {
    EXPECT_EQ(notes_with(known), "") << known;
  }
  for (const std::string unknown : {"", "Unknown", "Unknown speed"}) {
    EXPECT_THAT(notes_with(unknown),
                HasSubstr("the file does not say link_speed of a PCI switch: taken as 8 GT/s, as "
                          "NCCL does"));
  }
  for (const std::string odd : {"7 GT/s", "fast", "0 GT/s", "8"}) {
    EXPECT_THAT(notes_with(odd),
                HasSubstr("link_speed '" + odd + "' is not a PCI Express rate: taken as 8 GT/s"));
  }
}

// As NCCL dumps the GPUs of virtual machines.
TEST(NcclXmlReader, WhatIsTakenForLinksThatTheFileLeavesOpenIsNotedOnce) {
  const auto pci = [](int bus, const std::string& link) {
    return "<pci busid='0000:0" + std::to_string(bus) + ":00.0' class='0x030200' " + link +
           "><gpu dev='" + std::to_string(bus) + "' sm='80' gdr='1'/></pci>\n";
  };
  const std::string empty = "link_speed='' link_width='0'";
  EXPECT_EQ(notes_of(machine(pci(1, empty) + pci(2, empty))),
            "warning: dir/x.xml: line 3, column 1, <pci>: the file does not say link_speed and "
            "link_width of a GPU: taken as 8 GT/s, 16 lanes, as NCCL does (2 times)\n");
  EXPECT_THAT(notes_of(machine(pci(1, "link_speed='16.0 GT/s PCIe' link_width=''"))),
              HasSubstr("does not say link_width of a GPU: taken as 16 lanes, as NCCL does"));
  EXPECT_EQ(notes_of(machine(pci(1, "link_speed='16.0 GT/s PCIe' link_width='8'"))), "");
}

TEST(NcclXmlReader, MissingCpuAttributesAreAssumed) {
  const std::string text = "<system version='1'><cpu/></system>";
  const Topology topology = topology_of(text);
  EXPECT_EQ(topology.device(0).info, core::DeviceInfo(Cpu{-1, 0, "x86_64", "", {}, {}, ""}));
  EXPECT_THAT(topology.device(0).assumed, ElementsAre("numa_id", "arch"));
  EXPECT_THAT(notes_of(text), HasSubstr("a cpu without numaid, which NCCL refuses"));
}

}  // namespace reader_test
}  // namespace treering::hw::formats::nccl_xml
