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

TEST(EnvOption, HoldsForTheJobAndStandsInTheHeading) {
  const Outcome outcome =
      run("predict dgx-h100 -b 1M -e 1M --env NCCL_ALGO=Tree --env NCCL_PROTO=LL");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(has(outcome.out, "# settings: NCCL_ALGO=Tree NCCL_PROTO=LL\n")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "Tree/LL "));
  EXPECT_TRUE(has(outcome.out, "The settings leave NCCL the choice, Tree/LL in"));
}

TEST(EnvOption, StandsInJson) {
  const Outcome outcome = run("predict dgx-h100 -b 8 -e 8 --env NCCL_MAX_CTAS=4 --format json");
  const auto document = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(document["environment"].dump(), R"({"NCCL_MAX_CTAS":"4"})");
  const Outcome none = run("explain dgx-h100 --format json");
  EXPECT_EQ(nlohmann::json::parse(none.out)["environment"].dump(), "{}");
}

TEST(EnvOption, ReachesTheGraphs) {
  const Outcome outcome = run("show dgx-h100 --graphs --env NCCL_MAX_NCHANNELS=3");
  EXPECT_TRUE(has(outcome.out, "3 channels for rings and trees")) << outcome.out;
}

// NCCL v2.18.1-1, src/graph/tuning.cc: Ring is never disabled but for all_reduce; 2.24 fails.
TEST(EnvOption, ListsMeanWhatTheyMeanToTheVersion) {
  const std::string line = "predict dgx-a100 -c broadcast -b 8 -e 8 --env NCCL_ALGO=tree --nccl ";
  const Outcome old = run(line + "2.18.1 --env NCCL_MAX_CTAS=8");
  EXPECT_FALSE(has(old.out, "NCCL fails")) << old.out;
  EXPECT_TRUE(has(old.out, "Ring/")) << old.out;
  EXPECT_TRUE(has(old.err, "note: NCCL_MAX_CTAS: followed as in NCCL 2.28.9, not as in 2.18.1\n"))
      << old.err;
  EXPECT_TRUE(has(run(line + "2.24.3").out, "NCCL fails every broadcast"));
  EXPECT_FALSE(has(run(line + "2.18.1").err, "followed as in NCCL"));
  EXPECT_TRUE(has(run("predict dgx-a100 -b 8 -e 8 --nccl 2.21 --env NCCL_ALGO=allreduce:tree").err,
                  "knows no algorithm 'allreduce:tree' and ignores it; lists by collective came "
                  "with 2.24"));
}

TEST(EnvOption, CallsThatNcclFailsAreNamed) {
  const Outcome text = run("predict dgx-a100 -c broadcast -b 8 -e 8 --env NCCL_ALGO=tree");
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_TRUE(has(text.out,
                  "NCCL fails every broadcast: NCCL_ALGO=tree leaves nothing to choose "
                  "from."))
      << text.out;
  const Outcome json =
      run("predict dgx-a100 -c broadcast -b 8 -e 8 --env NCCL_ALGO=tree --format json");
  const auto row = nlohmann::json::parse(json.out)["results"][0];
  EXPECT_TRUE(row["nccl_fails"].get<bool>());
  EXPECT_TRUE(row["algorithm"].is_null());
  EXPECT_TRUE(has(json.err, "NCCL fails every broadcast"));
  const Outcome why = run("explain dgx-a100 -c broadcast --env NCCL_ALGO=tree");
  EXPECT_TRUE(has(why.out, "NCCL fails this call: NCCL_ALGO=tree leaves nothing to choose from"));
  EXPECT_TRUE(has(why.out, "NCCL_ALGO leaves Ring out"));
}

TEST(EnvOption, MistakesAreUsage) {
  const Outcome name = run("predict dgx-h100 --env NCCL_ALG0=Ring");
  EXPECT_EQ(name.exit_code, 2);
  EXPECT_TRUE(has(name.err, "did you mean 'NCCL_ALGO'")) << name.err;
  const Outcome value = run("predict dgx-h100 --env NCCL_ALGO");
  EXPECT_EQ(value.exit_code, 2);
  EXPECT_TRUE(has(value.err, "expected NAME=VALUE")) << value.err;
}

