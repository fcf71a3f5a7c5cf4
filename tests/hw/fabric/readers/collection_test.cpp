// Every file of the collection of fabrics beside the repository: what it is taken for, and what a
// person counts in it (grep -c). Skipped where there is no collection.
#include <filesystem>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/fabric/analysis/fabric.h"
#include "hw/formats/format.h"
#include "hw/load_cluster.h"
#include "tests/support/test_name.h"

namespace treering::hw::fabric::readers {
namespace collection_test {

using core::FabricKind;

const std::filesystem::path kFolder = "../shared/topologies/ibnetdiscover";

/// Of a fabric that is read.
struct Whole {
  const char* file;
  const char* format;
  std::size_t switches;
  std::size_t adapters;
  std::size_t cables;
  int hosts;
  FabricKind kind;
};

void PrintTo(const Whole& one, std::ostream* stream) {
  *stream << one.file;
}

const std::vector<Whole> kWholes{
    {"topograph-example.out", "ibnetdiscover", 40, 542, 1114, 121, FabricKind::RailOptimised},
    {"superbench-ibnetdiscover.txt", "ibnetdiscover", 8, 10, 18, 10, FabricKind::FatTree},
    {"fattree-k4-n3-full.topo", "ibnetdiscover", 80, 128, 384, 128, FabricKind::FatTree},
    {"ibsim-net", "ibnetdiscover", 2, 2, 4, 2, FabricKind::SingleSwitch},
    {"ibsim-net.1", "ibnetdiscover", 1, 2, 2, 2, FabricKind::SingleSwitch},
    {"ibsim-net.2sw2path", "ibnetdiscover", 2, 2, 4, 2, FabricKind::Unspecified},
    {"ibsim-net.2sw2path4hca", "ibnetdiscover", 2, 4, 6, 4, FabricKind::Unspecified},
    {"treydock-p-format.out", "ibnetdiscover", 4, 3, 4, 3, FabricKind::Unspecified},
    {"treydock-p-format2.out", "ibnetdiscover", 5, 1, 2, 1, FabricKind::SingleSwitch},
    // The fifth adapter's line is cut within the name of its switch; one is the switch's own.
    {"excerpt-iblinkinfo-hdr-ca.txt", "iblinkinfo", 1, 4, 5, 4, FabricKind::SingleSwitch},
};

class FabricCollection : public ::testing::TestWithParam<Whole> {};

TEST_P(FabricCollection, IsWhatAPersonSeesInIt) {
  const std::string path = kFolder / GetParam().file;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no collection of fabrics at " << kFolder;
  const auto read = load_fabric(path, io::RealFiles());
  ASSERT_TRUE(read) << read.error().message();
  ASSERT_TRUE(read->has_value());
  const FabricGraph& graph = (*read)->graph;
  EXPECT_EQ(graph.count(FabricNodeKind::Switch), GetParam().switches);
  EXPECT_EQ(graph.count(FabricNodeKind::Adapter), GetParam().adapters);
  EXPECT_EQ(graph.cables.size(), GetParam().cables);
  const analysis::FoundFabric found = analysis::fabric_of(graph, path);
  EXPECT_EQ(found.host_count, GetParam().hosts);
  EXPECT_EQ(found.fabric.kind, GetParam().kind) << found.tree.why_not;
  const auto text = io::RealFiles().read(path, io::kMaxFileBytes);
  ASSERT_TRUE(text);
  EXPECT_EQ(formats::recognise(*text)->name, GetParam().format);
}

INSTANTIATE_TEST_SUITE_P(Files, FabricCollection, ::testing::ValuesIn(kWholes),
                         [](const auto& test) {
                           return treering::testing::test_name(test.param.file);
                         });

/// Of a text that is no fabric: what is said of it.
struct Part {
  const char* file;
  const char* sentence;
};

const std::vector<Part> kParts{
    {"ibswinfo-test1.out", "ibswinfo text, expected a topology; it has the state of one switch"},
    {"ibutils-FullGnu.topo",
     "a topology file of ibdm, expected a topology; treering does not read it"},
    {"ibutils-RhinoBased512.topo",
     "a topology file of ibdm, expected a topology; treering does not read it"},
    {"ibutils-SingleRhino.topo",
     "a topology file of ibdm, expected a topology; treering does not read it"},
    {"ibutils-gnu-based-32.topo",
     "a topology file of ibdm, expected a topology; treering does not read it"},
    {"ibutils-network.topo",
     "a topology file of ibdm, expected a topology; treering does not read it"},
    {"ibutils-subnet.lst",
     "a subnet.lst of opensm, expected a topology; treering does not read it"},
    {"psmn-x5.map", "a list of GUIDs and hosts, expected a topology; it has no cables"},
    {"superbench-ibstat.txt", "a list of GUIDs and hosts, expected a topology; it has no cables"},
};

/// Texts about a host, with their ports (tests/hw/formats/host_texts).
const std::vector<const char*> kOfHosts{
    "excerpt-ibstat-mt4123.txt",
    "excerpt-l2fwdnv6-ibstat-roce.txt",
    "gpud-ibstat.47.0.a100.all.active.0",
    "gpud-ibstat.47.0.h100.all.active.1",
    "gpud-ibstat.47.0.h100.all.active.2",
    "gpud-ibstat.47.0.h100.some.down.0",
    "gpud-ibstatus.39.0.a100.all.active.0",
};

TEST(FabricTexts, SaysOfTheRestWhatItIsAndWhatToRun) {
  if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "no collection at " << kFolder;
  for (const Part& part : kParts) {
    const std::string path = kFolder / part.file;
    const auto loaded = load_cluster(path);
    ASSERT_FALSE(loaded) << part.file;
    EXPECT_THAT(loaded.error().message(), ::testing::StartsWith(path + ": " + part.sentence));
    EXPECT_THAT(loaded.error().message(), ::testing::HasSubstr("ibnetdiscover shows"));
    const auto graph = load_fabric(path, io::RealFiles());
    EXPECT_TRUE(graph && !graph->has_value()) << part.file;
  }
}

TEST(FabricTexts, LeavesNoFileOut) {
  if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "no collection at " << kFolder;
  std::set<std::string> expected;
  for (const Whole& one : kWholes) expected.insert(one.file);
  for (const Part& part : kParts) expected.insert(part.file);
  for (const char* const file : kOfHosts) expected.insert(file);
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    EXPECT_TRUE(expected.contains(entry.path().filename())) << entry.path();
  }
}

}  // namespace collection_test
}  // namespace treering::hw::fabric::readers
