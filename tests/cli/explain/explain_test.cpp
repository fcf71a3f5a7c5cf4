// What `treering explain` says of calls out of the ordinary. Whole outputs are in golden_test.cpp.
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
  EXPECT_THAT(outcome.out, AllOf(Not(HasSubstr("  candidate")), Not(HasSubstr("cheapest"))));
}

TEST(Explain, TheAnswerStandsFirstThenCostsThenWhatIsRuledOut) {
  const std::string text = run("explain dgx-h100 --nodes 4 -b 8M").out;
  const std::size_t answer = text.find("# NCCL chooses");
  const std::size_t costs = text.find("\nNVLSTree/Simple ");
  const std::size_t ruled_out = text.find("# Ruled out:");
  EXPECT_LT(answer, costs);
  EXPECT_LT(costs, ruled_out);
  EXPECT_LT(ruled_out, text.find(" more that "));
  EXPECT_THAT(text, AllOf(Not(HasSubstr("speaks Simple only")), Not(HasSubstr("fingerprint"))));
}

// 14.00 + 17.50 + 34.00 + 94.53 = 160.03 us
TEST(Explain, TermsStandInColumnsThatAddUpToTheCost) {
  EXPECT_THAT(run("explain dgx-h100 --nodes 4 -b 8M").out,
              ContainsRegex("\nTree/LL128 +160.03 +1.04 +14.00 +17.50 +34.00 +- +94.53 +88.74\n"));
}

TEST(Explain, FewCandidatesAreShownTermByTerm) {
  EXPECT_THAT(run("explain dgx-h100 --nodes 4 -b 8M").out,
              AllOf(HasSubstr("\n# Tree/LL128, "), Not(HasSubstr("\n# Ring/LL128, "))));
  EXPECT_THAT(run("explain dgx-h100 --nodes 4 -b 8M --algo ring").out,
              AllOf(HasSubstr("\n# Ring/LL128, "), Not(HasSubstr("of the others"))));
}

TEST(Explain, QuietLeavesTheTableAlone) {
  EXPECT_THAT(run("explain pcie-4 -b 1M --quiet").out, Not(HasSubstr("#")));
  EXPECT_THAT(run("explain pcie-4 -b 1M --quiet").out, StartsWith("Ring/"));
}

TEST(Explain, AChoiceThatNcclAlgoDoesNotNameIsExplained) {
  const std::string line = " dgx-h100 --env NCCL_ALGO=tree -c broadcast --nccl ";
  for (const std::string command : {"explain", "predict"}) {
    EXPECT_THAT(run(command + line + "2.18").out, HasSubstr("This version of NCCL"));
    EXPECT_THAT(run(command + line + "2.24").out, Not(HasSubstr("This version of NCCL")));
  }
  EXPECT_THAT(run("explain dgx-h100 --env NCCL_ALGO=tree --nccl 2.18").out,
              Not(HasSubstr("This version of NCCL")));
}

TEST(Explain, SizesAreRoundedAsInPredict) {
  EXPECT_THAT(run("explain dgx-h100 -c all_gather -b 1000").out, HasSubstr("rounded"));
  EXPECT_THAT(run("explain dgx-h100 -b 8").out, Not(HasSubstr("rounded")));
}

TEST(Explain, ACallOfNothingIsRefused) {
  EXPECT_EQ(run("explain dgx-h100 --nodes 4 -c all_gather -b 64").exit_code, 2);
  EXPECT_EQ(run("explain dgx-h100 --nodes 4 -c all_gather -b 128").exit_code, 0);
}

}  // namespace explain_test
}  // namespace treering::cli
