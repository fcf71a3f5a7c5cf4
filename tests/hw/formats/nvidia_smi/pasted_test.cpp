// Matrices as people paste them: quoted, in tables, with lost blanks, headings and rows, tagged by
// launchers, of several machines.
#include <set>
#include <string>

#include <gmock/gmock.h>

#include "hw/formats/format.h"
#include "tests/hw/formats/topology_words.h"

namespace treering::hw::formats::nvidia_smi {
namespace pasted_test {

using core::LinkKind;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

LoadedCluster loaded(const std::string& text) {
  const Format* format = recognise(text);
  if (format == nullptr || format->read == nullptr) {
    ADD_FAILURE() << "not recognised: " << text;
    return {};
  }
  auto read = format->read({"p.txt", text}, {});
  if (!read) {
    ADD_FAILURE() << read.error().message();
    return {};
  }
  return *std::move(read);
}

core::Topology node_of(const std::string& text) {
  return loaded(text).cluster.node;
}

std::string notes_of(const LoadedCluster& read) {
  std::string all;
  for (const auto& note : read.notes) all += note.message() + "\n";
  return all;
}

std::string with(const std::string& text, const std::string& from, const std::string& to) {
  std::string changed = text;
  for (std::size_t at = 0; (at = changed.find(from, at)) != std::string::npos; at += to.size()) {
    changed.replace(at, from.size(), to);
  }
  return changed;
}

std::string prefixed(const std::string& text, const std::string& prefix) {
  return prefix + with(text.substr(0, text.size() - 1), "\n", "\n" + prefix) + "\n";
}

constexpr const char* kHeader =
    "\tGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n";
constexpr const char* kGpuRows =
    "GPU0\t X \tNV12\tSYS\tPXB\t24-31\t3\t\tN/A\n"
    "GPU1\tNV12\t X \tPXB\tSYS\t8-15\t1\t\tN/A\n";
constexpr const char* kNicRows =
    "NIC0\tSYS\tPXB\t X \tSYS\t\t\t\t\n"
    "NIC1\tPXB\tSYS\tSYS\t X \t\t\t\t\n";

std::string whole() {
  return std::string(kHeader) + kGpuRows + kNicRows;
}

TEST(SmiPasted, QuotedInMail) {
  EXPECT_EQ(node_of(prefixed(whole(), "> ")), node_of(whole()));
  EXPECT_EQ(node_of(prefixed(whole(), "> > ")), node_of(whole()));
}

TEST(SmiPasted, AsAComment) {
  EXPECT_EQ(node_of(prefixed(whole(), "# ")), node_of(whole()));
}

TEST(SmiPasted, ColoursWithoutTheirFirstByte) {
  const std::string header = std::string(kHeader).substr(1, std::string(kHeader).size() - 2);
  EXPECT_EQ(node_of("\t[4m" + header + "[0m\n" + kGpuRows + kNicRows), node_of(whole()));
}

TEST(SmiPasted, AsAMarkdownTable) {
  const core::Topology node = node_of(
      "| CPU Affinity | NUMA Affinity |      | GPU0 | GPU1 | mlx5_0 |\n"
      "|--------------|---------------|------|------|------|--------|\n"
      "| 24-31        | 3             | GPU0 | X    | NV4  | SYS    |\n"
      "| 16-23        | 2             | GPU1 | NV4  | X    | PHB    |\n");
  EXPECT_THAT(arrows(node, LinkKind::NvLink),
              ElementsAre("GPU 0 -> GPU 1 x4", "GPU 1 -> GPU 0 x4"));
  EXPECT_EQ(std::get<core::Cpu>(named(node, "CPU 0").info).numa_id, 3);
  const core::Topology plain = node_of(
      "|      | GPU0 | GPU1 | CPU Affinity |\n|---|:-:|---|---|\n| GPU0 | X | NV4 | 0-3 |\n"
      "| GPU1 | NV4 | X | 0-3 |\n");
  EXPECT_EQ(plain.gpu_count(), 2);
}

// A terminal loses the tab where a cell of eight characters ends.
TEST(SmiPasted, WordsThatRanTogether) {
  std::string text = with(whole(), "NIC0\tNIC1\tCPU", "NIC0NIC1\tCPU");
  text = with(text, "SYS\tPXB", "SYSPXB");
  text = with(text, "SYS\tSYS\t X ", "SYSSYSX");
  text = with(text, "Affinity\tNUMA Affinity\tGPU", "AffinityNUMA AffinityGPU");
  EXPECT_EQ(node_of(text), node_of(whole()));
}

TEST(SmiPasted, HeadingsThatAreLost) {
  const LoadedCluster read = loaded(std::string(kGpuRows) + kNicRows);
  EXPECT_EQ(read.cluster.node, node_of(whole()));
  EXPECT_THAT(notes_of(read), HasSubstr("the line of headings is missing"));
  // Two columns have neither heading nor row.
  EXPECT_EQ(node_of(kGpuRows), node_of(std::string(kHeader) + kGpuRows));
}

// The matrix is symmetric: where a NIC is, the rows of the GPUs say.
TEST(SmiPasted, CutBeforeTheRowsOfNics) {
  const LoadedCluster read = loaded(std::string(kHeader) + kGpuRows);
  EXPECT_EQ(read.cluster.node, node_of(whole()));
  EXPECT_THAT(notes_of(read), HasSubstr("p.txt: line 3: the matrix ends before it is whole: the "
                                        "rows of NIC0, NIC1 are missing"));
}

TEST(SmiPasted, CutInsideTheRowsOfNics) {
  for (const char* const end : {"NIC0\tSYS\tPXB", "NIC0\tSYS\tPXB\t X \tSY", "NIC0\tSYS\tPXB\n"}) {
    const LoadedCluster read = loaded(std::string(kHeader) + kGpuRows + end);
    EXPECT_EQ(read.cluster.node, node_of(whole())) << end;
    EXPECT_THAT(notes_of(read), HasSubstr("are missing")) << end;
  }
}

// NIC0 is PIX to GPU0 and NIC1 NODE, so that they are NODE; far from all GPUs nothing is known, and
// the two share a NUMA node.
TEST(SmiPasted, NicsWithoutRowsAreApartAsGpusImply) {
  const std::string text =
      "GPU0 NIC0 NIC1 NIC2 NIC3 CPU Affinity NUMA Affinity\nGPU0 X PIX NODE SYS SYS 0-3 0\n";
  const core::Topology node = node_of(text + "NIC0 PIX X\n");
  EXPECT_EQ(node.of_kind(core::DeviceKind::Cpu).size(), 2U);
  EXPECT_EQ(node.of_kind(core::DeviceKind::PciSwitch).size(), 1U);
}

TEST(SmiPasted, ColumnsOfNicsThatAreLost) {
  const LoadedCluster read = loaded(
      "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tNV12\t24-31\t3\n"
      "GPU1\tNV12\t X \t8-15\t1\nNIC0\tSYS\tPXB\nNIC1\tPXB\tSYS\n");
  EXPECT_EQ(read.cluster.node, node_of(whole()));
  EXPECT_THAT(notes_of(read), HasSubstr("the columns of NIC0, NIC1 are missing"));
}

TEST(SmiPasted, HalfAListOfTheSameNodeIsNoContradiction) {
  const LoadedCluster read =
      loaded("GPU0 GPU1 CPU Affinity NUMA Affinity\nGPU0 X PIX 32-63 1\nGPU1 PIX X 2-63 1\n");
  EXPECT_EQ(read.cluster.node.of_kind(core::DeviceKind::Cpu).size(), 1U);
  EXPECT_THAT(notes_of(read), HasSubstr("those of GPU0 are taken"));
}

TEST(SmiPasted, LinesOfOthersBetweenRows) {
  const std::string text = std::string(kHeader) + "INFO 03-10 starting: up\n" + kGpuRows +
                           "warning: something else\n\n" + kNicRows;
  EXPECT_EQ(node_of(text), node_of(whole()));
  const std::string torn = with(whole(), "NV12\t X \tPXB", "NV12\t X\n[INFO] of another\nPXB");
  EXPECT_EQ(node_of(torn), node_of(whole()));
}

TEST(SmiPasted, HalfAnAffinityIsLeftOut) {
  const LoadedCluster read = loaded(with(whole(), "24-31", "-31,64-95"));
  EXPECT_EQ(read.cluster.node.gpu_count(), 2);
  EXPECT_THAT(notes_of(read), HasSubstr("affinity '-31,64-95' is no list"));
}

TEST(SmiPasted, TaggedByLaunchers) {
  for (const char* const tag : {"[1,0]<stdout>:", "host1: ", "0: ", "(Worker pid=7) "}) {
    EXPECT_EQ(node_of(prefixed(whole(), tag)), node_of(whole())) << tag;
  }
}

TEST(SmiPasted, BehindTheWordsOfALog) {
  EXPECT_EQ(node_of(prefixed(std::string(kHeader) + kGpuRows, "INFO 03-10 11:01:41 env.py:12] ")),
            node_of(std::string(kHeader) + kGpuRows));
}

TEST(SmiPasted, BehindTimesAndNumbersOfLines) {
  for (const char* const head :
       {"2026-11-30T10:00:00.1Z ", "2026-11-30T10:00:00.1Z stdout F ", "[pod/worker-0/main] ",
        "Nov 30 10:00:00 node1 train[12]: ", "[2026-11-30 10:00:00,123] [INFO] "}) {
    EXPECT_EQ(node_of(prefixed(whole(), head)), node_of(whole())) << head;
  }
  std::string numbered;
  int number = 7;
  for (std::string rest = whole(); !rest.empty(); rest.erase(0, rest.find('\n') + 1)) {
    numbered += std::to_string(number++) + " | " + rest.substr(0, rest.find('\n') + 1);
  }
  EXPECT_EQ(node_of(numbered), node_of(whole()));
}

TEST(SmiPasted, InsideOfAPage) {
  EXPECT_EQ(node_of("<details><summary>topo</summary><pre>" + whole() + "</pre></details>\n"),
            node_of(whole()));
  EXPECT_EQ(node_of(with(whole(), "\t", "&nbsp;&nbsp;")), node_of(whole()));
}

TEST(SmiPasted, OnOneLine) {
  const std::string legend = "Legend: X = Self NV# = NVLinks NIC Legend: NIC0: mlx5_0 NIC1: mlx5_1";
  const std::string flat = with(with(whole() + legend, "\n", " "), "\t", " ");
  const core::Topology node = node_of(flat);
  EXPECT_EQ(node, node_of(whole() + "\nNIC0: mlx5_0\nNIC1: mlx5_1\n"));
  EXPECT_EQ(node_of("$ nvidia-smi topo -m " + flat), node);
  EXPECT_EQ(
      node_of("GPU 0: NVIDIA L40S (UUID: GPU-0) GPU 1: NVIDIA L40S (UUID: GPU-1)").gpu_count(), 2);
}

TEST(SmiPasted, CutAtTheRightByATerminal) {
  const std::string matrix =
      "        GPU0    GPU1    NIC0    NIC1    CPU Affinity    NUMA Affinity\n"
      "GPU0     X      NV12    SYS     PXB     24-31           3\n"
      "GPU1    NV12     X      PXB     SYS     8-15            1\n"
      "NIC0    SYS     PXB      X      SYS\n"
      "NIC1    PXB     SYS     SYS      X\n";
  const auto narrow = [&](std::size_t width) {
    std::string text;
    for (std::string rest = matrix; !rest.empty(); rest.erase(0, rest.find('\n') + 1)) {
      text += rest.substr(0, std::min(rest.find('\n'), width)) + "\n";
    }
    return node_of(text);
  };
  // Behind a column, inside of a name, and inside of "SYS" and "PXB" below a whole name.
  for (const std::size_t width : {32U, 34U, 36U, 26U}) {
    EXPECT_EQ(narrow(width).gpu_count(), 2) << width;
    EXPECT_EQ(narrow(width).of_kind(core::DeviceKind::NicPort).size(), 2U) << width;
    EXPECT_THAT(arrows(narrow(width), LinkKind::NvLink), ::testing::Not(IsEmpty())) << width;
  }
  // "CPU A" and "24-3": the list may be cut as well.
  const core::Topology node = narrow(44);
  EXPECT_EQ(std::get<core::Cpu>(named(node, "CPU 0").info).affinity, "");
}

TEST(SmiPasted, WrappedInsideOfWords) {
  const std::string matrix =
      "        GPU0    GPU1    NIC0    NIC1    CPU Affinity    NUMA Affinity   GPU NUMA ID\n"
      "GPU0     X      NV12    SYS     NODE    24-31,88-95     3               N/A\n"
      "GPU1    NV12     X      NODE    SYS     8-15,72-79      1               N/A\n"
      "NIC0    SYS     NODE     X      SYS                                        \n"
      "NIC1    NODE    SYS     SYS      X                                         \n";
  const core::Topology node = node_of(matrix);
  // Inside of "24-31,88-95", behind it, and inside of "N/A".
  for (const std::size_t width : {45U, 51U, 73U}) {
    std::string wrapped;
    for (std::string rest = matrix; !rest.empty(); rest.erase(0, rest.find('\n') + 1)) {
      std::string line = rest.substr(0, rest.find('\n'));
      for (; line.size() > width; line.erase(0, width)) wrapped += line.substr(0, width) + "\n";
      wrapped += line + "\n";
    }
    EXPECT_EQ(node_of(wrapped), node) << wrapped;
  }
}

TEST(SmiPasted, RowsOfGpusThatAreMissing) {
  // The last row is the column of the others, and behind NVSwitches all pairs are alike.
  const std::string four =
      "\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\n"
      "GPU0\t X \tNV18\tNV18\tNV18\t0-3\nGPU1\tNV18\t X \tNV18\tNV18\t4-7\n";
  EXPECT_EQ(node_of(four).gpu_count(), 4);
  EXPECT_EQ(node_of(four).of_kind(core::DeviceKind::Cpu).size(), 2U);
  EXPECT_THAT(notes_of(loaded(four)), HasSubstr("joined as all others are"));
  // Rows of NICs alone show no NVLinks.
  const LoadedCluster nics = loaded(std::string(kHeader) + kNicRows);
  EXPECT_EQ(nics.cluster.node.gpu_count(), 2);
  EXPECT_TRUE(nics.host.nvlinks_unknown);
  // A heading alone says less than names.
  EXPECT_EQ(node_of("GPU 0: NVIDIA L40S (UUID: GPU-0)\nGPU 1: NVIDIA L40S (UUID: GPU-1)\n" +
                    std::string(kHeader))
                .gpu_count(),
            2);
}

/// A matrix of eight GPUs, four to a socket, `cell` between those of one and `far` between the
/// sockets, without the rows of `lost`.
std::string eight(const std::string& cell, const std::string& far, const std::set<int>& lost) {
  std::string text;
  for (int i = 0; i < 8; ++i) text += "\tGPU" + std::to_string(i);
  text += "\tCPU Affinity\tNUMA Affinity\n";
  for (int i = 0; i < 8; ++i) {
    if (lost.contains(i)) continue;
    text += "GPU" + std::to_string(i);
    for (int j = 0; j < 8; ++j) text += "\t" + (i == j ? " X " : i / 4 == j / 4 ? cell : far);
    text += i < 4 ? "\t0-31\t0\n" : "\t32-63\t1\n";
  }
  return text;
}

TEST(SmiPasted, SixOfEightRowsShowTheOthers) {
  const LoadedCluster whole_one = loaded(eight("NODE", "SYS", {}));
  // What lies between the two is at most NODE, as both are NODE to GPU5.
  for (const std::set<int>& lost : {std::set<int>{6, 7}, std::set<int>{0, 3}}) {
    const LoadedCluster read = loaded(eight("NODE", "SYS", lost));
    EXPECT_EQ(read.cluster.node, whole_one.cluster.node);
    EXPECT_THAT(notes_of(read), AllOf(HasSubstr("are missing or torn: the cells are those of the "
                                                "other rows"),
                                      HasSubstr("(NODE): the farthest that the others allow")));
  }
  // Of two sockets the two are SYS apart, exactly.
  EXPECT_THAT(notes_of(loaded(eight("NODE", "SYS", {3, 4}))),
              ::testing::Not(HasSubstr("the farthest that the others allow")));
  EXPECT_EQ(loaded(eight("NODE", "SYS", {3, 4})).cluster.node, whole_one.cluster.node);
  EXPECT_EQ(loaded(eight("NODE", "SYS", {2})).cluster.node, whole_one.cluster.node);
}

TEST(SmiPasted, SixOfEightRowsOfABoardAreRead) {
  const LoadedCluster read = loaded(eight("NV18", "NV18", {4, 7}));
  EXPECT_EQ(read.cluster.node, node_of(eight("NV18", "NV18", {})));
  EXPECT_THAT(notes_of(read), HasSubstr("joined as all others are"));
}

// GPU7 has lost three cells, and GPU2 two and its CPUs.
TEST(SmiPasted, TornRowsAreMirroredWhereMostAreWhole) {
  const std::string text = eight("NODE", "SYS", {});
  const std::string row = "GPU7\tSYS\tSYS\tSYS\tSYS\tNODE\tNODE\tNODE\t X \t";
  const LoadedCluster read = loaded(with(text, row, "GPU7\tSYS\tNODE\tNODE\tNODE\t X \t"));
  EXPECT_EQ(read.cluster.node, node_of(text));
  EXPECT_THAT(notes_of(read), HasSubstr("the row of GPU7 is missing or torn"));
  const std::string other = "GPU2\tNODE\tNODE\t X \tNODE\tSYS\tSYS\tSYS\tSYS\t0-31\t0\n";
  EXPECT_EQ(node_of(with(text, other, "GPU2\tNODE\tNODE\t X \tNODE\tSYS\tSYS\n")), node_of(text));
}

// Which adapters are near GPU6 and GPU7 only their rows said, as NVLink hides the rest.
TEST(SmiPasted, AdaptersThatOnlyLostRowsPlaceAreLeftOut) {
  std::string text = with(eight("NV18", "NV18", {6, 7}), "\tCPU Affinity", "\tNIC0\tCPU Affinity");
  text = with(text, "\t0-31", "\tPIX\t0-31");
  text = with(text, "\t32-63", "\tSYS\t32-63");
  const LoadedCluster read = loaded(text);
  EXPECT_EQ(read.cluster.node.gpu_count(), 8);
  EXPECT_THAT(read.cluster.node.of_kind(core::DeviceKind::NicPort), IsEmpty());
  EXPECT_THAT(notes_of(read), HasSubstr("the adapters are left out"));
}

// Four whole rows are too few to say that four torn ones are as theirs.
TEST(SmiPasted, HalfOfTheRowsAreNotEnough) {
  const auto read = read_nvidia_smi_topo({"p.txt", eight("NODE", "SYS", {4, 5, 6, 7})}, {});
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message(), HasSubstr("the matrix ends without row GPU"));
}

TEST(SmiPasted, OfAmdIsRefused) {
  const auto read = read_nvidia_smi_topo({"p.txt", "  GPU0 GPU1\nGPU0 0 XGMI\nGPU1 XGMI 0\n"}, {});
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message(), HasSubstr("p.txt: line 2: a matrix of AMD's GPUs"));
}

