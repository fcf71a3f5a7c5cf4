// Texts that name more GPUs, or others, than they show: several machines, lists that are cut, GPUs
// of several models.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/topology.h"
#include "hw/formats/format.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats::nvidia_smi {
namespace machines_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

LoadedCluster read(const std::string& text) {
  auto loaded = read_smi_text(text, "t.txt");
  EXPECT_TRUE(loaded.has_value()) << loaded.error().message();
  return loaded ? *std::move(loaded) : LoadedCluster{};
}

std::vector<std::string> notes_of(const LoadedCluster& loaded) {
  std::vector<std::string> notes;
  for (const core::Diagnostic& note : loaded.notes) notes.push_back(note.message());
  return notes;
}

std::string model(const LoadedCluster& loaded, std::size_t gpu) {
  const core::Topology& node = loaded.cluster.node;
  const core::Device& device = node.device(node.of_kind(core::DeviceKind::Gpu).at(gpu));
  for (const auto& [key, value] : device.extra) {
    if (key == "model") return value;
  }
  return "";
}

constexpr const char* kPair =
    "GPU0 GPU1 CPU Affinity NUMA Affinity\nGPU0 X PHB 0-11 N/A\nGPU1 PHB X 0-11 N/A\n";

std::string links_of(int gpu, int links, const char* end = "") {
  std::string text = fmt::format("GPU {}: NVIDIA B200 (UUID: GPU-{}a)\n", gpu, gpu);
  for (int i = 0; i < links; ++i) text += fmt::format("\t Link {}: 53.125 GB/s\n", i);
  return text + end;
}

TEST(SmiMachines, NamesOfMoreGpusThanTheMatrixHasAreOfAnotherMachine) {
  std::string text = kPair;
  for (int i = 0; i < 4; ++i) {
    text += fmt::format("GPU {}: NVIDIA A100-SXM4-40GB (UUID: GPU-{}c)\n", i, i);
  }
  const LoadedCluster loaded = read(text);
  EXPECT_THAT(loaded.cluster.node.name(), HasSubstr("2 x unknown GPU"));
  EXPECT_THAT(notes_of(loaded),
              Contains(HasSubstr("the text names 4 GPUs in nvidia-smi -L, and the matrix has 2: of "
                                 "another machine, which is not read")));
  EXPECT_THAT(loaded.host.gpus, IsEmpty());
}

TEST(SmiMachines, NamesOfFewerGpusAreOfTheMachine) {
  const LoadedCluster loaded = read(std::string(kPair) + "GPU 0: NVIDIA L40S (UUID: GPU-1d)\n");
  EXPECT_EQ(loaded.cluster.node.name(), "2 x NVIDIA L40S");
}

TEST(SmiMachines, CountsTheGpusThatAQueryLeavesOut) {
  const LoadedCluster loaded = read(
      "Attached GPUs                         : 4\n"
      "GPU 00000000:41:00.0\n    Product Name                      : NVIDIA A40\n");
  EXPECT_THAT(notes_of(loaded), Contains(HasSubstr("of the machine's 4 GPUs 1 is shown")));
  EXPECT_TRUE(loaded.host.gpus_unknown.has_value());
}

// As in wilicc/gpu-burn#92: who writes so has not counted them.
TEST(SmiMachines, AListThatIsLeftOutInTheMiddleDoesNotCountTheGpus) {
  const LoadedCluster loaded = read(
      "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1)\n...\nGPU 6: NVIDIA H100 80GB HBM3 (UUID: "
      "GPU-7)\n");
  ASSERT_TRUE(loaded.host.gpus_unknown.has_value());
  EXPECT_EQ(loaded.host.gpus_unknown->value,
            "5 of the GPUs 0 to 6 are left out: how many the machine has is unknown");
}

TEST(SmiMachines, LinksOfAListThatIsCutAreUnknown) {
  for (const char* const end : {"", "...\n", "...\n```\nmore text\n"}) {
    const LoadedCluster loaded = read(links_of(0, 18) + links_of(1, 2, end));
    const core::Topology& node = loaded.cluster.node;
    int links = 0;
    for (const core::Link& link : node.links()) {
      if (link.kind == core::LinkKind::NvLink) links = std::max(links, link.count);
    }
    EXPECT_EQ(links, 18) << end;
    EXPECT_THAT(notes_of(loaded), Contains(HasSubstr("the list of NVLinks of GPU 1 is cut")));
    EXPECT_EQ(loaded.host.nvlinks.size(), 18U);
  }
}

