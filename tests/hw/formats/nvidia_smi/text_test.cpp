// Texts of nvidia-smi beside topo -m, alone and pasted together: they complete each other.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>

#include "hw/formats/format.h"
#include "tests/hw/formats/topology_words.h"

namespace treering::hw::formats::nvidia_smi {
namespace text_test {

using core::LinkKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

LoadedCluster loaded(const std::string& text) {
  const Format* format = recognise(text);
  if (format == nullptr || format->read == nullptr) {
    ADD_FAILURE() << "not recognised";
    return {};
  }
  auto read = format->read({"t.txt", text}, {});
  if (!read) {
    ADD_FAILURE() << read.error().message();
    return {};
  }
  return *std::move(read);
}

std::string message_of(const std::string& text) {
  const auto read = read_nvidia_smi_nvlink({"t.txt", text}, {});
  return read ? "no error" : read.error().message();
}

std::string notes_of(const LoadedCluster& read) {
  std::string all;
  for (const auto& note : read.notes) all += note.message() + "\n";
  return all;
}

/// GPUs with so many links each, of which the last is `last`.
std::string status(int gpus, const std::string& name, int links,
                   const std::string& last = "26.562 GB/s") {
  std::string text;
  for (int gpu = 0; gpu < gpus; ++gpu) {
    text += "GPU " + std::to_string(gpu) + ": " + name + " (UUID: GPU-3)\n";
    for (int link = 0; link < links; ++link) {
      text += "\t Link " + std::to_string(link) + ": " +
              (link + 1 == links ? last : std::string("26.562 GB/s")) + "\n";
    }
  }
  return text;
}

constexpr const char* kMatrix =
    "\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tNV4\tPIX\t0-15\t0\n"
    "GPU1\tNV4\t X \tSYS\t16-31\t1\nNIC0\tPIX\tSYS\t X \n\n";
constexpr const char* kPeers =
    " \tGPU0\tGPU1\n GPU0\tX\tOK\n GPU1\tCNS\tX\n\nLegend:\n\n  X    = Self\n";

// DGX Spark: C2C of 8 x 43.125 GB/s, an adapter of two halves with four lanes of PCIe 5.0 each, no
// GPUDirect RDMA.
TEST(SmiText, Gb10IsOneChipWithItsCpu) {
  const LoadedCluster read = loaded(
      "\tGPU0\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tNODE\tNODE\t0-19\t0\n"
      "NIC0\tNODE\t X \tNODE\nNIC1\tNODE\tNODE\t X \n\n"
      "GPU 0: NVIDIA GB10 (UUID: GPU-1)\n");
  const core::Topology& node = read.cluster.node;
  double c2c = 0;
  for (const core::Link& link : node.links()) {
    if (link.kind == LinkKind::C2C) c2c = link.bandwidth.in_gb_per_s();
  }
  EXPECT_DOUBLE_EQ(c2c, 8 * 43.125);
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Nic)) {
    EXPECT_EQ(node.device(id).pci->link_width, 4);
  }
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    const auto& port = std::get<core::NicPort>(node.device(id).info);
    EXPECT_EQ(port.speed_mbps, 200'000);
    EXPECT_FALSE(port.gpu_direct_rdma);
  }
  const core::DeviceId cpu = node.of_kind(core::DeviceKind::Cpu).front();
  EXPECT_EQ(std::get<core::Cpu>(node.device(cpu).info).arch, "arm64");
}

TEST(SmiText, NamesTheGpusOfAMatrix) {
  const std::string list =
      "$ nvidia-smi -L\nGPU 0: NVIDIA RTX A6000 (UUID: GPU-1)\nGPU 1: NVIDIA RTX A6000 (UUID: "
      "GPU-2)\n$ nvidia-smi topo -m\n";
  const LoadedCluster read = loaded(list + kMatrix);
  const auto& gpu = named(read.cluster.node, "GPU 0");
  EXPECT_EQ(std::get<core::Gpu>(gpu.info).compute_capability, 86);
  EXPECT_THAT(gpu.assumed, ::testing::Not(::testing::Contains("compute_capability")));
  EXPECT_EQ(read.cluster.node.name(), "2 x NVIDIA RTX A6000");
  EXPECT_THAT(notes_of(read), HasSubstr("note: t.txt: the text names no models but the GPUs': the "
                                        "CPU is taken for an AMD EPYC"));
  ASSERT_EQ(read.host.gpus.size(), 2U);
  EXPECT_EQ(read.host.gpus[1].model, "NVIDIA RTX A6000");
  // Behind the matrix it does as well.
  EXPECT_EQ(loaded(kMatrix + list).cluster.node, read.cluster.node);
}