TEST(SmiPasted, NamesOfAnotherMachineAreNotMixedIn) {
  const LoadedCluster read =
      loaded("GPU 0: NVIDIA L40S (UUID: GPU-0)\nGPU 0: NVIDIA H200 (UUID: GPU-1)\n");
  EXPECT_EQ(read.cluster.node.name(), "1 x NVIDIA L40S");
  EXPECT_THAT(notes_of(read), HasSubstr("p.txt: line 2: a GPU of another name than before"));
}

TEST(SmiPasted, SeveralMachinesAreNamed) {
  const std::string other = with(whole(), "PXB", "PIX");
  const LoadedCluster alike = loaded(prefixed(whole(), "host1: ") + prefixed(whole(), "host2: "));
  EXPECT_EQ(alike.cluster.node, node_of(whole()));
  EXPECT_THAT(notes_of(alike), HasSubstr("another matrix is like the first, of 'host2'"));
  const LoadedCluster differ = loaded(prefixed(whole(), "host1: ") + prefixed(other, "host2: "));
  EXPECT_EQ(differ.cluster.node, node_of(whole()));
  EXPECT_THAT(notes_of(differ), AllOf(HasSubstr("of 'host2', differs from the first"),
                                      HasSubstr("is PIX, in the first PXB")));
  // Line by line, as hosts print at once.
  std::string mixed;
  std::string one = whole();
  std::string two = other;
  while (!one.empty()) {
    mixed += "host1: " + one.substr(0, one.find('\n') + 1);
    mixed += "host2: " + two.substr(0, two.find('\n') + 1);
    one.erase(0, one.find('\n') + 1);
    two.erase(0, two.find('\n') + 1);
  }
  EXPECT_EQ(node_of(mixed), node_of(whole()));
  const LoadedCluster twice = loaded(whole() + "\n" + whole());
  EXPECT_THAT(notes_of(twice), HasSubstr("another matrix is like the first"));
}

