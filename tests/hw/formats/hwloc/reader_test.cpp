#include <gmock/gmock.h>

#include "tests/hw/formats/hwloc/text.h"

namespace treering::hw::formats::hwloc {
namespace reader_test {

using core::DeviceKind;
using core::LinkKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const core::Cpu& cpu_of(const core::Device& device) {
  return std::get<core::Cpu>(device.info);
}

std::string parent_of(const core::Topology& topology, const std::string& name) {
  for (std::size_t i = 0; i < topology.devices().size(); ++i) {
    if (topology.devices()[i].name != name) continue;
    return topology.device(topology.parent_of(static_cast<core::DeviceId>(i))).name;
  }
  return "no device " + name;
}

TEST(HwlocReader, ReadsCpus) {
  const auto read = read_hwloc(hwloc_text(""));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->topology.name(), "x");
  EXPECT_EQ(read->topology.description(), "Read from hwloc XML, version 2.");
  EXPECT_THAT(all_notes(*read), IsEmpty());
  const core::Cpu& cpu = cpu_of(named(read->topology, "CPU 0"));
  EXPECT_EQ(cpu.arch, "x86_64");
  EXPECT_EQ(cpu.vendor, "AuthenticAMD");
  // 23 is 15 and 8; NCCL shifts the 8 by 4: 15 + 128.
  EXPECT_EQ(cpu.family, 143);
  EXPECT_EQ(cpu.model, 49);
  EXPECT_EQ(cpu.affinity, "000000ff");
}

TEST(HwlocReader, ReadsVersion1WhoseNumaNodesHoldPackages) {
  const auto read = read_hwloc(
      "<topology>\n<object type=\"Machine\" cpuset=\"0x0000ffff,,0x000000ff\">\n"
      "<info name=\"Architecture\" value=\"ppc64le\"/>\n"
      "<object type=\"NUMANode\" os_index=\"0\" cpuset=\"0x000000ff\">\n"
      "<object type=\"Socket\" cpuset=\"0x000000ff\"><info name=\"CPUModel\" value=\"POWER9\"/>"
      "<object type=\"Cache\" cpuset=\"0x000000ff\"/></object>\n" +
      host_bridge(pci_device("0004:04:00.0", "0302 [10de:1db1]",
                             "<object type=\"OSDev\" name=\"cuda0\" osdev_type=\"5\"/>")) +
      "</object>\n"
      "<object type=\"NUMANode\" os_index=\"8\" cpuset=\"0x0000ffff,,0x0\"/>\n"
      "<object type=\"NUMANode\" os_index=\"255\" cpuset=\"0x0\"/>\n"
      "</object>\n</topology>\n");
  ASSERT_TRUE(read);
  const core::Topology& topology = read->topology;
  EXPECT_EQ(topology.of_kind(DeviceKind::Cpu).size(), 2U);
  const core::Device& far = named(topology, "CPU 8");
  EXPECT_EQ(cpu_of(far).arch, "ppc64");
  EXPECT_EQ(cpu_of(far).affinity, "0000ffff,00000000,00000000");
  EXPECT_EQ(parent_of(topology, "GPU 0"), "CPU 0");
  EXPECT_EQ(arrows(topology, LinkKind::InterSocket).size(), 2U);
  EXPECT_THAT(all_notes(*read),
              HasSubstr("line 12, column 1, <object>: a NUMA node without cores"));
  EXPECT_THAT(
      all_notes(*read),
      HasSubstr(
          "line 7, column 1, <object>: a device right below a host bridge, though on another bus"));
  // CUDA's numbers need not be NVML's.
  EXPECT_THAT(named(topology, "GPU 0").assumed,
              ElementsAre("index", "compute_capability", "gpu_direct_rdma", "pci/link_speed",
                          "pci/link_width"));
}

TEST(HwlocReader, ReadsVersion3WithBitsForTypesAndInfosBesideTheMachine) {
  const std::string text =
      "<topology version=\"3.0\"><object type=\"Machine\" cpuset=\"0xff\">"
      "<object type=\"Package\" cpuset=\"0xff\"/>" +
      host_bridge(
          "<object type=\"PCIDev\" pci_busid=\"0000:00:05.0\" pci_link_speed=\"3.938462\" "
          "pci_type=\"0c06 [1077:7322] [1077:7322] 02 01\">"
          "<object type=\"OSDev\" name=\"ib0\" osdev_type=\"16\">"
          "<info name=\"Address\" value=\"80:00\"/></object>"
          "<object type=\"OSDev\" name=\"qib0\" osdev_type=\"48\">"
          "<info name=\"NodeGUID\" value=\"0011:7500:0077:cfc8\"/>"
          "<info name=\"Port1State\" value=\"4\"/><info name=\"Port1LID\" value=\"0x12a\"/>"
          "</object></object>") +
      "</object><info name=\"Architecture\" value=\"aarch64\"/>"
      "<info name=\"DMIProductName\" value=\"Box\"/></topology>";
  const auto read = read_hwloc(text);
  ASSERT_TRUE(read);
  const core::Topology& topology = read->topology;
  EXPECT_EQ(topology.description(), "Read from hwloc XML, version 3: Box.");
  EXPECT_EQ(cpu_of(named(topology, "CPU 0")).arch, "arm64");
  EXPECT_THAT(all_notes(*read), HasSubstr("no NUMA node with cores: the machine counts as one"));
  const core::Device& nic = named(topology, "NIC 0000:00:05.0");
  EXPECT_EQ(nic.pci->class_code, "0x0c0601");
  EXPECT_THAT(nic.extra, ElementsAre(std::pair("interface", "ib0 80:00")));
  const core::Device& port = named(topology, "qib0");
  // The first byte is the lowest.
  EXPECT_EQ(std::get<core::NicPort>(port.info).guid, 0xc8cf770000751100U);
  EXPECT_EQ(std::get<core::NicPort>(port.info).speed_mbps, 40000);
  EXPECT_THAT(port.extra, ElementsAre(std::pair("lid", "0x12a")));
}

// Root port, switch (upstream and downstream bridge), device; and a device below a root port.
TEST(HwlocReader, TakesEveryOtherBridgeForASwitch) {
  const core::Topology topology = hwloc_topology(hwloc_text(
      host_bridge(bridge(
          "0000:00:01.0",
          bridge("0000:01:00.0", bridge("0000:02:00.0", hwloc_gpu(0, "0000:03:00.0"), "7.876923") +
                                     bridge("0000:02:01.0", hwloc_gpu(1, "0000:04:00.0"), "0")))) +
      host_bridge(bridge("0000:80:01.0", hwloc_gpu(2, "0000:81:00.0")))));
  EXPECT_THAT(arrows(topology, LinkKind::Pcie),
              ElementsAre("PCI 0000:01:00.0 -> CPU 0 x16", "CPU 0 -> PCI 0000:01:00.0 x16",
                          "GPU 0 -> PCI 0000:01:00.0 x8", "PCI 0000:01:00.0 -> GPU 0 x8",
                          "GPU 1 -> PCI 0000:01:00.0 x16", "PCI 0000:01:00.0 -> GPU 1 x16",
                          "GPU 2 -> CPU 0 x16", "CPU 0 -> GPU 2 x16"));
  // The slower end counts, unless it is not known: 7.876923 GB/s are 8 lanes of 8 GT/s.
  EXPECT_EQ(named(topology, "GPU 0").pci->link_width, 8);
  EXPECT_EQ(named(topology, "GPU 1").pci->link_speed, "8.0 GT/s PCIe");
  EXPECT_EQ(named(topology, "PCI 0000:01:00.0").pci->host_bridge, 0);
  EXPECT_EQ(named(topology, "GPU 2").pci->host_bridge, 1);
}

TEST(HwlocReader, ReadsGpus) {
  const core::Topology topology = hwloc_topology(
      hwloc_text(host_bridge(hwloc_gpu(1, "0000:81:00.0") + hwloc_gpu(0, "0000:82:00.0") +
                             pci_device("0000:83:00.0", "0300 [10de:ffff]", "") +
                             pci_device("0000:84:00.0", "0300 [1a03:2000]", ""))));
  ASSERT_EQ(topology.gpu_count(), 3);
  const core::Device& gpu = named(topology, "GPU 1");
  EXPECT_EQ(gpu.pci->bus_id, "0000:81:00.0");
  EXPECT_EQ(gpu.pci->class_code, "0x030200");
  EXPECT_EQ(gpu.pci->vendor, "0x10de");
  EXPECT_EQ(gpu.pci->device, "0x1db8");
  EXPECT_EQ(std::get<core::Gpu>(gpu.info).compute_capability, 70);
  EXPECT_THAT(gpu.extra, ElementsAre(std::pair("model", "Tesla V100"), std::pair("uuid", "GPU-1")));
  // The one without NVML gets the number that is left.
  EXPECT_EQ(named(topology, "GPU 2").pci->bus_id, "0000:83:00.0");
}

TEST(HwlocReader, JoinsFunctionsOfAnAdapterAndLeavesOutPortsThatAreDown) {
  const auto function = [](const std::string& digit, const std::string& state) {
    return pci_device("0000:4d:00." + digit, "0207 [15b3:101b]",
                      "<object type=\"OSDev\" name=\"mlx5_" + digit +
                          "\" osdev_type=\"3\"><info name=\"SysImageGUID\" "
                          "value=\"0000:0000:0000:0001\"/><info name=\"Port1State\" value=\"" +
                          state + "\"/></object><object type=\"OSDev\" name=\"ib" + digit +
                          "\" osdev_type=\"2\"/>");
  };
  const auto read = read_hwloc(
      hwloc_text(host_bridge(function("0", "4") + function("1", "4") + function("2", "1"))));
  ASSERT_TRUE(read);
  const core::Topology& topology = read->topology;
  EXPECT_EQ(topology.of_kind(DeviceKind::Nic).size(), 1U);
  ASSERT_EQ(topology.of_kind(DeviceKind::NicPort).size(), 2U);
  const core::Device& second = named(topology, "mlx5_1");
  EXPECT_EQ(std::get<core::NicPort>(second.info).index, 1);
  EXPECT_EQ(std::get<core::NicPort>(second.info).speed_mbps, 200000);
  EXPECT_EQ(std::get<core::NicPort>(second.info).guid, std::uint64_t{1} << 56U);
  EXPECT_THAT(second.assumed, ElementsAre("index", "speed_mbps", "gpu_direct_rdma"));
  EXPECT_THAT(all_notes(*read), HasSubstr("an inactive port is left out"));
  EXPECT_THAT(all_notes(*read), HasSubstr("taken as 200 Gbit/s, the most that its adapter can do "
                                          "(2 times)"));
}

TEST(HwlocReader, TakesInterfacesWhereThereIsNoInfiniBand) {
  const auto read = read_hwloc(hwloc_text(
      host_bridge(pci_device("0000:01:00.0", "0200 [14e4:165f]",
                             "<object type=\"OSDev\" name=\"eth0\" osdev_type=\"2\">"
                             "<info name=\"Address\" value=\"c4:cb:e1:a7:42:9c\"/></object>") +
                  pci_device("0000:02:00.0", "0200 [1137:00cf]", ""))));
  ASSERT_TRUE(read);
  const core::Device& port = named(read->topology, "eth0");
  EXPECT_EQ(std::get<core::NicPort>(port.info).speed_mbps, 10000);
  EXPECT_THAT(port.extra, ElementsAre(std::pair("address", "c4:cb:e1:a7:42:9c")));
  EXPECT_THAT(all_notes(*read), HasSubstr("taken as up with 10 Gbit/s"));
  EXPECT_THAT(all_notes(*read), HasSubstr("a network adapter without an interface"));
}

TEST(HwlocReader, ReadsNvLinksOfAMatrixOfOneType) {
  // 25 GB/s a link of V100: 75000 MB/s are three.
  const core::Topology topology = hwloc_topology(
      hwloc_text(host_bridge(hwloc_gpu(0, "0000:81:00.0") + hwloc_gpu(1, "0000:82:00.0")),
                 "<distances2 type=\"OSDev\" nbobjs=\"2\" name=\"NVLinkBandwidth\">"
                 "<indexes length=\"8\">800 801 </indexes>"
                 "<u64values>1000000 75000 </u64values><u64values>75000 1000000 </u64values>"
                 "</distances2>"));
  EXPECT_THAT(arrows(topology, LinkKind::NvLink),
              ElementsAre("GPU 0 -> GPU 1 x3", "GPU 1 -> GPU 0 x3"));
  EXPECT_EQ(topology.links().back().bandwidth.in_gb_per_s(), 75);
  EXPECT_EQ(topology.links().back().origin.kind, core::Origin::Kind::File);
}

TEST(HwlocReader, ReadsNvLinksToSwitchesAndPackages) {
  const core::Topology topology = hwloc_topology(
      hwloc_text(host_bridge(hwloc_gpu(0, "0000:81:00.0") +
                             pci_device("0000:82:00.0", "0680 [10de:1ac2]", "", 449)),
                 "<distances2hetero nbobjs=\"3\" name=\"NVLinkBandwidth\">"
                 "<indexes>OSDev:800 PCIDev:449 Package:3 </indexes>"
                 "<u64values>0 25000 50000 25000 0 0 50000 0 0</u64values></distances2hetero>"));
  EXPECT_THAT(arrows(topology, LinkKind::NvLink),
              ElementsAre("GPU 0 -> NVSwitch 0000:82:00.0 x1", "GPU 0 -> CPU 0 x2",
                          "NVSwitch 0000:82:00.0 -> GPU 0 x1", "CPU 0 -> GPU 0 x2"));
}

TEST(HwlocReader, SaysThatNvLinksAreNotInTheFile) {
  const std::string two =
      hwloc_text(host_bridge(hwloc_gpu(0, "0000:81:00.0") + hwloc_gpu(1, "0000:82:00.0")));
  EXPECT_THAT(hwloc_notes(two), HasSubstr("the file lacks the matrix NVLinkBandwidth"));
  EXPECT_THAT(hwloc_topology(two).links().back().kind, LinkKind::Pcie);
  EXPECT_THAT(hwloc_notes(hwloc_text(host_bridge(hwloc_gpu(0, "0000:81:00.0")))),
              ::testing::Not(HasSubstr("matrix")));
}

TEST(HwlocReader, AssumesTheNvLinksOfPower9) {
  std::string text = hwloc_text(host_bridge(pci_device("0004:04:00.0", "0302 [10de:1db1]", "") +
                                            pci_device("0004:05:00.0", "0302 [10de:1db1]", "")));
  text.replace(text.find("x86_64"), 6, "ppc64le");
  const auto read = read_hwloc(text);
  ASSERT_TRUE(read);
  // Six links: three to the other GPU, three to the CPU.
  EXPECT_THAT(arrows(read->topology, LinkKind::NvLink),
              ElementsAre("GPU 0 -> GPU 1 x3", "GPU 1 -> GPU 0 x3", "GPU 0 -> CPU 0 x3",
                          "CPU 0 -> GPU 0 x3", "GPU 1 -> CPU 0 x3", "CPU 0 -> GPU 1 x3"));
  EXPECT_EQ(read->topology.links().back().origin.kind, core::Origin::Kind::Assumed);
  EXPECT_THAT(all_notes(*read), HasSubstr("GPUs of an IBM POWER server"));
}

TEST(HwlocReader, PutsAHostBridgeOfSeveralNumaNodesBelowTheFirst) {
  const auto read = read_hwloc(
      "<topology version=\"2.0\"><object type=\"Machine\" cpuset=\"0xff\">"
      "<info name=\"Architecture\" value=\"x86_64\"/>"
      "<object type=\"NUMANode\" os_index=\"0\" cpuset=\"0x0f\"/>"
      "<object type=\"NUMANode\" os_index=\"1\" cpuset=\"0xf0\"/>"
      "<object type=\"NUMANode\" os_index=\"2\" cpuset=\"0xf0\" subtype=\"HBM\"/>" +
      host_bridge(hwloc_gpu(0, "0000:81:00.0")) + "</object></topology>");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->topology.of_kind(DeviceKind::Cpu).size(), 2U);
  EXPECT_EQ(parent_of(read->topology, "GPU 0"), "CPU 0");
  EXPECT_THAT(all_notes(*read), HasSubstr("a host bridge at several NUMA nodes"));
}

TEST(HwlocReader, LeavesOutGpusOfAmd) {
  const auto read = read_hwloc(hwloc_text(
      host_bridge(pci_device("0000:81:00.0", "0300 [1002:66a1]",
                             "<object type=\"OSDev\" name=\"opencl0d0\" osdev_type=\"5\"/>"))));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->topology.gpu_count(), 0);
  EXPECT_THAT(all_notes(*read), HasSubstr("an AMD GPU is left out"));
}

}  // namespace reader_test
}  // namespace treering::hw::formats::hwloc
