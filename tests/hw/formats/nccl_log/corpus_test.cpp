// Logs of real machines beside the repository: what a person sees in each. Skipped where there is
// no collection.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>

#include "hw/formats/format.h"
#include "tests/hw/formats/topology_words.h"
#include "tests/support/test_name.h"

namespace treering::hw::formats::nccl_log {
namespace corpus_test {

const std::filesystem::path kFolder = "../shared/topologies/logs";

constexpr int kNoMachine = -1;  // in place of ports: the job alone is known

struct Expected {
  const char* file;
  int nodes = 0;
  int gpus = 0;  // of one node
  int ports = 0;
  int nvlinks = 0;        // links of ours, one direction of a bundle each
  const char* note = "";  // what the reader has to say, in part
};

constexpr const char* kNoTree = "the log has no system tree";

const Expected kTable[] = {
    // Two p3dn with one EFA device each; DGX-1's mesh of NVLinks is unknown.
    {"aws-p3dn-efa-2.4.6.txt", 2, 8, 1, 0, kNoTree},
    // Named A100-SXM4: two of a board with NVSwitches. One interface for sockets.
    {"b5-2gpu-allreduce.log", 1, 2, 1, 4, kNoTree},
    {"dell-dss8440-8xa100pcie.txt", 1, 8, kNoMachine},
    {"dell-xe8640-8xh100-2node-head.txt", 2, 4, kNoMachine},
    // Its tree ends before the first GPU.
    {"excerpt-nccl1358-2gpu-zero-fabric.log", 1, 2, kNoMachine, 0, "line 14: the system tree ends"},
    // One tray of a GB200 NVL72; no line says how many ranks there are.
    {"excerpt-nccl1769-gb200-mnnvl.log", 0, 0, kNoMachine},
    {"excerpt-nccltests100-hgxa100-maxwidth.log", 1, 1, 0, 0, "the system tree is cut off here"},
    // 18 links of 20.6 GB/s from each of eight GPUs into NVSwitch, both ways.
    {"excerpt-nccltests256-h200vm-system.log", 1, 8, 8, 16, "NVML's numbers"},
    // 32 ranks on four nodes.
    {"jeanzay-a100-32gpu.txt", 4, 8, kNoMachine},
    {"jeanzay-v100-32gb-n4.txt", 4, 4, kNoMachine},
    // 16 ranks, lines of six: two nodes of eight.
    {"nebius-16xh100-part.txt", 2, 8, kNoMachine},
    {"panlichen-8x3090.log", 2, 8, 1, 0, "NVML's numbers"},
    // A bridge of 12 links; both ports of one adapter.
    {"timez-2xa100.log", 1, 2, 2, 2, "NCCL left the network out of its tree"},
    // Two adapters, and eight interfaces that Docker made and NCCL uses.
    {"yccl-test.log", 1, 4, 10, 0, kNoTree},
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

class NcclLogCorpus : public ::testing::TestWithParam<Expected> {
 protected:
  void SetUp() override {
    const auto path = kFolder / GetParam().file;
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no file " << path;
    text_ = text_of(path);
  }
  void expect_job(const Expected& expected) const {
    const auto read = read_log_nccl_log({expected.file, text_});
    ASSERT_TRUE(read);
    const auto* const run = std::get_if<LoadedRun>(&*read);
    ASSERT_NE(run, nullptr);
    EXPECT_EQ(run->logged.job.nodes, expected.nodes);
    EXPECT_EQ(run->logged.job.gpus_per_node, expected.gpus);
    EXPECT_THAT(run->why_no_machine.message(), ::testing::HasSubstr(expected.note));
  }

  std::string text_;
};

TEST_P(NcclLogCorpus, GivesCluster) {
  const Expected& expected = GetParam();
  ASSERT_NE(recognise(text_), nullptr);
  EXPECT_EQ(recognise(text_)->name, "nccl-log");
  const auto read = cluster_in(read_log_nccl_log({expected.file, text_}));
  if (expected.ports == kNoMachine) return expect_job(expected);
  ASSERT_TRUE(read) << read.error().message();
  const core::Topology& node = read->cluster.node;
  EXPECT_EQ(read->cluster.node_count, expected.nodes);
  EXPECT_EQ(node.gpu_count(), expected.gpus);
  EXPECT_EQ(count(node, core::DeviceKind::NicPort), expected.ports);
  EXPECT_EQ(arrows(node, core::LinkKind::NvLink).size(),
            static_cast<std::size_t>(expected.nvlinks));
  std::string notes;
  for (const auto& note : read->notes) notes += note.message() + "\n";
  EXPECT_THAT(notes, ::testing::HasSubstr(expected.note));
}

/// Wherever a log ends, it is read or refused with a sentence that names it.
TEST_P(NcclLogCorpus, MayEndAnywhere) {
  constexpr std::size_t kSteps = 40;
  for (std::size_t i = 1; i < kSteps; ++i) {
    const auto read =
        cluster_in(read_log_nccl_log({"cut.log", text_.substr(0, text_.size() * i / kSteps)}));
    if (read) continue;
    EXPECT_THAT(read.error().where, ::testing::StartsWith("cut.log"));
  }
}

TEST(NcclLogCorpusFolder, IsAllInTheTable) {
  if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "no folder " << kFolder;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(std::ranges::any_of(kTable, [&name](const Expected& row) {
      return row.file == name;
    })) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, NcclLogCorpus, ::testing::ValuesIn(kTable), [](const auto& row) {
  return treering::testing::test_name(row.param.file);
});

}  // namespace corpus_test
}  // namespace treering::hw::formats::nccl_log