TEST(SmiPasted, MatricesOfSeveralHostsAreSeveralNodes) {
  const auto nodes = [](const std::string& text) { return loaded(text).cluster.node_count; };
  EXPECT_EQ(nodes(prefixed(whole(), "host1: ") + prefixed(whole(), "host2: ")), 2);
  EXPECT_EQ(nodes(whole() + "\n" + whole()), 2);
  EXPECT_EQ(
      nodes("a@n1:~$ nvidia-smi topo -m\n" + whole() + "a@n2:~$ nvidia-smi topo -m\n" + whole()),
      2);
  // One host again: by its prompt, by its GPUs, and by ranks, which may be of one host.
  EXPECT_EQ(
      nodes("a@n1:~$ nvidia-smi topo -m\n" + whole() + "a@n1:~$ nvidia-smi topo -m\n" + whole()),
      1);
  const std::string list = "GPU 0: NVIDIA L40S (UUID: GPU-0)\nGPU 1: NVIDIA L40S (UUID: GPU-1)\n";
  EXPECT_EQ(nodes(list + whole() + "\n" + list + whole()), 1);
  EXPECT_EQ(nodes(prefixed(whole(), "0: ") + prefixed(whole(), "1: ")), 1);
  EXPECT_EQ(nodes(prefixed(whole(), "[1,0]<stdout>:") + prefixed(whole(), "[1,1]<stdout>:")), 1);
}

