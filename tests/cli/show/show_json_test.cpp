// JSON and CSV of `treering show` hold what docs/json.md promises.
#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/json_output.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace show_json_test {

using nlohmann::json;

TEST(ShowJson, HasTheFieldsOfItsSchema) {
  const json shown = printed_json("show dgx-h100 --nodes 2 --graphs");
  EXPECT_EQ(shown["schema"], "treering.show/1");
  expect_members(shown, {"nodes", "ranks", "nccl_version", "graphs", "tuning", "devices", "links"});
  for (const char* name : {"ring", "tree", "nvls", "collnet_direct", "collnet_chain"}) {
    expect_members(shown["graphs"][name], {"pattern", "found", "channels", "bw_intra_GBps",
                                           "bw_inter_GBps", "latency_inter_us", "type_intra",
                                           "type_inter", "same_channels", "cross_nic", "orders"});
    EXPECT_EQ(shown["graphs"][name]["orders"].size(), shown["graphs"][name]["channels"]);
    EXPECT_EQ(shown["graphs"][name]["found"].get<bool>(),
              shown["graphs"][name]["channels"].get<int>() > 0);
  }
  EXPECT_EQ(shown["graphs"]["ring"]["orders"][0][0], "NET/0");
  expect_members(shown["tuning"]["AllReduce"]["Ring"]["LL"], {"latency_us", "bandwidth_GBps"});
  EXPECT_EQ(shown["tuning"].size(), 5U);
  EXPECT_EQ(shown["rings"][0].size(), 16U);
  EXPECT_EQ(shown["trees"][0].size(), 16U);
}

TEST(ShowJson, HasConnectionsAsTheyAreRecorded) {
  const json shown = printed_json("show dgx-h100 --nodes 2 --connections");
  EXPECT_EQ(shown["channels"], json::parse(R"({"p2p":16,"p2p_per_peer":2})"));
  EXPECT_EQ(shown["algorithms"][0], "Tree");
  EXPECT_FALSE(shown.contains("graphs"));
  // The first part of a message from rank 0 to the third GPU of the other node takes the rail of
  // the receiver, for which rank 2 sends. Ranks 8 to 15 are in the second round of groups, which
  // begins at channel 1 in reversed bits.
  EXPECT_EQ(shown["connections"].size(), 720U + 480U);  // as recorded
  const json message = json::parse(R"([8,1,0,10,"NET",2,2,1,[]])");
  EXPECT_NE(std::find(shown["connections"].begin(), shown["connections"].end(), message),
            shown["connections"].end());
  EXPECT_EQ(printed_json("show dgx-h100 --nodes 2 --graphs")["connections"], shown["connections"]);
}

TEST(ShowJson, LeavesOutConnectionsOfManyRanks) {
  EXPECT_FALSE(printed_json("show dgx-h100 --nodes 17 --graphs").contains("connections"));
  const json shown = printed_json("show dgx-h100 --nodes 17 --connections");
  for (const json& one : shown["connections"]) ASSERT_EQ(one[1], 0);  // collectives alone
  EXPECT_FALSE(printed_json("show dgx-h100 --nodes 129 --connections").contains("connections"));
}

TEST(ShowJson, HasTheRailOfEachGpu) {
  const json rails = printed_json("show dgx-h100 --nodes 2")["rails"];
  ASSERT_EQ(rails.size(), 8U);
  EXPECT_EQ(rails[1]["gpu"], "GPU 1");
  EXPECT_EQ(rails[1]["rank"], 1);
  EXPECT_EQ(rails[1]["path"], "PXB");
  EXPECT_EQ(rails[1]["ports"], json::parse(R"([{"name":"mlx5_3","index":1,"rail":1,)"
                                           R"("speed_mbps":400000}])"));
  EXPECT_TRUE(
      printed_json("show tests/fuzz/corpus/smi_topo/list_and_peers")["rails"].is_null());  // no NIC
}

TEST(ShowJson, TuningCellsThatAreRuledOutSayWhy) {
  const json shown = printed_json("show pcie-4 --nodes 2 --graphs");
  int ruled_out = 0;
  for (const json& of_collective : shown["tuning"]) {
    for (const json& of_algorithm : of_collective) {
      for (const json& cell : of_algorithm) {
        // NCCL's own table: numbers throughout, a bandwidth of 0 where the pair is ruled out.
        EXPECT_TRUE(cell["latency_us"].is_number());
        EXPECT_EQ(cell["bandwidth_GBps"].get<double>() == 0, cell["ruled_out"].is_string());
        EXPECT_EQ(cell["bandwidth_GBps"].get<double>() > 0, cell["ruled_out"].is_null());
        ruled_out += cell["ruled_out"].is_string() ? 1 : 0;
      }
    }
  }
  EXPECT_GT(ruled_out, 0);
}

TEST(ShowJson, WithoutGraphsHasTheMachineOnly) {
  const json shown = printed_json("show dgx-h100");
  EXPECT_FALSE(shown.contains("graphs"));
  EXPECT_EQ(shown["paths"]["names"].size(), shown["paths"]["matrix"].size());
}

/// Its rows, the headings left out.
std::vector<std::string> table_of(const std::string& csv, const std::string& heading) {
  const std::size_t begin = csv.find("\n" + heading + "\n");
  EXPECT_NE(begin, std::string::npos) << heading;
  std::istringstream lines(csv.substr(begin + heading.size() + 2));
  std::vector<std::string> rows;
  for (std::string row; std::getline(lines, row) && !row.empty();) rows.push_back(row);
  return rows;
}

TEST(ShowCsv, HasTheGraphsToo) {
  const std::string line = "show dgx-h100 --nodes 2 --graphs";
  const json shown = printed_json(line);
  const std::string csv = run(line + " --format csv").out;
  const auto tuning =
      table_of(csv, "collective,algorithm,protocol,latency_us,bandwidth_GBps,ruled_out");
  EXPECT_EQ(tuning.size(), 5U * 7 * 3);
  const json& cell = shown["tuning"]["AllReduce"]["Ring"]["LL"];
  const std::string row =
      "AllReduce,Ring,LL," + cell["latency_us"].dump() + "," + cell["bandwidth_GBps"].dump() + ",";
  EXPECT_NE(std::find(tuning.begin(), tuning.end(), row), tuning.end()) << row;
  EXPECT_EQ(table_of(csv, "channel,ring").size(), shown["rings"].size());
  EXPECT_EQ(table_of(csv, "channel,rank,up,down").size(), shown["trees"].size() * 16);
  std::size_t orders = 0;
  for (const json& graph : shown["graphs"]) orders += graph["orders"].size();
  EXPECT_EQ(table_of(csv, "graph,channel,order").size(), orders);
}

}  // namespace show_json_test
}  // namespace treering::cli
