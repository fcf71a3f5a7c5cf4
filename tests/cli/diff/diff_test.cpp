// JSON of `treering diff`. What its text says is in tests/golden/cli/said/machines.txt.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {
namespace diff_test {

TEST(Diff, AsJson) {
  const Outcome outcome = run("diff dgx-h100 dgx-a100 --format json");
  EXPECT_EQ(outcome.exit_code, 1);
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["schema"], "treering.diff/1");
  EXPECT_EQ(json["alike"], false);
  EXPECT_EQ(json["a"]["source"], "dgx-h100");
  EXPECT_EQ(json["b"]["gpus_per_node"], 8);
  EXPECT_GT(json["b"]["time_us"], json["a"]["time_us"]);
  EXPECT_EQ(json["differences"][0]["weight"], "heavy");
}

// 4 nodes take longer than one of the same machine: that is no difference of machines.
TEST(Diff, ComparesTimesOfEqualNumbersOfNodes) {
  const auto json =
      nlohmann::json::parse(run("diff examples/h100-pod.yaml dgx-a100 --format json").out);
  EXPECT_EQ(json["call"]["nodes"], 1);
  const auto alone = nlohmann::json::parse(run("diff dgx-h100 dgx-a100 --format json").out);
  EXPECT_EQ(json["b"]["time_us"], alone["b"]["time_us"]);
}

}  // namespace diff_test
}  // namespace treering::cli