constexpr const char* kPciOnly =
    "$ nvidia-smi topo -mp\n\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\n"
    "GPU0\t X \tNODE\tPIX\t0-47\t0\nGPU1\tNODE\t X \tNODE\t0-47\t0\nNIC0\tPIX\tNODE\t X \n\n";

std::string two(const std::string& name) {
  return "GPU 0: " + name + " (UUID: GPU-0)\nGPU 1: " + name + " (UUID: GPU-1)\n";
}

TEST(SmiPasted, NvLinksThatTopoMpHidesAreNotAbsent) {
  const LoadedCluster h800 = loaded(kPciOnly + two("NVIDIA H800"));
  EXPECT_THAT(arrows(h800.cluster.node, LinkKind::NvLink),
              ::testing::Contains("GPU 0 -> NVSwitch 0 x8"));
  EXPECT_THAT(notes_of(h800), AllOf(HasSubstr("nvidia-smi topo -mp shows PCIe only"),
                                    HasSubstr("8 NVLinks each, by the model")));
  // What the matrix has of PCIe stays.
  const auto id_of = [&](const std::string& name) {
    const auto& node = h800.cluster.node;
    return static_cast<core::DeviceId>(&named(node, name) - node.devices().data());
  };
  EXPECT_EQ(h800.cluster.node.parent_of(id_of("GPU 0")),
            h800.cluster.node.parent_of(id_of("NIC 0")));
  // Where the model does not say how they lead, they are unknown.
  const LoadedCluster cards = loaded(kPciOnly + two("NVIDIA A100 80GB PCIe"));
  EXPECT_THAT(arrows(cards.cluster.node, LinkKind::NvLink), IsEmpty());
  EXPECT_TRUE(cards.host.nvlinks_unknown);
  const LoadedCluster mesh = loaded(kPciOnly + two("Tesla V100-SXM2-32GB"));
  EXPECT_THAT(arrows(mesh.cluster.node, LinkKind::NvLink), IsEmpty());
  EXPECT_TRUE(mesh.host.nvlinks_unknown);
  EXPECT_TRUE(loaded(kPciOnly).host.nvlinks_unknown);
  // Cards that have none lack nothing.
  EXPECT_FALSE(loaded(kPciOnly + two("NVIDIA L40S")).host.nvlinks_unknown);
}

