// What stands around the tables of `treering predict`. Whole outputs are in golden_test.cpp.
#include <fmt/format.h>
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
  const std::string text = by_cost("dgx-h100 --nodes 4");
  const std::size_t answer = text.find("# Leave NCCL_ALGO and NCCL_PROTO unset");
  EXPECT_LT(answer, text.find("algbw"));
  // By NCCL's own model nothing can beat its choice, so that there is nothing to advise.
  EXPECT_THAT(predicted("dgx-h100 --nodes 4"),
              AllOf(HasSubstr("# NCCL's own choices, from Tree/LL at 8 B (35.20 us) to Ring/Simple "
                              "at 8 GiB (busbw 380.52 GB/s), by\n# its own model.\n"),
                    Not(HasSubstr("Leave NCCL_ALGO"))));
}

TEST(PredictText, WhatIsConstantStandsOnce) {
  const std::string text = by_cost("dgx-h100 --nodes 4 -c all_reduce,all_gather -b 1M -e 4M");
  EXPECT_THAT(text, AllOf(HasSubstr("\n# all_reduce, float, sum\n"),
                          HasSubstr("\n# all_gather, float\n"), Not(HasSubstr("redop"))));
  EXPECT_EQ(text.find("80 % within: 4 of 5 runs"), text.rfind("80 % within: 4 of 5 runs"));
  // The machine's fingerprint is for programs.
  EXPECT_THAT(text, Not(HasSubstr("b3f9730af1361c1d")));
  EXPECT_THAT(run("predict dgx-h100 -b 8 -e 8 --format json").out, HasSubstr("\"fingerprint\""));
}

TEST(PredictText, WhereNothingIsToBeChosenThereIsNoChoice) {
  const std::string text = by_cost("dgx-h100 --nodes 2 -c alltoall -b 1M -e 4M");
  EXPECT_THAT(
      text, AllOf(Not(HasSubstr("choice")), Not(HasSubstr("fastest")), Not(HasSubstr("channels"))));
}

TEST(PredictText, OnlyMarksThatOccurAreExplained) {
  EXPECT_THAT(predicted("dgx-h100 --nodes 4 -b 1M -e 4M"),
              HasSubstr("\n# =* NCCL's choice, and the fastest   bound: no faster on these wires\n"
                        "#"));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 1G -e 8G"), HasSubstr("\n# = NCCL's choice   * the"));
}

TEST(PredictText, TablesFitTheDisplayByLeavingColumnsOut) {
  const std::string text = run_at_width("predict dgx-h100 --nodes 4 -b 1M -e 4M", 70).out;
  EXPECT_THAT(text, AllOf(HasSubstr("80 % within     choice\n"),
                          HasSubstr("\n# Without room here: algbw, channels, bound.\n")));
  const std::string least = run_at_width("predict dgx-h100 --nodes 4 -b 1G -e 1G", 60).out;
  EXPECT_THAT(least, HasSubstr("     time   busbw     choice\n"));
  const std::string all = run_at_width("predict dgx-h100 --nodes 4 --algo all -f 64", 70).out;
  EXPECT_THAT(all, ContainsRegex("Without room here: .*Ring/LL.*bound"));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 1M -e 4M"), Not(HasSubstr("Without room")));
}

TEST(PredictText, BusbwIsExplainedFromTheWiresDown) {
  EXPECT_THAT(predicted("dgx-h100 --nodes 4 --quiet"), Not(HasSubstr("wires")));
  EXPECT_THAT(predicted("dgx-h100 --nodes 4"),
              AllOf(HasSubstr("\n#   400.00  network ports of a node, 400 GB/s each way\n"
                              "#   384.00  by NCCL's model: 8 channels of 48 GB/s\n"),
                    HasSubstr("\n#   380.52  predicted; the rest is latency")));
  EXPECT_THAT(by_cost("dgx-h100 --algo ring --proto simple -b 1G -e 1G"),
              AllOf(HasSubstr("\n#   450.00  links of a GPU, 450 GB/s each way\n"),
                    HasSubstr("  what measured machines reach of that\n")));
}

// The threads that copy for sockets were the limit of every run that was measured.
TEST(PredictText, OverSocketsNothingMeasuredIsClaimedOfThePorts) {
  for (const char* const what : {"all_reduce", "alltoall"}) {
    const std::string text =
        by_cost(fmt::format("dgx-h100 --nodes 2 --network tcp -c {} -b 1G -e 1G", what));
    EXPECT_THAT(text, AllOf(Not(HasSubstr("measured machines")),
                            HasSubstr("above all sockets, GPU by GPU")));
  }
}