TEST(SmiText, TakesBusIdsFromTheTable) {
  const std::string table =
      "|   0  NVIDIA A100-SXM4-40GB          On  |   00000000:07:00.0 Off |                    0 "
      "|\n"
      "|   1  NVIDIA A100-SXM4-40GB          On  |   00000000:0F:00.0 Off |                    0 "
      "|\n";
  const LoadedCluster read = loaded(table + kMatrix);
  EXPECT_EQ(named(read.cluster.node, "GPU 1").pci->bus_id, "0000:0f:00.0");
  EXPECT_EQ(read.host.gpus[0].model, "NVIDIA A100-SXM4-40GB");
}

TEST(SmiText, SaysWhoReachesWhom) {
  for (const std::string& text : {std::string(kPeers) + kMatrix, std::string(kMatrix) + kPeers}) {
    const LoadedCluster read = loaded(text);
    EXPECT_EQ(read.cluster.node, loaded(kMatrix).cluster.node);
    ASSERT_EQ(read.host.peers.size(), 2U);
    EXPECT_EQ(read.host.peers[0].access, core::PeerAccess::Ok);
    EXPECT_EQ(read.host.peers[1].from, 1);
    EXPECT_EQ(read.host.peers[1].access, core::PeerAccess::Chipset);
  }
  const LoadedCluster alone = loaded(kPeers);
  EXPECT_EQ(alone.cluster.node.gpu_count(), 2);
  EXPECT_EQ(alone.host.peers.size(), 2U);
  EXPECT_THAT(notes_of(alone), HasSubstr("the text has no matrix of nvidia-smi topo -m"));
}

TEST(SmiText, OnlyReadingAndWritingSayWhoReachesWhom) {
  const std::string command = "$ nvidia-smi topo -p2p ";
  for (const char* const question : {"n", "a", "p"}) {
    const LoadedCluster read = loaded(command + question + "\n" + kPeers);
    EXPECT_EQ(read.cluster.node.gpu_count(), 2);
    EXPECT_TRUE(read.host.peers.empty());
    EXPECT_THAT(notes_of(read), HasSubstr(std::string("t.txt: line 2: -p2p ") + question));
  }
  EXPECT_EQ(loaded(command + "w\n" + kPeers).host.peers.size(), 2U);
  // Each goes for the matrix below it.
  const LoadedCluster both = loaded(command + "n\n" + kPeers + command + "r\n" + kPeers);
  ASSERT_EQ(both.host.peers.size(), 2U);
  EXPECT_EQ(both.host.peers[0].origin.source, "t.txt: line 10");
}

TEST(SmiText, JoinsKnownBoards) {
  const LoadedCluster eight = loaded(status(8, "NVIDIA H100 80GB HBM3", 18));
  EXPECT_THAT(arrows(eight.cluster.node, LinkKind::NvLink),
              ::testing::Contains("GPU 7 -> NVSwitch 0 x18"));
  EXPECT_EQ(eight.host.nvlinks.size(), 144U);
  EXPECT_EQ(eight.host.nvlinks[0].version, 4);
  // Without switches a third of 18 links goes to each other GPU.
  const LoadedCluster four = loaded(status(4, "NVIDIA H100 80GB HBM3", 18));
  EXPECT_THAT(arrows(four.cluster.node, LinkKind::NvLink),
              ::testing::Contains("GPU 0 -> GPU 1 x6"));
  const LoadedCluster cards = loaded(status(2, "NVIDIA A100 80GB PCIe", 12));
  EXPECT_THAT(arrows(cards.cluster.node, LinkKind::NvLink),
              ElementsAre("GPU 0 -> GPU 1 x12", "GPU 1 -> GPU 0 x12"));
  EXPECT_THAT(notes_of(cards), HasSubstr("are assumed to be joined by bridges"));
}

TEST(SmiText, CountsLinksThatAreDown) {
  const LoadedCluster read = loaded(status(8, "NVIDIA A100-SXM4-80GB", 12, "<inactive>"));
  EXPECT_EQ(links_of(read.cluster.node, LinkKind::NvLink)[0].count, 11);
  EXPECT_FALSE(read.host.nvlinks[11].is_active);
  EXPECT_THAT(notes_of(read), HasSubstr("8 NVLinks are inactive"));
}

