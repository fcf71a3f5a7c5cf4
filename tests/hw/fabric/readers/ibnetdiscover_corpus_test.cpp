// Real and generated fabrics beside the repository: what is counted in each by hand (grep -c).
// Skipped where there is no collection.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/fabric/analysis/fabric.h"
#include "hw/fabric/analysis/uneven_cabling.h"
#include "hw/fabric/readers/formats.h"
#include "tests/support/test_name.h"

namespace treering::hw::fabric::readers {
namespace ibnetdiscover_corpus_test {

const std::filesystem::path kFolder = "../shared/topologies/ibnetdiscover";

struct Expected {
  const char* file;
  std::size_t switches = 0;
  std::size_t adapters = 0;
  std::size_t aggregation_nodes = 0;
  std::size_t cables = 0;
  std::size_t notes = 0;
};

// Cables: half the lines that begin with '[', in -p form half the lines with " - ", plus those that
// only one end names; of both there is one note.
const std::vector<Expected> kTable{
    {"topograph-example.out", 40, 542, 40, 1114, 0},
    {"superbench-ibnetdiscover.txt", 8, 10, 1, 18, 1},
    {"fattree-k4-n3-full.topo", 80, 128, 0, 384, 0},
    {"ibsim-net", 2, 2, 0, 4, 0},
    {"ibsim-net.1", 1, 2, 0, 2, 0},
    {"ibsim-net.2sw2path", 2, 2, 0, 4, 0},
    {"ibsim-net.2sw2path4hca", 2, 4, 0, 6, 0},
    {"treydock-p-format.out", 4, 3, 0, 4, 1},
    // Two switches claim the port of the same aggregation node.
    {"treydock-p-format2.out", 5, 1, 1, 2, 2},
};

class IbnetdiscoverCorpus : public ::testing::TestWithParam<Expected> {};

TEST_P(IbnetdiscoverCorpus, IsWhatAPersonSeesInIt) {
  const auto path = kFolder / GetParam().file;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no collection of subnets at " << kFolder;
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto read = read_ibnetdiscover(text, GetParam().file);
  ASSERT_TRUE(read) << read.error().message();
  const FabricGraph& graph = read->graph;
  EXPECT_EQ(graph.count(FabricNodeKind::Switch), GetParam().switches);
  EXPECT_EQ(graph.count(FabricNodeKind::Adapter), GetParam().adapters);
  EXPECT_EQ(graph.count(FabricNodeKind::AggregationNode), GetParam().aggregation_nodes);
  EXPECT_EQ(graph.cables.size(), GetParam().cables);
  EXPECT_EQ(read->notes.size(), GetParam().notes);
}

// Counted by hand: 31 leaves, of which 19 have 18 cables to the 9 spines; DGX with 4 ports each, in
// groups of 4 leaves, whose names end alike; one group lacks A09-P1-IBLEAF-03-01.
TEST(SubnetCorpus, ARailOptimisedFabric) {
  const auto path = kFolder / "topograph-example.out";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no collection of subnets at " << kFolder;
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto read = read_ibnetdiscover(text, "net.txt");
  ASSERT_TRUE(read) << read.error().message();
  const analysis::FoundFabric found = analysis::fabric_of(read->graph, "net.txt");
  EXPECT_EQ(found.tree.why_not, "");
  ASSERT_EQ(found.tree.levels.size(), 2U);
  EXPECT_EQ(found.tree.levels[0].switches.size(), 31U);
  EXPECT_EQ(found.tree.levels[1].switches.size(), 9U);
  EXPECT_EQ(found.rails.rails, 4);
  EXPECT_EQ(found.rails.groups.size(), 8U);
  EXPECT_EQ(found.fabric.kind, core::FabricKind::RailOptimised);
  // 542 adapters of 400 Gbit/s over 532 cables up.
  EXPECT_NEAR(found.fabric.oversubscription, 542.0 / 532.0, 1e-9);
  const auto count = [&](analysis::FindingKind kind) {
    return std::ranges::count(found.findings, kind, &analysis::Finding::kind);
  };
  EXPECT_EQ(count(analysis::FindingKind::FewerUplinks), 12);
  // 10 hosts alike are one sentence.
  ASSERT_EQ(count(analysis::FindingKind::FewerPorts), 1);
  const auto fewer = std::ranges::find(found.findings, analysis::FindingKind::FewerPorts,
                                       &analysis::Finding::kind);
  EXPECT_TRUE(fewer->text.starts_with("10 hosts (")) << fewer->text;
  EXPECT_EQ(count(analysis::FindingKind::MissingLeaf), 1);
  EXPECT_EQ(count(analysis::FindingKind::CrossedRail), 0);
}

std::string name_of_case(const ::testing::TestParamInfo<Expected>& info) {
  return treering::testing::test_name(info.param.file);
}

INSTANTIATE_TEST_SUITE_P(Files, IbnetdiscoverCorpus, ::testing::ValuesIn(kTable), name_of_case);

}  // namespace ibnetdiscover_corpus_test
}  // namespace treering::hw::fabric::readers
