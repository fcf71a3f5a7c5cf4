#include "workers/binding/place.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/hwloc_xml.h"

namespace treering::workers {
namespace place_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using treering::testing::hwloc_xml;
using tuner::launch::Binding;

Ranks ranks(int count, int cores = 1) {
  return {std::vector<std::string>(static_cast<std::size_t>(count)), cores};
}

class PlacesOf : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto probe = places_of(hwloc_xml({}), ranks(1), Binding::None);
    if (!probe) GTEST_SKIP() << probe.error().message();
  }
};

std::vector<Place> places(const std::string& xml, const Ranks& of, Binding binding) {
  const auto found = places_of(xml, of, binding);
  EXPECT_TRUE(found.has_value()) << (found ? "" : found.error().message());
  return found ? found->ranks : std::vector<Place>();
}

// Two packages of four cores: cores 0-3 are processors 0-7, those of the other 8-15.

TEST_F(PlacesOf, SpreadRanksFarApart) {
  const std::string xml = hwloc_xml({});
  EXPECT_THAT(places(xml, ranks(2), Binding::Spread),
              ElementsAre(Place{"0-1", 0}, Place{"8-9", 1}));
  // Of 8 cores, rank i of 3 gets core ⌊8 i / 3⌋: 0, 2, 5.
  EXPECT_THAT(places(xml, ranks(3), Binding::Spread),
              ElementsAre(Place{"0-1", 0}, Place{"4-5", 0}, Place{"10-11", 1}));
}

TEST_F(PlacesOf, CompactRanksAreNeighbours) {
  EXPECT_THAT(places(hwloc_xml({}), ranks(3), Binding::Compact),
              ElementsAre(Place{"0-1", 0}, Place{"2-3", 0}, Place{"4-5", 0}));
}

TEST_F(PlacesOf, RanksGetACoreForEachThread) {
  const std::string xml = hwloc_xml({});
  EXPECT_THAT(places(xml, ranks(2, 2), Binding::Spread),
              ElementsAre(Place{"0-3", 0}, Place{"8-11", 1}));
  EXPECT_THAT(places(xml, ranks(2, 2), Binding::Compact),
              ElementsAre(Place{"0-3", 0}, Place{"4-7", 0}));
  // Cores 2 to 4 are on both nodes: no memory is near to all of them.
  EXPECT_THAT(places(xml, ranks(2, 3), Binding::Compact).back(), (Place{"6-11", std::nullopt}));
}

TEST_F(PlacesOf, NumaRanksShareANode) {
  EXPECT_THAT(places(hwloc_xml({}), ranks(3), Binding::Numa),
              ElementsAre(Place{"0-7", 0}, Place{"0-7", 0}, Place{"8-15", 1}));
}

TEST_F(PlacesOf, AutomaticSpreadsWhereThereAreCores) {
  const std::string xml = hwloc_xml({});
  EXPECT_EQ(places_of(xml, ranks(8), Binding::Automatic)->binding, Binding::Spread);
  const auto more = places_of(xml, ranks(9), Binding::Automatic);
  EXPECT_EQ(more->binding, Binding::None);
  EXPECT_THAT(more->ranks, ::testing::Each(Place{}));
  EXPECT_EQ(places_of(xml, ranks(5, 2), Binding::Automatic)->binding, Binding::None);
}

TEST_F(PlacesOf, MoreRanksThanCoresAreRefused) {
  EXPECT_EQ(places_of(hwloc_xml({}), ranks(9), Binding::Spread).error().message(),
            "⟨bind⟩: 9 ranks on 8 cores, spread gives each rank a core of its own; numa and none "
            "do not");
}

TEST_F(PlacesOf, RanksAreNearTheirDevices) {
  const std::string xml = hwloc_xml({.gpus = {{"0000:17:00.0", "0000:31:00.0"}, {"0000:98:00.0"}}});
  const Ranks three{{"0000:98:00.0", "0000:17:00.0", "0000:31:00.0"}, 1};
  // The first has a package alone; the others share four cores: 0 and 2.
  EXPECT_THAT(places(xml, three, Binding::Spread),
              ElementsAre(Place{"8-9", 1}, Place{"0-1", 0}, Place{"4-5", 0}));
  EXPECT_THAT(places(xml, three, Binding::Numa),
              ElementsAre(Place{"8-15", 1}, Place{"0-7", 0}, Place{"0-7", 0}));
  const Ranks unknown{{"0000:99:00.0"}, 1};
  EXPECT_EQ(places_of(xml, unknown, Binding::Numa).error().message(),
            "hwloc: '0000:99:00.0', expected the PCI address of a device of this machine");
}