constexpr const char* kAllDown =
    "NVML: Unable to retrieve NVLink information as all links are inactive\n";

TEST(SmiText, ASentenceSaysThatAllAreDown) {
  std::string text;
  for (int gpu = 0; gpu < 8; ++gpu) {
    text += "GPU " + std::to_string(gpu) + ": NVIDIA H100 80GB HBM3 (UUID: GPU-3)\n" + kAllDown;
  }
  const LoadedCluster read = loaded(text);
  EXPECT_TRUE(links_of(read.cluster.node, LinkKind::NvLink).empty());
  ASSERT_EQ(read.host.nvlinks.size(), 144U);
  EXPECT_FALSE(read.host.nvlinks[0].is_active);
  EXPECT_THAT(notes_of(read), HasSubstr("no NVLink is up: GPUs reach each other over PCIe"));
}

TEST(SmiText, OneGpuIsAllDownAmongOthers) {
  const LoadedCluster read = loaded(status(3, "NVIDIA H100 80GB HBM3", 18) +
                                    "GPU 3: NVIDIA H100 80GB HBM3 (UUID: GPU-3)\n"
                                    "Unable to retrieve NVLink information as all links are "
                                    "inActive\n");
  EXPECT_THAT(arrows(read.cluster.node, LinkKind::NvLink),
              ::testing::Not(::testing::Contains(HasSubstr("GPU 3"))));
  ASSERT_EQ(read.host.nvlinks.size(), 72U);
  EXPECT_FALSE(read.host.nvlinks[54].is_active);
}

TEST(SmiText, NvLinksThatAreNotSupportedAreNone) {
  std::string text;
  for (const char* const gpu : {"GPU 0", "GPU 1"}) {
    text += std::string(gpu) + ": NVIDIA H100 80GB HBM3 (UUID: GPU-3)\n" +
            "NVML: Unable to retrieve NVLink information: Not Supported\n";
  }
  const LoadedCluster read = loaded(text);
  EXPECT_TRUE(links_of(read.cluster.node, LinkKind::NvLink).empty());
  EXPECT_TRUE(read.host.nvlinks.empty());
}

TEST(SmiText, LinksHaveTheRatesThatAreTold) {
  std::string text = status(8, "NVIDIA H100 80GB HBM3", 18);
  const std::size_t last = text.find("GPU 7");
  for (std::size_t at = last; (at = text.find("26.562", at)) != std::string::npos;) {
    text.replace(at, 6, "13.281");
  }
  const LoadedCluster read = loaded(text);
  EXPECT_DOUBLE_EQ(read.host.nvlinks[0].gb_per_s, 26.562);
  EXPECT_DOUBLE_EQ(read.host.nvlinks[143].gb_per_s, 13.281);
  const auto links = links_of(read.cluster.node, LinkKind::NvLink);
  EXPECT_DOUBLE_EQ(links.front().bandwidth.in_gb_per_s(), 450);
  EXPECT_DOUBLE_EQ(links.back().bandwidth.in_gb_per_s(), 13.281 * 18);
}

TEST(SmiText, ReadsAListWithoutUuids) {
  std::string text = status(8, "NVIDIA H100 80GB HBM3", 18);
  for (std::size_t at; (at = text.find(" (UUID: GPU-3)")) != std::string::npos;) {
    text.erase(at, 14);
  }
  EXPECT_EQ(loaded(text).cluster.node, loaded(status(8, "NVIDIA H100 80GB HBM3", 18)).cluster.node);
  EXPECT_EQ(recognise("GPU 0: NVIDIA H100 80GB HBM3\n"), nullptr);
}

TEST(SmiText, SuperchipsHaveTheirOwnCpu) {
  const auto arch_below = [](const std::string& name) {
    const LoadedCluster read = loaded(status(4, name, 18));
    return std::get<core::Cpu>(named(read.cluster.node, "CPU 0").info).arch;
  };
  EXPECT_EQ(arch_below("NVIDIA GB200"), "arm64");
  EXPECT_EQ(arch_below("NVIDIA GB300"), "arm64");
  EXPECT_EQ(arch_below("NVIDIA GH200 480GB"), "arm64");
  EXPECT_EQ(arch_below("NVIDIA H200"), "x86_64");
}

