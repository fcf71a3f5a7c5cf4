// `treering diff`.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {
namespace diff_test {

using ::testing::HasSubstr;

TEST(Diff, AlikeEndsWithZero) {
  const Outcome outcome = run("diff dgx-h100 dgx-h100");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "A: dgx-h100 (8 GPUs)\nB: dgx-h100 (8 GPUs)\n\nA and B are alike\n");
  EXPECT_EQ(run("diff summit summit --quiet").out, "A and B are alike\n");
}

TEST(Diff, OthersEndWithOne) {
  const Outcome outcome = run("diff dgx-h100 dgx-h200");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("different models: H100 SXM5 (PCI id\n  0x10de:0x2330) in A, "
                                     "H200 SXM5 (PCI id 0x10de:0x2335) in B"));
}

TEST(Diff, SaysWhatItCosts) {
  const Outcome outcome = run("diff dgx-h100 dgx-a100");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("Slows collectives down, or changes NCCL's choices\n"));
  EXPECT_THAT(outcome.out, HasSubstr("Predicted: all_reduce of 1 GiB takes "));
}

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
  const Outcome outcome = run("diff examples/h100-pod.yaml dgx-a100");
  EXPECT_THAT(outcome.out, HasSubstr("Predicted: all_reduce of 1 GiB within one node takes "));
  const auto json =
      nlohmann::json::parse(run("diff examples/h100-pod.yaml dgx-a100 --format json").out);
  EXPECT_EQ(json["call"]["nodes"], 1);
  const auto alone = nlohmann::json::parse(run("diff dgx-h100 dgx-a100 --format json").out);
  EXPECT_EQ(json["b"]["time_us"], alone["b"]["time_us"]);
}

TEST(Diff, RemarksWhatOneDoesNotReport) {
  const Outcome outcome = run("diff tests/fuzz/corpus/nccl_log/ranks dgx-a100");
  EXPECT_THAT(outcome.out, HasSubstr("Not compared, because one of the two does not report it\n"));
  EXPECT_THAT(outcome.out, HasSubstr("which devices are near which CPU is unknown in A"));
  EXPECT_THAT(outcome.out, HasSubstr("counting what is\nassumed where a source does not say\n"));
}

TEST(Diff, AlikeInWhatBothReport) {
  const std::string tree = "tests/fuzz/corpus/nccl_log/tree";
  EXPECT_THAT(run("diff " + tree + " " + tree).out, HasSubstr("A and B are alike\n"));
  const Outcome outcome = run("diff examples/h100-pod.yaml dgx-h100");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("A and B are alike in what is known of both\n"));
}

TEST(Diff, NeedsTwo) {
  EXPECT_EQ(run("diff dgx-h100").exit_code, 2);
  EXPECT_EQ(run("diff dgx-h100 nothing").exit_code, 3);
}

}  // namespace diff_test
}  // namespace treering::cli
