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
  const std::string text = by_cost("dgx-h100 -b 1G -e 8G");
  EXPECT_LT(text.find("Leave NCCL_ALGO"), text.find("algbw"));
  // By NCCL's own model nothing can beat its choice, so that there is nothing to advise.
  EXPECT_THAT(predicted("dgx-h100 --nodes 4"), Not(HasSubstr("Leave NCCL_ALGO")));
}

TEST(PredictText, WhatIsConstantStandsOnce) {
  const std::string text = by_cost("dgx-h100 --nodes 4 -c all_reduce,all_gather -b 1M -e 4M");
  EXPECT_THAT(text, Not(HasSubstr("redop")));
  EXPECT_EQ(text.find("80 % within: "), text.rfind("80 % within: "));
  // The machine's fingerprint is for programs.
  EXPECT_THAT(text, Not(HasSubstr("b3f9730af1361c1d")));
  EXPECT_THAT(run("predict dgx-h100 -b 8 -e 8 --format json").out, HasSubstr("\"fingerprint\""));
}

TEST(PredictText, WhereNothingIsToBeChosenThereIsNoChoice) {
  const std::string text = by_cost("dgx-h100 --nodes 2 -c alltoall -b 1M -e 4M");
  EXPECT_THAT(
      text, AllOf(Not(HasSubstr("choice")), Not(HasSubstr("fastest")), Not(HasSubstr("channels"))));
}

TEST(PredictText, TablesFitTheDisplayByLeavingColumnsOut) {
  const std::string all = run_at_width("predict dgx-h100 --nodes 4 --algo all -f 64", 70).out;
  EXPECT_THAT(all, ContainsRegex("Without room here: .*Ring/LL.*bound"));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 1M -e 4M"), Not(HasSubstr("Without room")));
}

TEST(PredictText, QuietLeavesTheWiresOut) {
  EXPECT_THAT(predicted("dgx-h100 --nodes 4 --quiet"), Not(HasSubstr("wires")));
}

// The threads that copy for sockets were the limit of every run that was measured.
TEST(PredictText, OverSocketsNothingMeasuredIsClaimedOfThePorts) {
  for (const char* const what : {"all_reduce", "alltoall"}) {
    const std::string text =
        by_cost(fmt::format("dgx-h100 --nodes 2 --network tcp -c {} -b 1G -e 1G", what));
    EXPECT_THAT(text, Not(HasSubstr("measured machines")));
  }
}

TEST(PredictText, BusbwAboveTheRateOfAPortIsExplained) {
  EXPECT_THAT(by_cost("dgx-h100 --nodes 2 -b 4G -e 4G"), HasSubstr("is above the"));
  EXPECT_THAT(by_cost("dgx-h100 -c tuned --algo ring -b 4G -e 4G"), Not(HasSubstr("is above the")));
}

TEST(PredictText, ARestrictedTableSaysWhatThatCosts) {
  const std::string text = predicted("dgx-h100 --nodes 4 --algo ring -b 1M -e 4M");
  // 151.32 us by Ring/LL128 against 83.22 us by Tree/LL128.
  EXPECT_THAT(text, HasSubstr(" 1.82 times"));
  EXPECT_THAT(text, AllOf(Not(HasSubstr("  NCCL chooses")), Not(HasSubstr("Leave NCCL_ALGO"))));
}

TEST(PredictText, OneSizeIsNoRange) {
  const std::string text = predicted("dgx-h100 --nodes 4 -b 1M -e 1M");
  EXPECT_THAT(text, AllOf(Not(HasSubstr("up to")), Not(HasSubstr("from size")),
                          Not(HasSubstr("all sizes")), HasSubstr("Ring 1.82 times")));
}

TEST(PredictText, SizesAreThoseThatNcclTestsPrints) {
  // 1 MiB on 24 ranks: (262144 / 24 = 10922) & ~3 = 10920 floats for each.
  const std::string text = predicted("summit --nodes 4 -c all_gather -b 8 -e 1M -f 131072");
  EXPECT_THAT(text, HasSubstr("     1048320  "));
  EXPECT_THAT(text, HasSubstr("           0        -       -       -     -"));
  const std::string columns =
      predicted("summit --nodes 4 -c all_gather -b 8 -e 16 --algo ring --quiet");
  EXPECT_THAT(columns, HasSubstr("           0    0.00\n           0"));
}

