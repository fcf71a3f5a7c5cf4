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

TEST(SmiNamedBeside, ByWordsOfPeople) {
  EXPECT_THAT(name_of(std::string("our A100 node:\n") + kFour), HasSubstr("4 x A100 SXM"));
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

}  // namespace named_beside_test
}  // namespace treering::hw::formats::nvidia_smi