TEST(PredictText, BusbwAboveTheRateOfAPortIsExplained) {
  EXPECT_THAT(by_cost("dgx-h100 --nodes 2 -b 4G -e 4G"),
              ContainsRegex("NVLSTree's busbw of [0-9.]+ at 4 GiB is above the 400 GB/s of"));
  EXPECT_THAT(by_cost("dgx-h100 -c tuned --algo ring -b 4G -e 4G"), Not(HasSubstr("is above the")));
}

TEST(PredictText, ARestrictedTableSaysWhatThatCosts) {
  const std::string text = predicted("dgx-h100 --nodes 4 --algo ring -b 1M -e 4M");
  // 151.32 us by Ring/LL128 against 83.22 us by Tree/LL128.
  EXPECT_THAT(text, HasSubstr("takes up to 1.82 times as long as NCCL's own choice, at 1"));
  EXPECT_THAT(text, AllOf(Not(HasSubstr("  NCCL chooses")), Not(HasSubstr("Leave NCCL_ALGO"))));
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
      HasSubstr("NCCL's own choice, Tree/LL: 35.20 us at 8 B, busbw 0.06 GB/s at 1 KiB, by"));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 8 -e 1K"),
              HasSubstr("# At 1 KiB nearly all of the time of Tree/LL is latency, mostly "));
}

TEST(PredictText, SizesAreThoseThatNcclTestsPrints) {
  // 1 MiB on 24 ranks: (262144 / 24 = 10922) & ~3 = 10920 floats for each.
  const std::string text = predicted("summit --nodes 4 -c all_gather -b 8 -e 1M -f 131072");
  EXPECT_THAT(text, HasSubstr("     1048320  "));
  EXPECT_THAT(text, HasSubstr("           0        -       -       -     -"));
  EXPECT_THAT(text, HasSubstr("rounded down as nccl-tests does, to a multiple of 16 bytes"));
  const std::string columns =
      predicted("summit --nodes 4 -c all_gather -b 8 -e 16 --algo ring --quiet");
  EXPECT_THAT(columns, HasSubstr("           0    0.00\n           0"));
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
  // size time algbw busbw interval
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 1M -e 1M"),
              AllOf(ContainsRegex("busbw +80 % within"), HasSubstr("80 % within: 4 of 5 runs"),
                    ContainsRegex("1048576( +[0-9.]+){3} +[0-9.]+\\.\\.[0-9.]+ ")));
  EXPECT_THAT(predicted("dgx-h100 --nodes 4 -b 1M -e 1M"), Not(HasSubstr("80 %")));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 1M -e 1M --algo all"), Not(HasSubstr("80 %")));
  EXPECT_THAT(by_cost("dgx-h100 --gpus-per-node 1 -b 1M -e 1M"), Not(HasSubstr("0.00..")));
}

TEST(PredictText, WhatTakesMostOfTheTimeIsSaidByTheModelAsked) {
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 1M -e 1M"),
              ContainsRegex("most[ #\n]+of[ #\n]+it[^(]+\\([0-9]+[ #\n]+%[ #\n]+of"));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 8G -e 8G"), Not(HasSubstr("8 channels of 48 GB/s")));
}

TEST(PredictText, AnAlgorithmThatCostsNothingToForceIsSaidToTakeAsLong) {
  EXPECT_THAT(by_cost("pcie-4 -b 1K -e 1G -f 64"),
              HasSubstr("and its fastest protocol by NCCL_PROTO, Ring takes as\n"
                        "#   long as NCCL's choice at every size, Tree"));
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
                                    "sends and receives."),
                          HasSubstr("# busbw of sendrecv at 64 MiB, in GB/s, from the wires down"),
                          Not(HasSubstr("gives no time")), Not(HasSubstr("Leave NCCL_ALGO")),
                          Not(HasSubstr("=*"))));
  EXPECT_THAT(predicted("dgx-h100 -c alltoall -b 1M -e 1M"),
              HasSubstr("and NCCL's model\n# gives no time for it"));
  const std::string large = by_cost("dgx-h100 --nodes 64 -c alltoall -b 1M -e 1M --model event");
  EXPECT_THAT(large, AllOf(HasSubstr("too many messages"), HasSubstr("treering simulate")));
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
