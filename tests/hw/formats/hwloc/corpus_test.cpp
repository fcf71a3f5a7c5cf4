// hwloc's own recorded machines and others' beside the repository: each gives the topology that a
// person sees in it. Skipped where there is no collection.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>

#include "core/topology/json.h"
#include "hw/formats/format.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "tests/hw/formats/hwloc/text.h"
#include "tests/support/test_name.h"

namespace treering::hw::formats::hwloc {
namespace corpus_test {

const std::filesystem::path kFolder = "../shared/topologies/hwloc";

struct Expected {
  const char* file;
  // What the file holds, counted in it by hand; ports as NCCL would use them.
  int cpus = 0;
  int gpus = 0;
  int nics = 0;
  int ports = 0;
  int nvswitches = 0;
  int nvlinks = 0;        // one direction of one bundle each
  const char* note = "";  // what the reader has to say, in part
};

constexpr const char* kNoRate = "hwloc does not report the rate of a port";
constexpr const char* kPower = "GPUs of an IBM POWER server";

const Expected kTable[] = {
    {"16intel64-manyVFs.xml", 2, 0, 5, 3, 0, 0, "a network adapter without an interface"},
    {"96em64t-4n4d3ca2co-pci.xml", 4, 0, 4, 8, 0, 0, "rate and state of a network interface"},
    {"fakepcilocalities.xml", 4, 0, 3, 1, 0, 0, kNoRate},
    // Six NVLinks between each two of four H100; of four InfiniBand ports one is active.
    {"ipa20-h100.xml", 8, 4, 4, 1, 0, 12, "an inactive port is left out"},
    // Two GPUs a socket: one pair, and each to the CPU, both ways: 2 * (2 + 4).
    {"lassen-v1-cuda.xml", 2, 4, 3, 4, 0, 12, kPower},
    {"llnl-butte-hwloc1.xml", 2, 4, 3, 4, 0, 12, kPower},
    {"llnl-corona-amd.xml", 8, 0, 2, 1, 0, 0, "an AMD GPU is left out"},
    {"llnl-lassen.xml", 2, 4, 3, 4, 0, 12, kPower},
    {"llnl-pascal.xml", 2, 2, 2, 1, 0, 0, kNoRate},
    {"nvidia-dgx-gb10.xml", 1, 0, 0, 0, 0, 0, ""},
    // Each GPU to the six NVSwitches of its half, both ways.
    {"nvidiaDGX2.xml", 2, 16, 0, 0, 12, 192, ""},
    {"power8gpudistances.xml", 2, 4, 0, 0, 0, 12, ""},
    {"sierra.xml", 2, 4, 3, 4, 0, 12, "the file leaves out the bridges between"},
    {"turin-4gpu-nvml.xml", 8, 4, 6, 2, 0, 12, "an inactive port is left out"},
};

void PrintTo(const Expected& expected, std::ostream* stream) {
  *stream << expected.file;
}

int count(const core::Topology& topology, core::DeviceKind kind) {
  return static_cast<int>(topology.of_kind(kind).size());
}

class HwlocCorpus : public ::testing::TestWithParam<Expected> {
 protected:
  void SetUp() override {
    const auto path = kFolder / GetParam().file;
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no file " << path;
    std::ifstream file(path, std::ios::binary);
    text_ = {std::istreambuf_iterator<char>(file), {}};
  }
  std::string text_;
};

TEST_P(HwlocCorpus, GivesTopology) {
  const Expected& expected = GetParam();
  ASSERT_NE(recognise(text_), nullptr);
  EXPECT_EQ(recognise(text_)->name, "hwloc-xml");
  const auto read = read_hwloc_xml(text_, expected.file);
  ASSERT_TRUE(read) << read.error().message();
  const core::Topology& topology = read->topology;
  EXPECT_EQ(count(topology, core::DeviceKind::Cpu), expected.cpus);
  EXPECT_EQ(topology.gpu_count(), expected.gpus);
  EXPECT_EQ(count(topology, core::DeviceKind::Nic), expected.nics);
  EXPECT_EQ(count(topology, core::DeviceKind::NicPort), expected.ports);
  EXPECT_EQ(count(topology, core::DeviceKind::NvSwitch), expected.nvswitches);
  EXPECT_EQ(arrows(topology, core::LinkKind::NvLink).size(),
            static_cast<std::size_t>(expected.nvlinks));
  EXPECT_THAT(all_notes(*read), ::testing::HasSubstr(expected.note));
  EXPECT_EQ(read->notes.empty(), std::string_view(expected.note).empty()) << all_notes(*read);
}

TEST_P(HwlocCorpus, SurvivesBeingWritten) {
  const auto read = read_hwloc_xml(text_, GetParam().file);
  ASSERT_TRUE(read) << read.error().message();
  const auto same = core::topology_from_json(core::topology_to_json(read->topology), "t.json");
  ASSERT_TRUE(same) << same.error().message();
  EXPECT_TRUE(*same == read->topology);
  const auto again = nccl_xml::read_nccl_xml(nccl_xml::write_nccl_xml(read->topology), "t.xml");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->topology.gpu_count(), read->topology.gpu_count());
  EXPECT_THAT(arrows(again->topology, core::LinkKind::NvLink),
              ::testing::UnorderedElementsAreArray(arrows(read->topology, core::LinkKind::NvLink)));
}

TEST(HwlocCorpusFolder, IsAllInTheTable) {
  if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "no folder " << kFolder;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".xml")) continue;
    EXPECT_TRUE(std::ranges::any_of(kTable, [&name](const Expected& row) {
      return row.file == name;
    })) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, HwlocCorpus, ::testing::ValuesIn(kTable), [](const auto& row) {
  return treering::testing::test_name(row.param.file);
});

}  // namespace corpus_test
}  // namespace treering::hw::formats::hwloc