TEST_F(PlacesOf, OtherTextsAreRefused) {
  EXPECT_THAT(places_of("<topology", ranks(1), Binding::Spread).error().message(),
              HasSubstr("expected what lstopo writes"));
}

// Real machines, where the collection lies beside the repository.

const std::filesystem::path kMachines = "../shared/topologies/hwloc";

class PlacesOn : public PlacesOf {
 protected:
  static std::string xml(const char* name) {
    std::ifstream file(kMachines / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST_F(PlacesOn, H100ServerWithEightNodes) {
  const std::string text = xml("ipa20-h100.xml");
  if (text.empty()) GTEST_SKIP() << "no collection of machines";
  // 112 cores of two processors: core c has c and c + 112. Nodes of 14 cores; the four GPUs are at
  // nodes 1, 3, 5 and 7, as lstopo shows.
  const Ranks four{{"0000:5f:00.0", "0000:4e:00.0", "0000:db:00.0", "0000:cb:00.0"}, 1};
  EXPECT_THAT(places(text, four, Binding::Numa),
              ElementsAre(Place{"14-27,126-139", 1}, Place{"42-55,154-167", 3},
                          Place{"70-83,182-195", 5}, Place{"98-111,210-223", 7}));
  EXPECT_THAT(places(text, four, Binding::Spread).front(), (Place{"14,126", 1}));
  // Without devices, rank i of 4 gets core 28 i.
  EXPECT_THAT(
      places(text, ranks(4), Binding::Spread),
      ElementsAre(Place{"0,112", 0}, Place{"28,140", 2}, Place{"56,168", 4}, Place{"84,196", 6}));
}

TEST_F(PlacesOn, PowerServerWhoseGpusHaveMemoryNodes) {
  const std::string text = xml("llnl-butte-hwloc1.xml");
  if (text.empty()) GTEST_SKIP() << "no collection of machines";
  // Two packages, nodes 0 and 8, of 22 cores with four processors; nodes 252 to 255 are GPUs'.
  EXPECT_THAT(places(text, ranks(2), Binding::Numa),
              ElementsAre(Place{"0-87", 0}, Place{"88-175", 8}));
  const Ranks four{{"0004:04:00.0", "0004:05:00.0", "0035:03:00.0", "0035:04:00.0"}, 2};
  // Two GPUs share 22 cores: the second begins at core 11, processor 44.
  EXPECT_THAT(
      places(text, four, Binding::Spread),
      ElementsAre(Place{"0-7", 0}, Place{"44-51", 0}, Place{"88-95", 8}, Place{"132-139", 8}));
}

// Whatever the machine, ranks with cores of their own share none.
TEST_F(PlacesOn, EveryMachineDividesIntoRanksOfTheirOwn) {
  if (!std::filesystem::exists(kMachines)) GTEST_SKIP() << "no collection of machines";
  int machines = 0;
  for (const auto& file : std::filesystem::directory_iterator(kMachines)) {
    const std::string name = file.path().filename().string();
    if (!name.ends_with(".xml")) continue;
    for (const int count : {1, 2, 3, 4}) {
      for (const Binding binding : {Binding::Spread, Binding::Compact}) {
        const auto found = places_of(xml(name.c_str()), ranks(count), binding);
        if (!found) continue;  // hwloc 2 does not read the XML of hwloc 3
        machines += count == 1 ? 1 : 0;
        std::set<std::string> all;
        for (const Place& place : found->ranks) EXPECT_TRUE(all.insert(place.cpus).second) << name;
      }
    }
  }
  EXPECT_GT(machines, 0);
}

}  // namespace place_test
}  // namespace treering::workers