TEST(SmiMachines, AListOfLinksThatIsLeftOutInTheMiddleIsWhole) {
  const LoadedCluster loaded =
      read(links_of(0, 18) + links_of(1, 2, "...\n\t Link 17: 53.125 GB/s\n"));
  EXPECT_THAT(notes_of(loaded), Not(Contains(HasSubstr("is cut"))));
  EXPECT_EQ(loaded.host.nvlinks.size(), 36U);
}

constexpr const char* kBox =
    "|   {}  NVIDIA A100-SXM4-80GB          On  | 00000000:{}1:00.0 Off |                    0 |\n"
    "| N/A   29C    P0              56W / 400W |      4MiB / 81920MiB |      0%      Default |\n"
    "+-----------------------------------------+----------------------+----------------------+\n";

TEST(SmiMachines, ATableThatIsCutDoesNotCountTheGpus) {
  std::string text =
      "| N/A   29C    P0              56W / 400W |      4MiB / 81920MiB |      0% |\n";
  for (int i = 1; i < 4; ++i) text += fmt::format(fmt::runtime(kBox), i, i);
  // What is begun counts: GPU 0 lost its first line, GPU 4 all but that.
  for (const char* row :
       {"|   4  NVIDIA A100-S", "|   4  NVIDIA A100-SXM4-80GB          On  | 00000000:4"}) {
    const LoadedCluster loaded = read(text + row);
    EXPECT_THAT(loaded.cluster.node.description(), HasSubstr("Read from nvidia-smi."));
    EXPECT_EQ(loaded.cluster.node.gpu_count(), 5) << row;
    EXPECT_TRUE(loaded.host.gpus_unknown.has_value());
    EXPECT_THAT(notes_of(loaded), Contains(HasSubstr("2 of the GPUs 0 to 4 are not shown")));
    EXPECT_THAT(notes_of(loaded), Contains(HasSubstr("the text ends within the row of GPU 4: "
                                                     "whether the machine has others is unknown")));
  }
}

TEST(SmiMachines, ATableThatEndsInABoxMayHaveMoreGpus) {
  std::string text;
  for (int i = 0; i < 3; ++i) text += fmt::format(fmt::runtime(kBox), i, i);
  EXPECT_FALSE(read(text).host.gpus_unknown.has_value());
  const LoadedCluster cut =
      read(text + "|   3  NVIDIA A100-SXM4-80GB          On  | 00000000:31:00.0 Off |  0 |\n| N/A");
  EXPECT_THAT(notes_of(cut), Contains(HasSubstr("the text ends within the list of GPUs")));
}

// Thor shares its memory with its CPU: there is no slot that it has.
TEST(SmiMachines, AGpuOnOneChipWithItsCpuHasNoSlot) {
  const LoadedCluster loaded = read("GPU 0: NVIDIA Thor (UUID: GPU-0)\n");
  for (const core::Link& link : loaded.cluster.node.links()) {
    EXPECT_THAT(link.origin.source, HasSubstr("NVIDIA Thor is on one chip with its CPU"));
  }
}

TEST(SmiMachines, ReadsTheNamesOfACsvQuery) {
  const LoadedCluster loaded = read(
      "index, name, memory.total [MiB], driver_version\n0, NVIDIA H200, 143771 MiB, 570.1\n"
      "1, NVIDIA H200, 143771 MiB, 570.1\n\n" +
      std::string(kPair));
  EXPECT_EQ(loaded.cluster.node.name(), "2 x NVIDIA H200");
  const LoadedCluster bare = read("0, NVIDIA L4, 23034 MiB\n1, NVIDIA L4, 23034 MiB\n");
  EXPECT_EQ(bare.cluster.node.name(), "2 x NVIDIA L4");
  EXPECT_THAT(bare.cluster.node.description(), HasSubstr("nvidia-smi --query-gpu"));
}

TEST(SmiMachines, ShowsGpusOfSeveralModels) {
  const LoadedCluster loaded = read(
      "GPU 0: NVIDIA GeForce RTX 3090 (UUID: GPU-1)\nGPU 1: NVIDIA GeForce RTX 4090 (UUID: "
      "GPU-2)\n");
  EXPECT_EQ(loaded.cluster.node.name(),
            "1 x NVIDIA GeForce RTX 3090 and 1 x NVIDIA GeForce RTX 4090");
  EXPECT_EQ(model(loaded, 0), "NVIDIA GeForce RTX 3090");
  EXPECT_EQ(model(loaded, 1), "NVIDIA GeForce RTX 4090");
  const core::Topology& node = loaded.cluster.node;
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  EXPECT_EQ(std::get<core::Gpu>(node.device(gpus[0]).info).compute_capability, 86);
  EXPECT_EQ(std::get<core::Gpu>(node.device(gpus[1]).info).compute_capability, 89);
  EXPECT_THAT(notes_of(loaded),
              Contains(HasSubstr("GPUs of several models: GPU 1 is 'NVIDIA GeForce RTX 4090', and "
                                 "the others are 'NVIDIA GeForce RTX 3090'")));
}

