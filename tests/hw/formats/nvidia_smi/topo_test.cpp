// Matrices of `nvidia-smi topo -m` as topologies: what they say, and what has to be assumed.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/json.h"
#include "hw/formats/format.h"
#include "hw/formats/nccl_xml/topology_xml.h"

namespace treering::hw::formats::nvidia_smi {
namespace topo_test {

using core::DeviceKind;
using core::LinkKind;
using core::Topology;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

LoadedCluster loaded(const std::string& text) {
  auto read = read_nvidia_smi_topo({"t.txt", text}, {});
  EXPECT_TRUE(read) << (read ? "" : read.error().message());
  return read.value_or(LoadedCluster());
}

Topology node_of(const std::string& text) {
  return loaded(text).cluster.node;
}

std::vector<std::string> names(const Topology& node, DeviceKind kind) {
  std::vector<std::string> result;
  for (const core::DeviceId id : node.of_kind(kind)) result.push_back(node.device(id).name);
  return result;
}

const core::Device& named(const Topology& node, const std::string& name) {
  for (const core::Device& device : node.devices()) {
    if (device.name == name) return device;
  }
  throw std::runtime_error("no device " + name);
}

const core::Gpu& gpu(const Topology& node) {
  return std::get<core::Gpu>(named(node, "GPU 0").info);
}

/// NVLinks as "GPU 0 > GPU 1: 3".
std::vector<std::string> nvlinks(const Topology& node) {
  std::vector<std::string> result;
  for (const core::Link& link : node.links()) {
    if (link.kind != LinkKind::NvLink || link.from > link.to) continue;
    result.push_back(node.device(link.from).name + " - " + node.device(link.to).name + ": " +
                     std::to_string(link.count));
  }
  return result;
}

/// All `gpus` joined by `word`, one NUMA node of `cpus`.
std::string all_to_all(int gpus, const std::string& word, const std::string& cpus = "0-55") {
  std::string header;
  std::string rows;
  for (int i = 0; i < gpus; ++i) {
    header += "\tGPU" + std::to_string(i);
    rows += "GPU" + std::to_string(i);
    for (int j = 0; j < gpus; ++j) rows += i == j ? "\t X " : "\t" + word;
    rows += "\t" + cpus + "\t0\t\tN/A\n";
  }
  return header + "\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n" + rows;
}

TEST(SmiTopo, BuildsTheTreeThatTheWordsCallFor) {
  // GPU0 and NIC0 share a switch; GPU1 is behind another one below the same root; NIC1 is on a
  // host bridge of its own, GPU2 on another NUMA node.
  const Topology node = node_of(
      "\tGPU0\tGPU1\tGPU2\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\n"
      "GPU0\t X \tPXB\tSYS\tPIX\tNODE\t0-3\t0\n"
      "GPU1\tPXB\t X \tSYS\tPXB\tNODE\t0-3\t0\n"
      "GPU2\tSYS\tSYS\t X \tSYS\tSYS\t4-7\t1\n"
      "NIC0\tPIX\tPXB\tSYS\t X \tNODE\n"
      "NIC1\tNODE\tNODE\tSYS\tNODE\t X \n"
      "\nNIC Legend:\n\n  NIC0: mlx5_0\n  NIC1: mlx5_bond_0   \n");
  const auto parent = [&](const std::string& name) {
    const auto id = static_cast<core::DeviceId>(&named(node, name) - node.devices().data());
    return node.device(node.parent_of(id)).name;
  };
  EXPECT_EQ(parent("GPU 0"), "PCI switch 1");
  EXPECT_EQ(parent("NIC 0"), "PCI switch 1");
  EXPECT_EQ(parent("GPU 1"), "PCI switch 2");
  EXPECT_EQ(parent("PCI switch 1"), "PCI switch 0");
  EXPECT_EQ(parent("PCI switch 2"), "PCI switch 0");
  EXPECT_EQ(parent("PCI switch 0"), "CPU 0");
  EXPECT_EQ(parent("NIC 1"), "CPU 0");
  EXPECT_EQ(parent("GPU 2"), "CPU 1");
  EXPECT_EQ(parent("mlx5_bond_0"), "NIC 1");
  EXPECT_EQ(named(node, "PCI switch 0").pci->host_bridge, 0);
  EXPECT_EQ(named(node, "NIC 1").pci->host_bridge, 1);
  EXPECT_EQ(named(node, "GPU 2").pci->host_bridge, std::nullopt);
  EXPECT_EQ(std::get<core::Cpu>(named(node, "CPU 1").info).numa_id, 1);
  EXPECT_EQ(std::get<core::Cpu>(named(node, "CPU 1").info).affinity, "000000f0");
}

TEST(SmiTopo, TakesTwoPortsOfOneSwitchForOneCard) {
  const Topology node = node_of(
      "GPU0 mlx5_0 mlx5_1 CPU Affinity\nGPU0 X PHB PHB 0-9\nmlx5_0 PHB X PIX\nmlx5_1 PHB PIX X\n");
  EXPECT_THAT(names(node, DeviceKind::Nic), ElementsAre("NIC 0"));
  EXPECT_THAT(names(node, DeviceKind::NicPort), ElementsAre("mlx5_0", "mlx5_1"));
  EXPECT_THAT(names(node, DeviceKind::PciSwitch), IsEmpty());
}

TEST(SmiTopo, AssumesNvSwitchWhereNoMeshHasSoManyLinks) {
  // 7 x 18 links are more than the 18 of an H100; so are 7 x 8 than the 8 of an H800.
  EXPECT_THAT(nvlinks(node_of(all_to_all(8, "NV18"))), Contains("GPU 7 - NVSwitch 0: 18"));
  EXPECT_THAT(nvlinks(node_of(all_to_all(8, "NV8"))), Contains("GPU 0 - NVSwitch 0: 8"));
  // 2 x 18: no bridge carries as many.
  EXPECT_THAT(nvlinks(node_of(all_to_all(2, "NV18"))),
              ElementsAre("GPU 0 - NVSwitch 0: 18", "GPU 1 - NVSwitch 0: 18"));
  // 3 x 6 = 18 and 3 x 4 = 12 are just what an H100 and an A100 have.
  EXPECT_THAT(nvlinks(node_of(all_to_all(4, "NV6"))), Contains("GPU 2 - GPU 3: 6"));
  EXPECT_THAT(nvlinks(node_of(all_to_all(4, "NV4"))), Contains("GPU 2 - GPU 3: 4"));
  EXPECT_THAT(nvlinks(node_of(all_to_all(2, "NV3"))), ElementsAre("GPU 0 - GPU 1: 3"));
}

/// Two pairs of GPUs on two CPUs, with NVLinks within a pair alone.
std::string two_pairs(const std::string& word) {
  const std::string within = "\t" + word;
  return "\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\tNUMA Affinity\n"
         "GPU0\t X " +
         within + "\tSYS\tSYS\t0-55\t0\nGPU1" + within +
         "\t X \tSYS\tSYS\t0-55\t0\nGPU2\tSYS\tSYS\t X " + within + "\t56-111\t1\nGPU3\tSYS\tSYS" +
         within + "\t X \t56-111\t1\n";
}

TEST(SmiTopo, JoinsPairsAmongOthersDirectly) {
  for (const std::string word : {"18", "12", "4"}) {
    EXPECT_THAT(nvlinks(node_of(two_pairs("NV" + word))),
                ElementsAre("GPU 0 - GPU 1: " + word, "GPU 2 - GPU 3: " + word));
  }
  // No cards but H200 NVL have bridges of 18.
  EXPECT_EQ(loaded(two_pairs("NV18")).cluster.node.name(), "4 x unknown GPU, counted as H200 NVL");
  EXPECT_THAT(names(node_of(two_pairs("NV18")), DeviceKind::NvSwitch), IsEmpty());
}

TEST(SmiTopo, GivesAGpuWithLinksDownFewerToNvSwitch) {
  // Through NVSwitch a cell is the smaller of two counts: GPU2 has 16, the others 18.
  EXPECT_THAT(
      nvlinks(node_of("GPU0 GPU1 GPU2 CPU Affinity\nGPU0 X NV18 NV16 0-3\n"
                      "GPU1 NV18 X NV16 0-3\nGPU2 NV16 NV16 X 0-3\n")),
      ElementsAre("GPU 0 - NVSwitch 0: 18", "GPU 1 - NVSwitch 0: 18", "GPU 2 - NVSwitch 0: 16"));
}

TEST(SmiTopo, TellsGpusByTheirNvLinks) {
  EXPECT_EQ(gpu(node_of(all_to_all(8, "NV18"))).compute_capability, 90);
  EXPECT_EQ(gpu(node_of(all_to_all(4, "NV18", "0-71"))).compute_capability, 100);  // Grace
  EXPECT_EQ(gpu(node_of(all_to_all(8, "NV12"))).compute_capability, 80);
  EXPECT_EQ(gpu(node_of(all_to_all(2, "NV12"))).compute_capability, 80);
  EXPECT_EQ(gpu(node_of(all_to_all(8, "NV8"))).compute_capability, 90);
  EXPECT_EQ(gpu(node_of(all_to_all(16, "NV6"))).compute_capability, 70);
  EXPECT_EQ(gpu(node_of(all_to_all(4, "NV6"))).compute_capability, 90);
  EXPECT_EQ(gpu(node_of(all_to_all(4, "NV4"))).compute_capability, 80);
  EXPECT_EQ(gpu(node_of(all_to_all(2, "NV4"))).compute_capability, 86);
  EXPECT_EQ(gpu(node_of(all_to_all(2, "NV3"))).compute_capability, 70);
  EXPECT_EQ(gpu(node_of(all_to_all(2, "NV2"))).compute_capability, 75);
  EXPECT_EQ(gpu(node_of(all_to_all(5, "NV1"))).compute_capability, 60);
  EXPECT_EQ(gpu(node_of(all_to_all(4, "NODE"))).compute_capability, 89);
  // A driver that prints no column "NUMA Affinity" is older than Ada.
  EXPECT_EQ(
      gpu(node_of("GPU0 GPU1 CPU Affinity\nGPU0 X NODE 0-3\nGPU1 NODE X 0-3\n")).compute_capability,
      70);
}

TEST(SmiTopo, TellsCpusByTheirCores) {
  const auto vendor = [](const std::string& cpus) {
    const Topology node = node_of(all_to_all(2, "NODE", cpus));
    const auto& cpu = std::get<core::Cpu>(named(node, "CPU 0").info);
    return cpu.arch + " " + cpu.vendor;
  };
  EXPECT_EQ(vendor("0-55,112-167"), "x86_64 GenuineIntel");  // 56 cores, two threads each
  EXPECT_EQ(vendor("0-63,128-191"), "x86_64 AuthenticAMD");  // 64 cores
  EXPECT_EQ(vendor("0-95,192-287"), "x86_64 AuthenticAMD");  // 96 cores
  EXPECT_EQ(vendor("0,2,4,6,8,10"), "x86_64 GenuineIntel");
  EXPECT_EQ(vendor("72-143"), "arm64 ");
}

TEST(SmiTopo, GivesPower9ItsNvLinksToTheCpu) {
  // A V100 has 6 links: 3 to the other GPU, 3 left.
  const Topology node =
      node_of("GPU0 GPU1 CPU Affinity NUMA Affinity\nGPU0 X NV3 0-63 0\nGPU1 NV3 X 0-63 0\n");
  EXPECT_THAT(nvlinks(node), ElementsAre("GPU 0 - GPU 1: 3"));  // NUMA node 1 would be missing
  const Topology power =
      node_of("GPU0 GPU1 CPU Affinity NUMA Affinity\nGPU0 X NV3 0-63 0\nGPU1 NV3 X 64-127 8\n");
  EXPECT_EQ(std::get<core::Cpu>(named(power, "CPU 1").info).arch, "ppc64");
  std::vector<std::string> to_cpu;
  for (const core::Link& link : power.links()) {
    const bool is_to_cpu = power.device(link.to).kind() == DeviceKind::Cpu;
    if (link.kind == LinkKind::NvLink && is_to_cpu) {
      to_cpu.push_back(power.device(link.from).name + " " + std::to_string(link.count));
    }
  }
  EXPECT_THAT(to_cpu, ElementsAre("GPU 0 3", "GPU 1 3"));
}

TEST(SmiTopo, MarksWhatTheTextDoesNotSay) {
  const LoadedCluster read = loaded(
      "GPU0 GPU1 NIC0 CPU Affinity NUMA Affinity\nGPU0 X NV12 PIX 0-9 0\nGPU1 NV12 X SYS 10-19 1\n"
      "NIC0 PIX SYS X\n");
  const Topology& node = read.cluster.node;
  EXPECT_THAT(named(node, "GPU 0").assumed,
              ElementsAre("compute_capability", "gpu_direct_rdma", "extra/model", "pci/bus_id",
                          "pci/link_speed", "pci/link_width"));
  EXPECT_THAT(named(node, "CPU 0").assumed, ElementsAre("arch", "vendor", "family", "model"));
  EXPECT_THAT(named(node, "NIC0").assumed, ElementsAre("speed_mbps", "port", "gpu_direct_rdma"));
  for (const core::Link& link : node.links()) {
    EXPECT_EQ(link.origin.kind, core::Origin::Kind::Assumed) << link.origin.source;
    EXPECT_NE(link.origin.source, "");
  }
  ASSERT_EQ(read.notes.size(), 1U);
  EXPECT_THAT(
      read.notes[0].message(),
      HasSubstr("t.txt: the text names no models: GPUs are taken for A100 PCIe with NVLink "
                "bridges (compute capability 8.0), the CPU for an Intel Xeon, NIC ports for "
                "200 Gbit/s; where that is wrong, write JSON with treering convert"));
}

TEST(SmiTopo, IsOneNumaNodeWhereTheTextHasNone) {
  const Topology node = node_of(
      "GPU0 GPU1 CPU Affinity NUMA Affinity\nGPU0 X PHB 0-11 N/A\n"
      "GPU1 PHB X 0-11 N/A\n");
  EXPECT_EQ(std::get<core::Cpu>(named(node, "CPU 0").info).numa_id, -1);
}

TEST(SmiTopo, GoesByTheNumaNodeOfDevicesThatAreSysApart) {
  // As virtual machines and processors with several host bridges show: NCCL goes by the node.
  const LoadedCluster read =
      loaded("GPU0 GPU1 CPU Affinity NUMA Affinity\nGPU0 X SYS 0-9 0\nGPU1 SYS X 0-9 0\n");
  EXPECT_EQ(read.cluster.node.of_kind(DeviceKind::Cpu).size(), 1U);
  EXPECT_EQ(std::get<core::Cpu>(named(read.cluster.node, "CPU 0").info).numa_id, 0);
  ASSERT_EQ(read.notes.size(), 2U);
  EXPECT_EQ(read.notes[1].message(),
            "note: t.txt: line 3: GPU1 is SYS apart from GPU0, though both are near NUMA node 0: "
            "NCCL goes by the NUMA node, so that they count as NODE apart");
}

TEST(SmiTopo, SaysAllPairsOfANumaNodeThatAreSysApart) {
  const LoadedCluster read = loaded(
      "GPU0 GPU1 GPU2 NIC0 CPU Affinity NUMA Affinity\nGPU0 X SYS SYS SYS 0-9 0\n"
      "GPU1 SYS X SYS PHB 0-9 0\nGPU2 SYS SYS X SYS 10-19 1\nNIC0 SYS PHB SYS X\n");
  std::vector<std::string> notes;
  for (const auto& note : read.notes) notes.push_back(note.message());
  EXPECT_THAT(notes, ::testing::Contains(
                         "note: t.txt: line 3: the matrix has SYS between 2 pairs of devices near "
                         "one NUMA node, GPU1 from GPU0; NIC0 from GPU0: NCCL goes by the NUMA "
                         "node, so that they count as NODE apart, and are shown so"));
}

TEST(SmiTopo, JoinsGpusOfOneAffinityThatOnlyNvLinkJoins) {
  const Topology node = node_of(
      "GPU0 GPU1 GPU2 CPU Affinity NUMA Affinity\nGPU0 X NV12 NV12 0-9 0\nGPU1 NV12 X NV12 0-9 0\n"
      "GPU2 NV12 NV12 X 10-19 1\n");
  EXPECT_EQ(node.of_kind(DeviceKind::Cpu).size(), 2U);
  EXPECT_EQ(node.cpu_of(node.of_kind(DeviceKind::Gpu)[1]),
            node.cpu_of(node.of_kind(DeviceKind::Gpu)[0]));
}

TEST(SmiTopo, PutsUpWithWhatPastesDo) {
  const std::string plain =
      "\tGPU0\tGPU1\tmlx5_0\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tNV12\tPIX\t0-15\t0\n"
      "GPU1\tNV12\t X \tSYS\t16-31\t1\nmlx5_0\tPIX\tSYS\t X \t\n";
  const Topology node = node_of(plain);
  const std::string blanks =
      "$ nvidia-smi topo -m\r\n      gpu0  gpu1 mlx5_0   cpu affinity  numa affinity\r\n"
      "gpu0   x    nv12  pix   0-15   0\r\ngpu1  nv12   x   sys   16-31  1\r\n"
      "mlx5_0  pix  sys   x\r\n\r\nLegend:\r\n\r\n  X    = Self\r\n";
  EXPECT_EQ(node_of(blanks), node);
  const std::string coloured = "\t\x1b[4mGPU0\tGPU1\tmlx5_0\tCPU Affinity\tNUMA Affinity\x1b[0m\n" +
                               plain.substr(plain.find('\n') + 1);
  EXPECT_EQ(node_of(coloured), node);
  const std::string wrapped =
      "GPU0 GPU1\nmlx5_0 CPU Affinity NUMA Affinity\nGPU0 X NV12\nPIX 0-15 0\nGPU1 NV12 X SYS\n"
      "16-31 1\n\nmlx5_0 PIX SYS\nX\n";
  EXPECT_EQ(node_of(wrapped), node);
  // SYS was SOC once.
  std::string old = plain;
  for (std::size_t at = old.find("SYS"); at != std::string::npos; at = old.find("SYS")) {
    old.replace(at, 3, "SOC");
  }
  EXPECT_EQ(node_of(old), node);
}

TEST(SmiTopo, PutsUpWithWhatWebPagesDo) {
  const std::string plain = all_to_all(2, "NV12");
  std::string spaced = "\xEF\xBB\xBF";  // a byte order mark
  for (const char c : plain) spaced += c == ' ' ? std::string("\xC2\xA0 \xC2\xA0") : std::string{c};
  EXPECT_EQ(node_of(spaced), node_of(plain));
  EXPECT_TRUE(is_nvidia_smi_topo(spaced));
}

TEST(SmiTopo, ReadsTheFirstOfSeveralMatrices) {
  const LoadedCluster read = loaded(all_to_all(2, "PHB") + "\n" + all_to_all(4, "NV12"));
  EXPECT_EQ(read.cluster.node.gpu_count(), 2);
  ASSERT_EQ(read.notes.size(), 2U);
  EXPECT_THAT(read.notes[1].message(),
              HasSubstr("t.txt: line 5: another matrix differs from the first: it has 4 GPUs"));
}

TEST(SmiTopo, SurvivesJsonAndXml) {
  const Topology node = node_of(
      "GPU0 GPU1 NIC0 CPU Affinity NUMA Affinity\nGPU0 X NV3 NODE 0-63 0\nGPU1 NV3 X SYS 64-127 8\n"
      "NIC0 NODE SYS X\n");
  const auto json = core::topology_from_json(core::topology_to_json(node), "t.json");
  ASSERT_TRUE(json);
  EXPECT_EQ(*json, node);
  // What NCCL would fill in otherwise is written although it is assumed.
  const auto xml = nccl_xml::read_nccl_xml(nccl_xml::write_nccl_xml(node), "t.xml");
  ASSERT_TRUE(xml) << xml.error().message();
  EXPECT_EQ(std::get<core::Cpu>(xml->topology.device(0).info).arch, "ppc64");
  EXPECT_EQ(std::get<core::NicPort>(named(xml->topology, "NIC0").info).speed_mbps, 100000);
}

}  // namespace topo_test
}  // namespace treering::hw::formats::nvidia_smi