TEST(PredictText, CallsThatMoveNothingHaveNoAnswer) {
  EXPECT_THAT(predicted("dgx-h100 -c all_gather -b 8 -e 8"),
              AllOf(Not(HasSubstr("Leave")), Not(HasSubstr("Ring"))));
  EXPECT_THAT(predicted("dgx-h100 --gpus-per-node 1 -b 8 -e 8"), Not(HasSubstr("Leave")));
}

TEST(PredictText, IntervalsStandBehindWhatNcclTestsPrints) {
  // size time algbw busbw interval; of several nodes what a port carries stands beside busbw
  EXPECT_THAT(by_cost("dgx-h100 -b 1M -e 1M"),
              AllOf(ContainsRegex("busbw +80 % within"),
                    ContainsRegex("1048576( +[0-9.]+){3} +[0-9.]+\\.\\.[0-9.]+ ")));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 1M -e 1M"),
              AllOf(ContainsRegex("busbw +a port +80 % within"),
                    ContainsRegex("1048576( +[0-9.]+){4} +[0-9.]+\\.\\.[0-9.]+ ")));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 1M -e 1M --quiet"),
              ContainsRegex("1048576( +[0-9.]+){3} +[0-9.]+\\.\\.[0-9.]+ "));
  EXPECT_THAT(predicted("dgx-h100 --nodes 4 -b 1M -e 1M"), Not(HasSubstr("80 %")));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 1M -e 1M --algo all"), Not(HasSubstr("80 %")));
  EXPECT_THAT(by_cost("dgx-h100 --gpus-per-node 1 -b 1M -e 1M"), Not(HasSubstr("0.00..")));
}

TEST(PredictText, WhatTakesMostOfTheTimeIsSaidByTheModelAsked) {
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 1M -e 1M"),
              ContainsRegex("most[ #\n]+of[ #\n]+it[^(]+\\([0-9]+[ #\n]+%[ #\n]+of"));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 8G -e 8G"), Not(HasSubstr("8 channels of 48 GB/s")));
}

TEST(PredictText, ASmallGainIsNoReasonToTouchNccl) {
  const std::string gained = "own choice takes up to";
  const std::string kept = "# Leave NCCL_ALGO";
  for (const std::string machine :
       {"dgx-h100 --nodes 4", "dgx-a100 --nodes 2", "summit", "pcie-4"}) {
    const std::string text = by_cost(machine + " -f 16");
    EXPECT_NE(text.find(gained) != std::string::npos, text.find(kept) != std::string::npos) << text;
  }
}

TEST(PredictText, SendsAndReceivesHaveTimesByTheCostModel) {
  const std::string text = by_cost("dgx-h100 --nodes 2 -c alltoall,sendrecv -b 64M -e 64M");
  EXPECT_THAT(text, AllOf(Not(HasSubstr("gives no time")), Not(HasSubstr("Leave NCCL_ALGO")),
                          Not(HasSubstr("=*"))));
  // What has no algorithm is not one that --algo leaves out.
  EXPECT_THAT(by_cost("dgx-h100 -c alltoall --algo ring -b 64M -e 64M"), HasSubstr("67108864"));
}

// The advice, then the sizes in ranges, then the table, then the published runs.
TEST(PredictText, PartsStandInTheOrderInWhichTheyAreUsed) {
  const std::string text = by_cost("dgx-h100 --nodes 4");
  const std::size_t advice = text.find("NCCL's own");
  const std::size_t ranges = text.find("# sizes ");
  const std::size_t table = text.find("algbw");
  const std::size_t runs = text.find("Is that normal?");
  ASSERT_NE(runs, std::string::npos) << text;
  EXPECT_LT(advice, ranges);
  EXPECT_LT(ranges, table);
  EXPECT_LT(table, runs);
}

TEST(PredictText, RangesGoFromTheFirstSizeToTheLast) {
  const std::string text = by_cost("dgx-h100 --nodes 4");
  EXPECT_THAT(text, ContainsRegex("\n# 8 B to below [^\n]+ Tree/LL "));
  EXPECT_THAT(text, ContainsRegex("\n# [^\n]+ to 8 GiB +Ring/Simple "));
}

