// `treering show` of what ibnetdiscover printed.
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/subnet_text.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace show_fabric_test {

using ::testing::HasSubstr;

class ShowFabric : public ::testing::Test {
 protected:
  std::string file(const std::string& text) const {
    const std::string path = folder_.path() + "/net.txt";
    std::ofstream(path) << text;
    return path;
  }

 private:
  support::TemporaryFolder folder_;
};

// 4 hosts with 2 adapters of 400 Gbit/s for each 2 of 4 leaves; 2 cables up from a leaf.
// 4 x 4 = 16 cables down, 4 x 2 = 8 up.
const test::FatTreePlan kRails{{4, 4}, {1, 2}, {1, 1}, 2};

TEST_F(ShowFabric, AsJson) {
  const Outcome outcome = run("show --format json " + file(test::subnet_text(kRails)));
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["schema"], "treering.subnet/1");
  EXPECT_EQ(json["fabric"]["kind"], "rail_optimised");
  EXPECT_EQ(json["rails"], 2);
  EXPECT_EQ(json["why_no_fat_tree"], nullptr);
  ASSERT_EQ(json["levels"].size(), 2U);
  // 6400 Gbit/s / 8 bits.
  EXPECT_EQ(json["levels"][0]["down_GBps"], 800);
  ASSERT_EQ(json["hosts"].size(), 8U);
  EXPECT_EQ(json["hosts"][5]["name"], "node0005");
  EXPECT_EQ(json["hosts"][5]["ports"][1]["device"], "mlx5_1");
  EXPECT_EQ(json["hosts"][5]["ports"][1]["switch"], "sw1-3");
  EXPECT_EQ(json["hosts"][5]["ports"][1]["speed_mbps"], 400000);
}

TEST_F(ShowFabric, AsADrawing) {
  const Outcome outcome = run("show --svg - " + file(test::subnet_text(kRails)));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("<title id=\"title\">net.txt: 8 hosts</title>"));
  EXPECT_THAT(outcome.out, HasSubstr(">sw2-1</text>"));
}

TEST_F(ShowFabric, WithoutRatesHasNone) {
  const std::string path = file("Switch 8 \"S1\"\n[1] \"h1\"[1]\n[2] \"h2\"[1]\n[3] h3\n");
  const auto json = nlohmann::json::parse(run("show --format json " + path).out);
  EXPECT_EQ(json["levels"][0]["down_GBps"], nullptr);
  EXPECT_EQ(json["hosts"][0]["ports"][0]["speed_mbps"], nullptr);
}

TEST_F(ShowFabric, OfSlurmHasNoCables) {
  const std::string path =
      file("SwitchName=a Nodes=n[1-4]\nSwitchName=b Nodes=n[5-8]\nSwitchName=c Switches=a,b\n");
  const auto json = nlohmann::json::parse(run("show --format json " + path).out);
  EXPECT_EQ(json["levels"][0]["switches"][0]["uplinks"], nullptr);
  EXPECT_EQ(json["levels"][0]["switches"][0]["hosts"], 4);
}

TEST_F(ShowFabric, OfSlurmMayBeBlocks) {
  const std::string path = file("BlockName=a Nodes=n[1-18]\nBlockName=b Nodes=n[19-36]\n");
  const auto json = nlohmann::json::parse(run("show --format json " + path).out);
  EXPECT_EQ(json["blocks"][1]["name"], "b");
  EXPECT_EQ(json["blocks"][1]["hosts"].size(), 18U);
}

}  // namespace show_fabric_test
}  // namespace treering::cli
