// The collection of public NCCL XML beside the repository: each file gives the topology that a
// person sees in it, or a sentence that a person agrees with. Skipped where there is no collection.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/formats/nccl_xml/topology_xml.h"
#include "tests/support/test_name.h"

namespace treering::hw::formats::nccl_xml {
namespace corpus_test {

const std::filesystem::path kFolder = "../shared/topologies/nccl-xml";

struct Expected {
  const char* file;
  // What the file holds; counted in it by hand (grep -c).
  int gpus = 0;
  int nics = 0;
  int ports = 0;
  int nvlinks = 0;  // one direction of one bundle each
  int nvswitches = 0;
  const char* note = "";   // what the reader has to say, in part
  const char* error = "";  // in part; then nothing above counts
};

constexpr const char* kNoGpuElement = "a GPU without a gpu element: NCCL adds its number";
constexpr const char* kNoClass = "a pci element with neither class nor content";
constexpr const char* kGraph = "a graph file of NCCL (NCCL_GRAPH_FILE)";
constexpr const char* kRccl = "a topology of RCCL, for AMD GPUs";
constexpr const char* kNone = "";

// NVLinks: to GPUs one per row, to switches two per row.
const Expected kTable[] = {
    {"aws-g5.48xl-topo.xml", 0, 0, 0, 0, 0, kNoClass},
    {"aws-p4d-24xl-topo-old.xml", 8, 4, 0, 0, 0, kNoGpuElement},
    {"aws-p4d-24xl-topo.xml", 8, 4, 0, 0, 0, kNoGpuElement},
    {"aws-p4de-24xl-topo.xml", 8, 4, 0, 0, 0, kNoGpuElement},
    {"aws-p5.48xl-topo.xml", 0, 0, 0, 0, 0, kNoClass},
    {"azure-nc48v4-topo.xml", 2, 1, 1, 2, 0,
     "the file does not say link_speed and link_width of a GPU"},
    {"azure-ncv4-topo.xml", 4, 1, 1, 4, 0,
     "an nvlink from a GPU to itself: it leads nowhere, but NCCL counts its bandwidth"},
    {"azure-ndv2-topo.xml", 8, 1, 0, 0, 0, kNoGpuElement},
    {"azure-ndv4-topo-old.xml", 8, 8, 0, 0, 0, kNoGpuElement},
    {"azure-ndv4-topo.xml", 8, 8, 0, 0, 0, kNoGpuElement},
    {"azure-ndv5-topo.xml", 8, 8, 0, 0, 0, kNoGpuElement},
    {"dump-2x4090.xml", 2, 1, 2, 0, 0},
    {"dump-2xa100-fusednic.xml", 2, 1, 1, 2, 0},
    {"dump-2xa100-nvbridge-b.xml", 2, 1, 2, 2, 0},
    {"dump-2xa100-nvbridge.xml", 2, 1, 2, 2, 0},
    {"dump-3090-8gpu.xml", 8, 1, 1, 0, 0},
    {"dump-4xsm86-socket-nets.xml", 4, 3, 10, 0, 0},
    {"dump-8xsm89-epyc.xml", 8, 1, 1, 0, 0},
    {"dump-blink-dgx1.xml", 8, 2, 3, 32, 0},
    {"dump-h800-8gpu.xml", 8, 8, 8, 64, 4},
    {"excerpt-awsofi466-g5.12xl.xml", 0, 0, 0, 0, 0, kNoClass},
    {"excerpt-gb10-abridged.xml", 1, 2, 2, 0, 0, "a cpu without numaid, which NCCL refuses"},
    {"foreign-flagcx-nogpu.xml", 8, 3, 3, 0, 0, kNoGpuElement},
    {"mlperf-dgxa100-nic-affinity-bert.xml", 8, 8, 0, 0, 0, kNoGpuElement},
    {"mlperf-dgxa100-nic-affinity-minimal.xml", 8, 8, 0, 0, 0, kNoGpuElement},
    {"mlperf-dgxa100-nic-affinity-rnnt.xml", 8, 8, 0, 0, 0, kNoGpuElement},
    {"mlperf-hpe-675d-nic-affinity.xml", 8, 4, 4, 96, 6},
    {"modal-b200-gvisor.xml", 8, 3, 13, 112, 8, "a GPU with 126 NVLinks"},
    {"ncclpr-ndv5-topo-new.xml", 8, 8, 0, 0, 0, kNoGpuElement},
    {"oci-H100-topology.xml", 8, 8, 16, 64, 4},
    {"oci-topo-flattened.xml", 8, 8, 0, 0, 0, kNoGpuElement},
    {"uccl-p4d-24xl-topo.xml", 8, 4, 0, 0, 0, kNoGpuElement},

    {"azure-nc48v4-graph.xml", 0, 0, 0, 0, 0, kNone, kGraph},
    {"azure-ncv4-graph.xml", 0, 0, 0, 0, 0, kNone, kGraph},
    {"excerpt-nccl671-dgx1v-truncated.xml", 0, 0, 0, 0, 0, kNone,
     "line 16, column 53: the text ends inside <nvlink> of line 16"},
    {"excerpt-nccltests256-h200vm-truncated.xml", 0, 0, 0, 0, 0, kNone,
     "the text ends inside <cpu> of line 2, column 3, expected its end; is the file cut short?"},
    {"foreign-flagcx-demo.xml", 0, 0, 0, 0, 0, kNone,
     "line 1, column 1, <system>: no cpu element, expected one or more"},
    {"graph-3090-8gpu.xml", 0, 0, 0, 0, 0, kNone, kGraph},
    {"graph-4gpu.xml", 0, 0, 0, 0, 0, kNone, kGraph},
    {"graph-blink-0123.xml", 0, 0, 0, 0, 0, kNone, kGraph},
    {"graph-blink.xml", 0, 0, 0, 0, 0, kNone, kGraph},
    {"modal-gvisor-graph.xml", 0, 0, 0, 0, 0, kNone, kGraph},
    {"rccl-topo_16p1h_vm.xml", 0, 0, 0, 0, 0, kNone, kRccl},
    {"rccl-topo_4p1h.xml", 0, 0, 0, 0, 0, kNone, kRccl},
    {"rccl-topo_8p_940.xml", 0, 0, 0, 0, 0, kNone, kRccl},
    {"rccl-topo_8p_rome_n4.xml", 0, 0, 0, 0, 0, kNone, kRccl},
    {"rccl-topo_collnet_n4.xml", 0, 0, 0, 0, 0, kNone, kRccl},
    {"rcclx-topo_8p_950.xml", 0, 0, 0, 0, 0, kNone, kRccl},
};

void PrintTo(const Expected& expected, std::ostream* stream) {
  *stream << expected.file;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int count(const core::Topology& topology, core::DeviceKind kind) {
  return static_cast<int>(topology.of_kind(kind).size());
}

int nvlinks_of(const core::Topology& topology) {
  int result = 0;
  for (const core::Link& link : topology.links()) {
    if (link.kind == core::LinkKind::NvLink) ++result;
  }
  return result;
}

std::string notes_of(const ReadTopology& read) {
  std::string notes;
  for (const core::Diagnostic& note : read.notes) notes += note.message() + "\n";
  return notes;
}

class NcclXmlCorpus : public ::testing::TestWithParam<Expected> {
 protected:
  void SetUp() override {
    const auto path = kFolder / GetParam().file;
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no file " << path;
    text_ = text_of(path);
  }
  std::string text_;
};

TEST_P(NcclXmlCorpus, GivesTopologyOrReason) {
  const Expected& expected = GetParam();
  const auto read = read_nccl_xml(text_, expected.file);
  if (!read) {
    EXPECT_STRNE(expected.error, "") << read.error().message();
    EXPECT_THAT(read.error().message(), ::testing::HasSubstr(expected.error));
    return;
  }
  EXPECT_STREQ(expected.error, "");
  const core::Topology& topology = read->topology;
  EXPECT_EQ(topology.gpu_count(), expected.gpus);
  EXPECT_EQ(count(topology, core::DeviceKind::Nic), expected.nics);
  EXPECT_EQ(count(topology, core::DeviceKind::NicPort), expected.ports);
  EXPECT_EQ(nvlinks_of(topology), expected.nvlinks);
  EXPECT_EQ(count(topology, core::DeviceKind::NvSwitch), expected.nvswitches);
  EXPECT_THAT(notes_of(*read), ::testing::HasSubstr(expected.note));
  const bool has_notes = !std::string_view(expected.note).empty();
  EXPECT_EQ(read->notes.empty(), !has_notes) << notes_of(*read);
}

TEST_P(NcclXmlCorpus, SurvivesBeingWritten) {
  const auto read = read_nccl_xml(text_, GetParam().file);
  if (!read) return;
  // A cpu without numaid, which NCCL refuses, is written with one.
  const bool is_mended = std::string_view(GetParam().file) == "excerpt-gb10-abridged.xml";
  const auto again = read_nccl_xml(write_nccl_xml(read->topology), GetParam().file);
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->topology == read->topology, !is_mended);
}

TEST(NcclXmlCorpusFolder, IsAllInTheTable) {
  if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "no folder " << kFolder;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(std::any_of(std::begin(kTable), std::end(kTable), [&name](const Expected& row) {
      return row.file == name;
    })) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, NcclXmlCorpus, ::testing::ValuesIn(kTable), [](const auto& row) {
  return treering::testing::test_name(row.param.file);
});

}  // namespace corpus_test
}  // namespace treering::hw::formats::nccl_xml
