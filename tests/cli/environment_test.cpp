// --env and --env-from-process.
#include <cstdlib>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/world/real/posix.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace environment_test {

using ::testing::Test;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(EnvOption, StandsInJson) {
  const Outcome outcome = run("predict dgx-h100 -b 8 -e 8 --env NCCL_MAX_CTAS=4 --format json");
  const auto document = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(document["environment"].dump(), R"({"NCCL_MAX_CTAS":"4"})");
  const Outcome none = run("explain dgx-h100 --format json");
  EXPECT_EQ(nlohmann::json::parse(none.out)["environment"].dump(), "{}");
}

// NCCL v2.18.1-1, src/graph/tuning.cc: Ring is never disabled but for all_reduce; 2.24 fails.
TEST(EnvOption, ListsMeanWhatTheyMeanToTheVersion) {
  const std::string line = "predict dgx-a100 -c broadcast -b 8 -e 8 --env NCCL_ALGO=tree --nccl ";
  EXPECT_FALSE(has(run(line + "2.18.1 --env NCCL_MAX_CTAS=8").out, "NCCL fails"));
  EXPECT_FALSE(has(run(line + "2.18.1").out, "followed as"));
}

TEST(EnvOption, CallsThatNcclFailsStandInJson) {
  const Outcome json =
      run("predict dgx-a100 -c broadcast -b 8 -e 8 --env NCCL_ALGO=tree --format json");
  const auto row = nlohmann::json::parse(json.out)["results"][0];
  EXPECT_TRUE(row["nccl_fails"].get<bool>());
  EXPECT_TRUE(row["algorithm"].is_null());
}

/// Sets variables for the length of a test.
class EnvFromProcess : public Test {
 protected:
  // NOLINTBEGIN(concurrency-mt-unsafe): tests run one after another
  void SetUp() override {
    setenv("NCCL_ALGO", "Ring", 1);
    setenv("NCCL_DEBUG", "WARN", 1);
    setenv("NCCL_ALG", "Tree", 1);
  }
  void TearDown() override {
    for (const char* name : {"NCCL_ALGO", "NCCL_DEBUG", "NCCL_ALG"}) unsetenv(name);
  }
  // NOLINTEND(concurrency-mt-unsafe)
};

TEST_F(EnvFromProcess, ListsThoseOfAPrefix) {
  const auto variables = hw::world::real::process_variables("NCCL_ALG");
  ASSERT_EQ(variables.size(), 2U);
  EXPECT_EQ(variables[0], std::pair(std::string("NCCL_ALG"), std::string("Tree")));
  EXPECT_EQ(variables[1].second, "Ring");
}

TEST_F(EnvFromProcess, IsReadOnlyWhenAskedFor) {
  EXPECT_FALSE(has(run("predict dgx-h100 -b 8 -e 8").out, "settings:"));
  EXPECT_TRUE(has(run("predict dgx-h100 -b 8 -e 8 --env-from-process").out, "settings:"));
}

TEST_F(EnvFromProcess, OptionsCountMore) {
  EXPECT_FALSE(
      has(run("predict dgx-h100 -b 8 -e 8 --env-from-process --env NCCL_ALGO=").out, "settings:"));
}

TEST(EnvOption, PortsThatMayBeJoinedAreNotedOnce) {
  const std::string note = "several ports";
  for (const char* command : {"predict", "explain", "show --graphs"}) {
    const std::string line = fmt::format("{} oci-h100 --nodes 2", command);
    EXPECT_TRUE(has(run(line).out, note)) << line;
    EXPECT_FALSE(has(run(line + " --env NCCL_IB_MERGE_NICS=1").out, note));
    EXPECT_FALSE(has(run(line + " --env NCCL_NET_MERGE_LEVEL=LOC").out, note));
  }
  EXPECT_FALSE(has(run("predict oci-h100").out, note)) << "no other node is reached";
  EXPECT_FALSE(has(run("show oci-h100 --nodes 2").out, note)) << "no channels are asked for";
  EXPECT_FALSE(has(run("predict dgx-h100 --nodes 2").out, note)) << "one port each";
}

TEST(EnvOption, JoinedPortsAreNets) {
  const std::string line = "show oci-h100 --graphs --nodes 2 --env NCCL_NET_MERGE_LEVEL=";
  EXPECT_TRUE(has(run(line + "PORT").out, "NET/16")) << "after 16 ports";
  EXPECT_FALSE(has(run(line + "LOC").out, "NET/16"));
}

TEST(EnvOption, NobodyIsSentToExportWithTheChoiceSet) {
  const std::string predict = "predict dgx-h100 --nodes 2 -b 1M -e 1M --env NCCL_COLLNET_ENABLE=1";
  EXPECT_THAT(run(predict).out, ::testing::HasSubstr("tuner-csv"));
  EXPECT_THAT(run(predict + " --env NCCL_ALGO=tree").out,
              ::testing::Not(::testing::HasSubstr("tuner-csv")));
}

}  // namespace environment_test
}  // namespace treering::cli