// Four of eight, or a tray of a rack: NVIDIA makes no Blackwell board of four without switches.
TEST(SmiText, FourBlackwellsAreBehindSwitches) {
  for (const char* const name :
       {"NVIDIA B200", "NVIDIA B300 SXM6 AC", "NVIDIA GB300", "GB300 NVL72"}) {
    const LoadedCluster four = loaded(status(4, name, 18));
    EXPECT_THAT(arrows(four.cluster.node, LinkKind::NvLink),
                ::testing::Contains("GPU 3 -> NVSwitch 0 x18"))
        << name;
  }
}

// NVIDIA, DGX B300 and GB300 NVL72: PCIe 6.0 and ConnectX-8. RTX 5090: PCIe 5.0.
TEST(SmiText, BlackwellUltraHasPcie6) {
  const auto speed_of = [](const std::string& name) {
    const LoadedCluster read = loaded("GPU 0: " + name + " (UUID: GPU-3)\n");
    return named(read.cluster.node, "GPU 0").pci->link_speed;
  };
  EXPECT_EQ(speed_of("NVIDIA B300 SXM6 AC"), "64.0 GT/s PCIe");
  EXPECT_EQ(speed_of("NVIDIA GB300"), "64.0 GT/s PCIe");
  EXPECT_EQ(speed_of("NVIDIA B200"), "32.0 GT/s PCIe");
  EXPECT_EQ(speed_of("NVIDIA GeForce RTX 5090"), "32.0 GT/s PCIe");
}

TEST(SmiText, FillsWhatSomebodyLeftOut) {
  const LoadedCluster links = loaded(
      "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-3)\n Link 0: 26.562 GB/s\n [...]\n Link 17: 26.562 "
      "GB/s\n");
  EXPECT_EQ(links.host.nvlinks.size(), 18U);
  const LoadedCluster gpus = loaded(status(1, "NVIDIA H800", 8) +
                                    "...\nGPU 7: NVIDIA H800 (UUID: GPU-3)\n Link 0: 26.562 "
                                    "GB/s\n");
  EXPECT_EQ(gpus.cluster.node.gpu_count(), 8);
  EXPECT_THAT(notes_of(gpus), HasSubstr("6 of the GPUs 0 to 7 are not shown"));
}

// How many are up is known, and which are down; where they lead is not.
TEST(SmiText, LeavesOutNvlinksWhoseEndsItCannotTell) {
  for (const char* const model : {"Tesla V100-SXM2-32GB", "NVIDIA RTX A6000"}) {
    const LoadedCluster read = loaded(status(4, model, 4));
    EXPECT_EQ(read.cluster.node.gpu_count(), 4);
    EXPECT_EQ(read.host.nvlinks.size(), 16U);
    ASSERT_TRUE(read.host.nvlinks_unknown);
    EXPECT_THAT(read.host.nvlinks_unknown->value, HasSubstr("where they lead"));
    EXPECT_THAT(notes_of(read), HasSubstr("nvidia-smi topo -m shows it"));
    for (const core::Link& link : read.cluster.node.links()) EXPECT_NE(link.kind, LinkKind::NvLink);
  }
}

TEST(SmiText, ReadsTheCollection) {
  const std::filesystem::path folder = "../shared/topologies/nvidia-smi";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder " << folder;
  const auto read = [&](const char* name) {
    std::ifstream file(folder / name, std::ios::binary);
    return loaded({std::istreambuf_iterator<char>(file), {}});
  };
  // Eight GPUs, 12 links of each into NVSwitch, both ways.
  EXPECT_EQ(arrows(read("gpud-nvlink-status-a100.txt").cluster.node, LinkKind::NvLink).size(), 16U);
  // GPU 7 alone: whatever else the machine has is not shown.
  EXPECT_EQ(read("azure-good-nvlink-status.txt").cluster.node.gpu_count(), 1);
  EXPECT_EQ(read("llm-action-nvlink-status.txt").cluster.node.gpu_count(), 8);
  EXPECT_EQ(read("stas-h100-p2p.txt").host.peers.size(), 56U);
  EXPECT_EQ(read("stas-h100-nvlink-status-elided.txt").host.nvlinks.size(), 18U);
}

}  // namespace text_test
}  // namespace treering::hw::formats::nvidia_smi
