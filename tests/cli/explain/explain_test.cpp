// What `treering explain` says of calls out of the ordinary. Whole outputs are in golden_test.cpp.
#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"

namespace treering::cli {
namespace explain_test {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Explain, WhatIsNotThereIsRuledOutWithoutEmptySections) {
  const Outcome outcome = run("explain dgx-h100 --algo pat");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("\n# Nothing that --algo and --proto allow can carry this call.\n"),
                    HasSubstr("\n# Ruled out:\n# - 3 that NCCL does not have: not for all_reduce"),
                    Not(HasSubstr("  candidate")), Not(HasSubstr("cheapest"))));
}

TEST(Explain, TheAnswerStandsFirstThenCostsThenWhatIsRuledOut) {
  const std::string text = run("explain dgx-h100 --nodes 4 -b 8M").out;
  const std::size_t answer =
      text.find("# NCCL chooses NVLSTree/Simple because it is the cheapest by NCCL's own model:");
  const std::size_t costs = text.find("\nNVLSTree/Simple ");
  const std::size_t ruled_out = text.find("# Ruled out:\n# - CollNetDirect/Simple");
  EXPECT_LT(answer, costs);
  EXPECT_LT(costs, ruled_out);
  EXPECT_LT(ruled_out, text.find(" more that NCCL does not have"));
  EXPECT_THAT(text, AllOf(HasSubstr("153.25 us, 4 % ahead\n# of Tree/LL128."),
                          Not(HasSubstr("speaks Simple only")), Not(HasSubstr("fingerprint"))));
}

// 14.00 + 17.50 + 34.00 + 94.53 = 160.03 us
TEST(Explain, TermsStandInColumnsThatAddUpToTheCost) {
  EXPECT_THAT(run("explain dgx-h100 --nodes 4 -b 8M").out,
              ContainsRegex("\nTree/LL128 +160.03 +1.04 +14.00 +17.50 +34.00 +- +94.53 +88.74\n"));
}

TEST(Explain, FewCandidatesAreShownTermByTerm) {
  const std::string all = run("explain dgx-h100 --nodes 4 -b 8M").out;
  EXPECT_THAT(all, AllOf(HasSubstr("\n# Tree/LL128, 160.03 us:\n"),
                         Not(HasSubstr("\n# Ring/LL128, 199.76 us:\n")),
                         HasSubstr("--algo and --proto show the terms of the others")));
  EXPECT_THAT(
      run("explain dgx-h100 --nodes 4 -b 8M --algo ring").out,
      AllOf(HasSubstr("\n# Ring/LL128, 199.76 us:\n"), HasSubstr("     14.00 us    base latency\n"),
            HasSubstr("ring plateau (x 1.4)"), Not(HasSubstr("of the others"))));
}

TEST(Explain, SettingsThatRuleOutAreNamedOnceForAnAlgorithm) {
  EXPECT_THAT(run("explain dgx-h100 --env NCCL_ALGO=ring").out,
              HasSubstr("\n# - Tree: NCCL_ALGO leaves Tree out\n"));
}

TEST(Explain, QuietLeavesTheTableAlone) {
  EXPECT_THAT(run("explain pcie-4 -b 1M --quiet").out, Not(HasSubstr("#")));
  EXPECT_THAT(run("explain pcie-4 -b 1M --quiet").out, StartsWith("Ring/"));
}

TEST(Explain, AChoiceThatNcclAlgoDoesNotNameIsExplained) {
  const std::string line = " dgx-h100 --env NCCL_ALGO=tree -c broadcast --nccl ";
  for (const char* const command : {"explain", "predict"}) {
    const std::string text = run(command + line + "2.18").out;
    EXPECT_THAT(std::regex_replace(text, std::regex("\n(# )?"), " "),
                HasSubstr("This version of NCCL allows Ring for all collectives but all_reduce, "
                          "whatever NCCL_ALGO says; from 2.24 on, a call for which NCCL_ALGO "
                          "leaves nothing fails."));
    EXPECT_THAT(run(command + line + "2.24").out, Not(HasSubstr("This version of NCCL")));
  }
  EXPECT_THAT(run("explain dgx-h100 --env NCCL_ALGO=tree --nccl 2.18").out,
              Not(HasSubstr("This version of NCCL")));
}

TEST(Explain, SizesAreRoundedAsInPredict) {
  // (250 floats / 8 ranks = 31) & ~3 = 28 for each.
  EXPECT_THAT(run("explain dgx-h100 -c all_gather -b 1000").out,
              HasSubstr("all_gather of 896 B (896 B), rounded down from 1000 B, float\n"));
  EXPECT_THAT(run("explain dgx-h100 -b 8").out, Not(HasSubstr("rounded")));
}

TEST(Explain, ACallOfNothingIsRefused) {
  const Outcome outcome = run("explain dgx-h100 --nodes 4 -c all_gather -b 64");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err,
            "treering: --size: 64 B hold no float for each of 32 ranks, expected at least 128 B\n");
  EXPECT_THAT(run("explain dgx-h100 -b 3").err, HasSubstr("expected at least 4 B"));
  EXPECT_EQ(run("explain dgx-h100 --nodes 4 -c all_gather -b 128").exit_code, 0);
}

}  // namespace explain_test
}  // namespace treering::cli