TEST(SmiPasted, ALegendWithoutNvLinkIsThatOfTopoMp) {
  const std::string matrix = std::string(kPciOnly).substr(std::string(kPciOnly).find('\n') + 1);
  const std::string legend = "Legend:\n\n  X    = Self\n  PIX  = at most a single PCIe bridge\n";
  EXPECT_TRUE(loaded(matrix + legend).host.nvlinks_unknown);
  EXPECT_FALSE(
      loaded(matrix + legend + "  NV#  = a bonded set of # NVLinks\n").host.nvlinks_unknown);
  EXPECT_FALSE(loaded(matrix).host.nvlinks_unknown);
}

TEST(SmiPasted, OneGpuOfAListIsNoBoard) {
  const LoadedCluster read = loaded("GPU 6: NVIDIA H100 80GB HBM3 (UUID: GPU-6)\n");
  EXPECT_EQ(read.cluster.node.gpu_count(), 1);
  EXPECT_EQ(named(read.cluster.node, "GPU 6").kind(), core::DeviceKind::Gpu);
  EXPECT_THAT(notes_of(read), HasSubstr("whether the machine has others is unknown"));
}

TEST(SmiPasted, NamesWithoutUuidAreAList) {
  EXPECT_EQ(node_of("GPU 0: NVIDIA L40S\nGPU 1: NVIDIA L40S\n").gpu_count(), 2);
  EXPECT_EQ(recognise("GPU 0: NVIDIA driver failed, see above\nGPU 1: NVIDIA driver failed, too\n"),
            nullptr);
}

TEST(SmiPasted, AdaptersThatAreNotShownAreSaid) {
  EXPECT_THAT(notes_of(loaded("76 NICs found in the topology, only displaying 2 in the matrix.\n" +
                              whole())),
              HasSubstr("76 NICs found in the topology"));
}

}  // namespace pasted_test
}  // namespace treering::hw::formats::nvidia_smi