TEST(SmiMachines, FallsBackToTheNamesWhereTheMatrixIsCut) {
  const std::string names = "GPU 0: NVIDIA A40 (UUID: GPU-1)\nGPU 1: NVIDIA A40 (UUID: GPU-2)\n";
  const std::string cut = "GPU0 GPU1 NIC0 CPU Affinity\nGPU0 X NV4 SYS 0-11\nGPU1 NV4\n";
  const LoadedCluster loaded = read(names + cut);
  EXPECT_EQ(loaded.cluster.node.name(), "2 x NVIDIA A40");
  EXPECT_FALSE(read_smi_text(cut, "t.txt").has_value());
}

TEST(SmiMachines, ReadsAHeaderBehindALabel) {
  const LoadedCluster loaded = read(
      "GPU 0: NVIDIA A40 (UUID: GPU-1)\n"
      "GPU topology: GPU0 CPU Affinity NUMA Affinity GPU NUMA ID\nGPU0 X 0-31,64-95 1 N/A\n");
  const core::Topology& node = loaded.cluster.node;
  const core::Device& cpu = node.device(node.of_kind(core::DeviceKind::Cpu).front());
  EXPECT_EQ(std::get<core::Cpu>(cpu.info).numa_id, 1);
}

int fewest_nvlinks(const core::Topology& node) {
  int fewest = 100;
  for (const core::DeviceId gpu : node.of_kind(core::DeviceKind::Gpu)) {
    int links = 0;
    for (const core::Link& link : node.links()) {
      if (link.kind == core::LinkKind::NvLink && link.from == gpu) links += link.count;
    }
    fewest = std::min(fewest, links);
  }
  return fewest;
}

TEST(SmiMachines, TheTextMayEndBeforeTheLinksOfAGpu) {
  const LoadedCluster loaded = read(links_of(0, 18) + links_of(1, 18) + links_of(2, 0));
  EXPECT_EQ(loaded.cluster.node.gpu_count(), 3);
  EXPECT_EQ(fewest_nvlinks(loaded.cluster.node), 18);
  EXPECT_THAT(notes_of(loaded),
              Contains(HasSubstr("the text ends before the NVLinks of GPU 2: how many it has is "
                                 "unknown, and it is counted as the others are")));
  EXPECT_EQ(loaded.host.nvlinks.size(), 36U);
  EXPECT_TRUE(loaded.host.gpus_unknown.has_value());
}

TEST(SmiMachines, TheTextMayEndWithinALink) {
  for (const char* const end : {"\t Link 1", "\t Li", "\t Link 17: 53.1"}) {
    const LoadedCluster loaded = read(links_of(0, 18) + links_of(1, 17, end));
    EXPECT_EQ(fewest_nvlinks(loaded.cluster.node), 18) << end;
    EXPECT_EQ(loaded.host.nvlinks.size(), 18U) << end;
    EXPECT_THAT(notes_of(loaded), Contains(HasSubstr("the list of NVLinks of GPU 1 is cut")));
  }
}

TEST(SmiMachines, TheTextMayEndWithinTheNameOfAGpu) {
  std::string list;
  for (int i = 0; i < 3; ++i) list += fmt::format("GPU {}: NVIDIA B200 (UUID: GPU-{}a)\n", i, i);
  for (const char* const end : {"GPU 3: NVIDIA B2", "GPU 3: NVI", "GPU 3", "G"}) {
    const LoadedCluster loaded = read(list + end);
    EXPECT_EQ(loaded.cluster.node.gpu_count(), 4) << end;
    EXPECT_EQ(loaded.cluster.node.name(), "4 x NVIDIA B200") << end;
    ASSERT_TRUE(loaded.host.gpus_unknown.has_value()) << end;
    EXPECT_THAT(loaded.host.gpus_unknown->value, HasSubstr("the text ends within the row of GPU 3"))
        << end;
  }
  // With half an UUID the name is whole, and whether others follow is unknown.
  const LoadedCluster loaded = read(list + "GPU 3: NVIDIA B200 (UUID: GPU-3");
  EXPECT_EQ(loaded.cluster.node.gpu_count(), 4);
  EXPECT_TRUE(loaded.host.gpus_unknown.has_value());
  EXPECT_FALSE(read(list).host.gpus_unknown.has_value());
}

