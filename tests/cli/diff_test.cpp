// `treering diff`.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {
namespace {

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
  EXPECT_THAT(outcome.out,
              HasSubstr("another model: PCI id 0x10de:0x2330 in A,\n  0x10de:0x2335 in B"));
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

TEST(Diff, NeedsTwo) {
  EXPECT_EQ(run("diff dgx-h100").exit_code, 2);
  EXPECT_EQ(run("diff dgx-h100 nothing").exit_code, 3);
}

}  // namespace
}  // namespace treering::cli
