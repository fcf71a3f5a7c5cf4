// `treering check RESULTS --topology hosts` names the rank that was late, and the link that was
// slow, in recordings of shaped clusters where they were planted (tests/data/measured/README.md).
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {
namespace late_rank_test {

using nlohmann::json;
using ::testing::StartsWith;

json checked(const std::string& recordings, const std::string& rate) {
  const Outcome outcome =
      run("check " + recordings + " --topology hosts --format json --nic-rate " + rate);
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  return json::parse(outcome.out);
}

const std::string kFolder = "tests/data/measured/planted-";

class LateRank : public ::testing::TestWithParam<const char*> {};

// It waited 4 ms before each part of a message that it sent.
TEST_P(LateRank, IsNamed) {
  const json report = checked(kFolder + "late-rank-pairs-" + GetParam() + "-4.jsonl", "0.1");
  ASSERT_EQ(report["outcome"], "late rank") << report["verdict"];
  ASSERT_EQ(report["late"].size(), 1U);
  const json& late = report["late"][0];
  EXPECT_EQ(late["rank"], 2);
  EXPECT_EQ(late["or_slow_link"], false);
  EXPECT_EQ(late["sent"]["peers"], 3);
  EXPECT_EQ(late["sent"]["from_bytes"], 4096);
  EXPECT_EQ(late["sent"]["to_bytes"], 65536);
  for (const json& added : late["sent"]["added_us"]) EXPECT_GE(added, 4000);
  EXPECT_THAT(report["verdict"].get<std::string>(), StartsWith("rank 2 "));
  EXPECT_EQ(report["links"].size(), 0U);
}

// Gloo's messages wait until their receiver says that it is there, as it does late. Open MPI's
// small ones do not wait.
TEST(LateRanks, WhoAnswersLateIsLateWithEachMessage) {
  const json gloo = checked(kFolder + "late-rank-pairs-gloo-4.jsonl", "0.1");
  EXPECT_EQ(gloo["late"][0]["received"]["peers"], 3);
  const json mpi = checked(kFolder + "late-rank-pairs-mpi-4.jsonl", "0.1");
  EXPECT_TRUE(mpi["late"][0]["received"].is_null());
}

// Of links that are said to have a tenth of their rate the messages of others are too fast; the
// rank is named first.
TEST_P(LateRank, IsNamedBeforeAWrongRate) {
  const json report = checked(kFolder + "late-rank-pairs-" + GetParam() + "-4.jsonl", "0.01");
  ASSERT_EQ(report["outcome"], "late rank") << report["verdict"];
  EXPECT_EQ(report["late"][0]["rank"], 2);
  EXPECT_THAT(report["verdict"].get<std::string>(), StartsWith("rank 2 "));
}

INSTANTIATE_TEST_SUITE_P(Runners, LateRank, ::testing::Values("mpi", "gloo"),
                         [](const auto& one) { return std::string(one.param); });

// Rank 2 has a fifth of the others' link. The algorithms alone fit one link as well as all of them;
// with messages between pairs of ranks it is that one.
TEST(LateRanks, ASlowLinkIsALink) {
  const json report = checked(kFolder + "slow-link-pairs-gloo-4.jsonl", "0.1");
  ASSERT_EQ(report["outcome"], "slow link") << report["verdict"];
  ASSERT_EQ(report["links"].size(), 1U);
  EXPECT_EQ(report["links"][0]["rank"], 2);
  EXPECT_NEAR(report["links"][0]["gbit"].get<double>(), 0.02, 0.003);
  EXPECT_EQ(report["late"].size(), 0U);
}

}  // namespace late_rank_test
}  // namespace treering::cli
