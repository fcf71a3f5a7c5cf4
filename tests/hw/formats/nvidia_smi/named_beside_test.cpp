// The GPUs of a matrix by what else stands in the paste.
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/topology.h"
#include "hw/formats/format.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats::nvidia_smi {
namespace named_beside_test {

using ::testing::HasSubstr;

std::string name_of(const std::string& text) {
  const auto loaded = read_smi_text(text, "t.txt");
  EXPECT_TRUE(loaded.has_value()) << loaded.error().message();
  return loaded ? std::string(loaded->cluster.node.name()) : "";
}

// Four GPUs, four NVLinks between each two: twelve of each.
constexpr const char* kFour =
    "\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\tNUMA Affinity\n"
    "GPU0\t X \tNV4\tNV4\tNV4\t0-31\t0\n"
    "GPU1\tNV4\t X \tNV4\tNV4\t0-31\t0\n"
    "GPU2\tNV4\tNV4\t X \tNV4\t32-63\t1\n"
    "GPU3\tNV4\tNV4\tNV4\t X \t32-63\t1\n";

std::string list_of(const std::string& model) {
  return "#  Rank  0 Group  0 Pid  41 on host0 device  0 [0x01] " + model +
         "\n#  Rank  1 Group  0 Pid  41 on host0 device  1 [0x41] " + model + "\n";
}

TEST(SmiNamedBeside, ByTheListOfDevices) {
  EXPECT_EQ(name_of(kFour + list_of("NVIDIA A100-SXM4-40GB")), "4 x NVIDIA A100-SXM4-40GB");
}

// The paste ends within the list.
TEST(SmiNamedBeside, ByAListThatIsCut) {
  EXPECT_EQ(name_of(kFour + list_of("NVIDIA A100-SXM4-40GB") +
                    "#  Rank  2 Group  0 Pid  41 on host0 device  2 [0x81] NVIDIA A1"),
            "4 x NVIDIA A100-SXM4-40GB");
}

TEST(SmiNamedBeside, ByWordsOfPeople) {
  EXPECT_THAT(name_of(std::string("our A100 node:\n") + kFour), HasSubstr("4 x A100 SXM"));
}

// NVLinks in pairs are bridges, which only one form of the model has.
TEST(SmiNamedBeside, ByWordsOfPeopleTheFormWithBridges) {
  const std::string pairs =
      "\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\tNUMA Affinity\n"
      "GPU0\t X \tNV18\tSYS\tSYS\t0-31\t0\n"
      "GPU1\tNV18\t X \tSYS\tSYS\t0-31\t0\n"
      "GPU2\tSYS\tSYS\t X \tNV18\t32-63\t1\n"
      "GPU3\tSYS\tSYS\tNV18\t X \t32-63\t1\n";
  EXPECT_EQ(name_of("our H200 node:\n" + pairs), "4 x H200 NVL");
  EXPECT_EQ(name_of("our H200 NVL node:\n" + pairs), "4 x H200 NVL");
  const auto loaded = read_smi_text("our H200 node:\n" + pairs, "t.txt");
  ASSERT_TRUE(loaded);
  std::string notes;
  for (const auto& note : loaded->notes) notes += note.message() + "\n";
  EXPECT_THAT(notes, HasSubstr("the GPUs are 'H200 NVL', as words beside the matrix and its pairs "
                               "of NVLinks name them"));
}

// An L40S has no NVLinks: the words are about another machine.
TEST(SmiNamedBeside, NotByGpusWithFewerNvlinks) {
  EXPECT_THAT(name_of(std::string("slower than L40S\n") + kFour), HasSubstr("unknown GPU"));
  EXPECT_THAT(name_of(kFour + list_of("NVIDIA L40S")), HasSubstr("unknown GPU"));
}

// A list of five on one host is not of the host with four.
TEST(SmiNamedBeside, NotByAListOfMoreGpus) {
  std::string list;
  for (int i = 0; i < 5; ++i) {
    list += fmt::format("#  Rank  {0} Group  0 Pid  41 on host0 device  {0} [0x0{0}] {1}\n", i,
                        "NVIDIA A100-SXM4-40GB");
  }
  EXPECT_THAT(name_of(kFour + list), HasSubstr("unknown GPU"));
}

TEST(SmiNamedBeside, NotBySeveralNames) {
  EXPECT_THAT(name_of(std::string("A100 or H100?\n") + kFour), HasSubstr("unknown GPU"));
}

TEST(SmiNamedBeside, AMatrixIsSaidToBeTheSource) {
  EXPECT_EQ(read_smi_text(kFour, "t.txt").value().matrix, "nvidia-smi topo -m");
  EXPECT_EQ(read_smi_text("GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-0)\n", "t.txt").value().matrix,
            "");
}

// Two cards without NVLinks.
constexpr const char* kTwo =
    "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\n"
    "GPU0\t X \tNODE\t0-63\t0\n"
    "GPU1\tNODE\t X \t0-63\t0\n";

TEST(SmiNamedBeside, CardsByTheirNumber) {
  EXPECT_EQ(name_of(std::string("an 8 cards 4090 server:\n") + kTwo), "2 x GeForce RTX 4090");
}

// nvidia-smi's table cuts names at 19 characters.
TEST(SmiNamedBeside, ANameThatTheTableCutsByWords) {
  const std::string table =
      "|   0  NVIDIA GeForce ...    Off  | 00000000:01:00.0 Off |                  N/A |\n"
      "|   1  NVIDIA GeForce ...    Off  | 00000000:41:00.0 Off |                  N/A |\n";
  EXPECT_EQ(name_of("2x RTX 4090:\n" + table + kTwo), "2 x GeForce RTX 4090");
  EXPECT_EQ(name_of("2x RTX 4090:\n" + table), "2 x GeForce RTX 4090");
  // The words are about other GPUs.
  EXPECT_EQ(name_of("faster than an L40S:\n" + table + kTwo), "2 x NVIDIA GeForce ...");
}

TEST(SmiNamedBeside, ByAWarningOfPytorch) {
  const std::string warned =
      "UserWarning:\n    Found GPU0 NVIDIA GB10 which is of cuda capability 12.1.\n";
  const std::string spark =
      "\tGPU0\tNIC0\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tNODE\t0-19\t0\nNIC0\tNODE\t X \n";
  EXPECT_EQ(name_of(warned + spark), "1 x NVIDIA GB10");
}

struct SaidOfCpu {
  core::Cpu cpu;
  std::string notes;
};

SaidOfCpu cpu_in(const std::string& text) {
  const auto loaded = read_smi_text(text, "t.txt");
  EXPECT_TRUE(loaded.has_value()) << loaded.error().message();
  if (!loaded) return {};
  SaidOfCpu said;
  const auto& node = loaded->cluster.node;
  said.cpu = std::get<core::Cpu>(node.device(node.of_kind(core::DeviceKind::Cpu).front()).info);
  for (const auto& note : loaded->notes) said.notes += note.message() + "\n";
  return said;
}

TEST(SmiNamedBeside, TheCpuByWordsOfPeople) {
  const SaidOfCpu epyc = cpu_in(std::string("2x EPYC 9575F:\n") + kTwo);
  EXPECT_EQ(epyc.cpu.vendor, "AuthenticAMD");
  EXPECT_THAT(epyc.notes,
              HasSubstr("note: t.txt: the CPU is 'AMD EPYC 9575F', as words of the text name it"));
  const SaidOfCpu xeon = cpu_in(std::string(kTwo) + "| CPU | dual Xeon Platinum 8480 |\n");
  EXPECT_EQ(xeon.cpu.vendor, "GenuineIntel");
  EXPECT_EQ(xeon.cpu.model, 0x8F);  // Sapphire Rapids
  // Without a matrix as well.
  EXPECT_EQ(cpu_in("Threadripper PRO 7995WX\nGPU 0: NVIDIA L40S (UUID: GPU-0)\n").cpu.vendor,
            "AuthenticAMD");
}

TEST(SmiNamedBeside, NotACpuOfSeveral) {
  EXPECT_THAT(cpu_in(std::string("EPYC 9654 or Xeon 8480?\n") + kTwo).notes,
              ::testing::Not(HasSubstr("as words of the text name it")));
}

// Of each socket four nodes, as its firmware may split it.
TEST(SmiNamedBeside, MoreNumaNodesThanSocketsAreSaid) {
  const std::string matrix =
      "\tGPU0\tGPU1\tGPU2\tCPU Affinity\tNUMA Affinity\n"
      "GPU0\t X \tSYS\tSYS\t0-7\t0\nGPU1\tSYS\t X \tSYS\t8-15\t1\n"
      "GPU2\tSYS\tSYS\t X \t16-23\t2\n";
  const auto said = HasSubstr(
      "the machine has 2 sockets, and its GPUs are on 3 NUMA nodes: what stands here as a CPU is a "
      "NUMA node");
  EXPECT_THAT(cpu_in("- CPU: 2 x AMD EPYC 7542 (32C 64T)\n" + matrix).notes, said);
  EXPECT_THAT(cpu_in("Dual EPYC 7542\n" + matrix).notes, said);
  EXPECT_THAT(cpu_in(matrix + "\nSocket(s):           2\n").notes, said);
  EXPECT_THAT(cpu_in("AMD EPYC 7542\n" + matrix).notes, ::testing::Not(HasSubstr("sockets, and")));
  EXPECT_THAT(cpu_in("4 x AMD EPYC 7542\n" + matrix).notes,
              ::testing::Not(HasSubstr("sockets, and")));
}

}  // namespace named_beside_test
}  // namespace treering::hw::formats::nvidia_smi