TEST(EnvOption, ExportChoosesItself) {
  const Outcome outcome = run("export dgx-h100 --to env --env NCCL_PROTO=LL");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(has(outcome.err, "restrict the candidates with --proto")) << outcome.err;
  const Outcome csv = run("export dgx-h100 --to tuner-csv --env NCCL_MAX_CTAS=8");
  EXPECT_EQ(csv.exit_code, 0) << csv.err;
  EXPECT_TRUE(has(csv.out, "with NCCL_MAX_CTAS=8")) << csv.out;
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
  const Outcome outcome = run("predict dgx-h100 -b 8 -e 8 --env-from-process");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(has(outcome.out, "# settings: NCCL_ALGO=Ring\n")) << outcome.out;
  EXPECT_TRUE(has(outcome.err, "note: NCCL has no variable 'NCCL_ALG'; did you mean 'NCCL_ALGO'"))
      << outcome.err;
  EXPECT_TRUE(has(outcome.err, "NCCL_DEBUG: no effect")) << outcome.err;
}

TEST_F(EnvFromProcess, OptionsCountMore) {
  const Outcome outcome = run("predict dgx-h100 -b 8 -e 8 --env-from-process --env NCCL_ALGO=Tree");
  EXPECT_TRUE(has(outcome.out, "# settings: NCCL_ALGO=Tree\n")) << outcome.out;
  EXPECT_FALSE(
      has(run("predict dgx-h100 -b 8 -e 8 --env-from-process --env NCCL_ALGO=").out, "settings:"));
}

TEST(EnvOption, PortsThatMayBeJoinedAreNotedOnce) {
  const std::string note = "adapters with several ports";
  for (const char* command : {"predict", "explain", "show --graphs"}) {
    const std::string line = fmt::format("{} oci-h100 --nodes 2", command);
    EXPECT_TRUE(has(run(line).err, "NCCL_IB_MERGE_NICS=1")) << run(line).err;
    EXPECT_TRUE(has(run(line).err, note));
    EXPECT_FALSE(has(run(line + " --env NCCL_IB_MERGE_NICS=1").err, note));
    EXPECT_FALSE(has(run(line + " --env NCCL_NET_MERGE_LEVEL=LOC").err, note));
  }
  EXPECT_FALSE(has(run("predict oci-h100").err, note)) << "no other node is reached";
  EXPECT_FALSE(has(run("show oci-h100 --nodes 2").err, note)) << "no channels are asked for";
  EXPECT_FALSE(has(run("predict dgx-h100 --nodes 2").err, note)) << "one port each";
}

TEST(EnvOption, JoinedPortsAreNets) {
  const std::string line = "show oci-h100 --graphs --nodes 2 --env NCCL_NET_MERGE_LEVEL=";
  EXPECT_TRUE(has(run(line + "PORT").out, "NET/16")) << "after 16 ports";
  EXPECT_FALSE(has(run(line + "LOC").out, "NET/16"));
  const Outcome lost = run(line + "SYS --env NCCL_NET_FORCE_MERGE=none");
  EXPECT_EQ(lost.exit_code, 2);
  EXPECT_TRUE(has(lost.err, "found 0 of the 1 ports of 'none'")) << lost.err;
}

TEST(EnvOption, NobodyIsSentToExportWithTheChoiceSet) {
  const std::string predict = "predict dgx-h100 --nodes 2 -b 1M -e 1M --env NCCL_COLLNET_ENABLE=1";
  EXPECT_THAT(run(predict).out, ::testing::HasSubstr("tuner-csv"));
  EXPECT_THAT(run(predict + " --env NCCL_ALGO=tree").out,
              ::testing::Not(::testing::HasSubstr("tuner-csv")));
}

}  // namespace environment_test
}  // namespace treering::cli