TEST(PredictText, AWideSweepHasAShortTable) {
  const std::string few = by_cost("dgx-h100 --nodes 4");
  EXPECT_THAT(few, AllOf(ContainsRegex("# [78] of 31 sizes; --table has all\\."),
                         HasSubstr("\n           8 "), HasSubstr("\n  8589934592 "),
                         Not(HasSubstr("\n          16 "))));
  const std::string all = by_cost("dgx-h100 --nodes 4 --table");
  EXPECT_THAT(
      all, AllOf(HasSubstr("\n          16 "), Not(HasSubstr("--table")), HasSubstr("# sizes ")));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 --quiet"), HasSubstr("\n          16 "));
}

TEST(PredictText, OneSizeAndForcedWaysStayShort) {
  for (const char* const options :
       {"-b 1M -e 1M", "--algo ring", "--env NCCL_ALGO=ring", "-c alltoall"}) {
    EXPECT_THAT(by_cost(fmt::format("dgx-h100 --nodes 4 {}", options)), Not(HasSubstr("# sizes ")))
        << options;
  }
}

// Ring on two nodes of one GPU: all goes by the GPU's own port, and busbw is what that carries.
TEST(PredictText, SaysWhatAPortCarriesAndWhichAreIdle) {
  const std::string text = by_cost("dgx-h100 --nodes 2 --gpus-per-node 1 -b 8G -e 8G");
  EXPECT_THAT(text, AllOf(ContainsRegex("- At 8 GiB: [0-9.]+ of 50 GB/s a port; 1 GPU uses 1 of 8"),
                          HasSubstr("a port: of 50 GB/s each way")));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4 -b 8G -e 8G"),
              ContainsRegex("of 50 GB/s a port; 8 GPUs use all 8 ports"));
  EXPECT_THAT(by_cost("dgx-h100 -b 8G -e 8G"), Not(HasSubstr("GB/s a port")));
  EXPECT_THAT(predicted("dgx-h100 --nodes 4 -b 8G -e 8G"), Not(HasSubstr("a port:")));
}

TEST(PredictText, PublishedRunsHaveTheirDistance) {
  EXPECT_THAT(by_cost("dgx-h100 -b 8G -e 8G"), ContainsRegex("483 at 8 GiB.*same[ #\n]+machine"));
  EXPECT_THAT(by_cost("dgx-h100 --nodes 4096 -b 8G -e 8G"),
              ContainsRegex("extrapolated[ #\n]+[0-9]+[ #\n]+x[ #\n]+in[ #\n]+nodes"));
  EXPECT_THAT(by_cost("dgx-1v -b 8G -e 8G"), HasSubstr("No run on this kind of machine (volta"));
}

TEST(PredictText, ABarrierIsASmallAllReduce) {
  const std::string text = by_cost("dgx-h100 --nodes 2 -c barrier");
  EXPECT_THAT(text, AllOf(HasSubstr("NCCL has no barrier: predicted"), HasSubstr("\n           4 "),
                          Not(HasSubstr("# sizes "))));
  const Outcome sized = run("predict dgx-h100 --nodes 2 -c barrier -b 1M");
  EXPECT_EQ(sized.exit_code, 2);
  EXPECT_THAT(sized.err, HasSubstr("--minbytes"));
}

TEST(PredictText, GroupsHaveSizesOfTheirOwnAndBarriers) {
  EXPECT_THAT(by_cost("dgx-h100 --groups tp=8,dp=2 -b tp=1M,dp=4M --quiet --model event"),
              ContainsRegex("# tp, all_reduce\n +1048576 [^\n]+\n# dp, all_reduce\n +4194304 "));
  EXPECT_THAT(by_cost("dgx-h100 --groups tp=8,dp=2 -c tp=barrier"),
              AllOf(HasSubstr("NCCL has no barrier"), HasSubstr("\n           4 ")));
  EXPECT_EQ(run("predict dgx-h100 --groups tp=8,dp=2 --table").exit_code, 2);
}

TEST(PredictText, SettingsAreJudgedByTheModelAsked) {
  // One protocol is left, so both times of the quotient come from the same model.
  const std::string text = by_cost("dgx-h100 --nodes 4 -b 8 -e 8 --env NCCL_ALGO=ring");
  EXPECT_THAT(text, ContainsRegex("takes up to [1-9]\\.[0-9]+[\n# ]+times"));
}

}  // namespace predict_text_test
}  // namespace treering::cli
