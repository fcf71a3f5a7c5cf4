// What stands around the tables of `treering predict`. Whole outputs are in golden_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"

namespace treering::cli {
namespace predict_text_test {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

/// By NCCL's own model, whose figures stay.
std::string predicted(const std::string& options) {
  const Outcome outcome = run("predict --model nccl " + options);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

/// By the cost model, the default.
std::string by_cost(const std::string& options) {
  const Outcome outcome = run("predict " + options);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

TEST(PredictText, TheAnswerStandsAboveTheTable) {
  const std::string text = predicted("dgx-h100 --nodes 4");
  const std::size_t answer = text.find("# Leave NCCL_ALGO and NCCL_PROTO unset");
  EXPECT_LT(answer, text.find("(elements)"));
  EXPECT_THAT(text, HasSubstr("to Ring/Simple at 8 GiB (busbw 380.52 GB/s)"));
}

TEST(PredictText, TheReachIsExplainedByTheModelsHeaviestTerm) {
  // The bound: an all-reduce on 4 nodes sends 1.5 S through 400 GB/s, which is 266.67 GB/s.
  EXPECT_THAT(predicted("dgx-h100 --nodes 4 --quiet"), Not(HasSubstr("reaches")));
  EXPECT_THAT(predicted("dgx-h100 --nodes 4"),
              AllOf(HasSubstr("74 % of what the wires allow: algbw 196.40 of 266.67 GB/s"),
                    HasSubstr("8 channels of 48 GB/s, x 0.5161")));
}

TEST(PredictText, ARestrictedTableSaysWhatThatCosts) {
  const std::string text = predicted("dgx-h100 --nodes 4 --algo ring -b 1M -e 4M");
  // 151.32 us by Ring/LL128 against 83.22 us by Tree/LL128.
  EXPECT_THAT(text, HasSubstr("takes up to 1.82 times as long as NCCL's own choice, at 1"));
  EXPECT_THAT(text, AllOf(Not(HasSubstr("NCCL chooses")), Not(HasSubstr("Leave NCCL_ALGO"))));
  EXPECT_THAT(predicted("dgx-h100 --algo pat -b 1M -e 4M"), HasSubstr("no candidate is left"));
  EXPECT_THAT(predicted("dgx-h100 --algo ring -c alltoall -b 1M -e 4M"), HasSubstr("sends"));
}

TEST(PredictText, OneSizeIsNoRange) {
  const std::string text = predicted("dgx-h100 --nodes 4 -b 1M -e 1M");
  EXPECT_THAT(text, AllOf(Not(HasSubstr("up to")), Not(HasSubstr("from size")),
                          Not(HasSubstr("all sizes")), HasSubstr("Ring 1.82 times")));
}

TEST(PredictText, OneChoiceIsNamedOnce) {
  EXPECT_THAT(
      predicted("dgx-h100 --nodes 4 -b 8 -e 1K"),
      HasSubstr("NCCL's own choice, Tree/LL:\n# 35.20 us at 8 B, busbw 0.06 GB/s at 1 KiB."));
  EXPECT_THAT(predicted("dgx-h100 --nodes 4 -b 8 -e 1K"), HasSubstr("reaches less than 1 % of"));
}

TEST(PredictText, SizesAreThoseThatNcclTestsPrints) {
  // 1 MiB on 24 ranks: (262144 / 24 = 10922) & ~3 = 10920 floats for each.
  const std::string text = predicted("summit --nodes 4 -c all_gather -b 8 -e 1M -f 131072");
  EXPECT_THAT(text, HasSubstr("     1048320         10920     float"));
  EXPECT_THAT(text, HasSubstr("           0             0     float    none        -       -"));
  EXPECT_THAT(text, HasSubstr("rounded down as nccl-tests does, to a multiple of 16 bytes"));
  const std::string columns =
      predicted("summit --nodes 4 -c all_gather -b 8 -e 16 --algo ring --quiet");
  EXPECT_THAT(columns, HasSubstr("           0       -     0.00\n           0"));
}

TEST(PredictText, CallsThatMoveNothingHaveNoAnswer) {
  EXPECT_THAT(predicted("dgx-h100 -c all_gather -b 8 -e 8"),
              AllOf(Not(HasSubstr("Leave")), Not(HasSubstr("Ring"))));
  EXPECT_THAT(predicted("dgx-h100 --gpus-per-node 1 -b 8 -e 8"), Not(HasSubstr("Leave")));
}

TEST(PredictText, TheHeadingNamesTheProfileAndTheKindOfMachine) {
  const std::string model = "# model:    cost, profile published ";
  EXPECT_THAT(by_cost("dgx-a100 --nodes 2 -b 8 -e 8"),
              HasSubstr(model + "(ampere, nvswitch, infiniband 200G)\n"));
  EXPECT_THAT(by_cost("dgx-a100 -b 8 -e 8"), HasSubstr(model + "(ampere, nvswitch)\n"));
  EXPECT_THAT(by_cost("dgx-a100 --nodes 2 --network tcp -b 8 -e 8"),
              HasSubstr(model + "(ampere, nvswitch, tcp 200G)\n"));
}

TEST(PredictText, IntervalsStandBehindWhatNcclTestsPrints) {
  // size count type redop time algbw busbw interval
  EXPECT_THAT(
      by_cost("dgx-h100 --nodes 4 -b 1M -e 1M"),
      AllOf(ContainsRegex("busbw +80 % within"), HasSubstr("# 80 % within: four of five"),
            ContainsRegex("1048576 +262144 +float +sum( +[0-9.]+){3} +[0-9.]+\\.\\.[0-9.]+ ")));
  EXPECT_THAT(predicted("dgx-h100 --nodes 4 -b 1M -e 1M"), Not(HasSubstr("80 %")));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 1M -e 1M --algo all"), Not(HasSubstr("80 %")));
  EXPECT_THAT(by_cost("dgx-h100 --gpus-per-node 1 -b 1M -e 1M"), Not(HasSubstr("0.00..")));
}

TEST(PredictText, WhatTakesMostOfTheTimeIsSaidByTheModelAsked) {
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 8G -e 8G"),
              AllOf(HasSubstr("of what the wires allow: algbw"),
                    ContainsRegex("What takes\n?[# ]*most\n?[# ]*of\n?[# ]*its"),
                    Not(HasSubstr("8 channels of 48 GB/s"))));
}

TEST(PredictText, ASmallGainIsNoReasonToTouchNccl) {
  const std::string gained = "NCCL's own choice takes up to";
  const std::string kept = "# Leave NCCL_ALGO and NCCL_PROTO unset";
  for (const std::string machine :
       {"dgx-h100 --nodes 4", "dgx-a100 --nodes 2", "summit", "pcie-4"}) {
    const std::string text = by_cost(machine + " -f 16");
    EXPECT_NE(text.find(gained) != std::string::npos, text.find(kept) != std::string::npos) << text;
  }
}

TEST(PredictText, SendsAndReceivesHaveTimesByTheCostModel) {
  const std::string text = by_cost("dgx-h100 --nodes 2 -c alltoall,sendrecv -b 64M -e 64M");
  EXPECT_THAT(text, AllOf(HasSubstr("NCCL has no algorithm to choose for alltoall: it is made of "
                                    "sends and receives.\n"),
                          HasSubstr("At 64 MiB sendrecv reaches"), Not(HasSubstr("gives no time")),
                          Not(HasSubstr("Leave NCCL_ALGO")), Not(HasSubstr("=*"))));
  EXPECT_THAT(predicted("dgx-h100 -c alltoall -b 1M -e 1M"),
              HasSubstr("and NCCL's model\n#   gives no time for it"));
  // What has no algorithm is not one that --algo leaves out.
  EXPECT_THAT(by_cost("dgx-h100 -c alltoall --algo ring -b 64M -e 64M"), HasSubstr("67108864"));
}

TEST(PredictText, SettingsAreJudgedByTheModelAsked) {
  // One protocol is left, so both times of the quotient come from the same model.
  const std::string text = by_cost("dgx-h100 --nodes 4 -b 8 -e 8 --env NCCL_ALGO=ring");
  EXPECT_THAT(text, HasSubstr("The settings leave NCCL the choice, Ring/LL in"));
  EXPECT_THAT(text, ContainsRegex("takes up to [1-9]\\.[0-9]+[\n# ]+times as long as"));
}

}  // namespace predict_text_test
}  // namespace treering::cli