TEST(SmiMachines, TheTextMayEndWithinARowOfAQuery) {
  const std::string rows =
      "index, name, memory.total [MiB]\n0, NVIDIA H200, 143771 MiB\n"
      "1, NVIDIA H200, 143771 MiB\n";
  for (const char* const end : {"2, NVIDIA H2", "2, NVIDIA H200, ", "2"}) {
    const LoadedCluster loaded = read(rows + end);
    EXPECT_EQ(loaded.cluster.node.gpu_count(), 3) << end;
    EXPECT_TRUE(loaded.host.gpus_unknown.has_value()) << end;
  }
  EXPECT_FALSE(read(rows).host.gpus_unknown.has_value());
}

TEST(SmiMachines, NamesOfFewerGpusWithoutNvlinksAreOfAnotherMachine) {
  const std::string matrix =
      "GPU0 GPU1 GPU2 CPU Affinity\nGPU0 X NV18 NV18 0-3\nGPU1 NV18 X NV18 0-3\n"
      "GPU2 NV18 NV18 X 0-3\n";
  const LoadedCluster loaded = read(matrix +
                                    "GPU 0: NVIDIA L4 (UUID: GPU-1)\nGPU 1: NVIDIA L4 "
                                    "(UUID: GPU-2)\n");
  EXPECT_THAT(loaded.cluster.node.name(), HasSubstr("3 x unknown GPU"));
  EXPECT_THAT(notes_of(loaded), Contains(HasSubstr("of another machine, which is not read")));
}

TEST(SmiMachines, WhoReachesWhomAmongOtherGpusIsNotJoined) {
  const std::string peers =
      " \tGPU0\tGPU1\tGPU2\n GPU0\tX\tCNS\tCNS\n GPU1\tCNS\tX\tCNS\n"
      " GPU2\tCNS\tCNS\tX\n\nLegend:\n\n  X    = Self\n";
  const LoadedCluster loaded = read(std::string(kPair) + "\n" + peers);
  EXPECT_EQ(loaded.cluster.node.gpu_count(), 2);
  EXPECT_THAT(loaded.host.peers, IsEmpty());
  EXPECT_THAT(notes_of(loaded),
              Contains(HasSubstr("the matrix of nvidia-smi topo -p2p has 3 GPUs, and the machine "
                                 "2: it is of other GPUs and is left out")));
}

// Without UUIDs: "NVIDIA L40S" that the text ends within, and an L4 among others.
TEST(SmiMachines, ANameThatTheTextEndsWithinIsNoOtherModel) {
  const std::string list = "GPU 0: NVIDIA L40S\nGPU 1: NVIDIA L40S\nGPU 2: NVIDIA L4";
  EXPECT_EQ(read(list).cluster.node.name(), "3 x NVIDIA L40S");
  EXPECT_TRUE(read(list).host.gpus_unknown.has_value());
  EXPECT_EQ(read(list + "\n").cluster.node.name(), "2 x NVIDIA L40S and 1 x NVIDIA L4");
}

// As many GPUs of one model, whose links are down.
TEST(SmiMachines, NvLinksOfGpusWithOtherUuidsAreOfAnotherMachine) {
  const std::string other =
      "GPU 0: NVIDIA B200 (UUID: GPU-0z)\n\t Link 0: <inactive>\n\t Link 1: <inactive>\n";
  const std::string own = links_of(0, 18) + links_of(1, 18);
  const LoadedCluster loaded = read(own + "\n" + other);
  EXPECT_EQ(loaded.cluster.node.gpu_count(), 2);
  EXPECT_EQ(loaded.host.nvlinks.size(), 36U);
  for (const core::NvLinkState& link : loaded.host.nvlinks) EXPECT_TRUE(link.is_active);
  EXPECT_THAT(notes_of(loaded), Contains(HasSubstr("NVLinks of GPUs with other UUIDs")));
  EXPECT_THAT(notes_of(read(own + own)), Not(Contains(HasSubstr("other UUIDs"))));
}

}  // namespace machines_test
}  // namespace treering::hw::formats::nvidia_smi
