// What `treering explain` says of calls out of the ordinary. Whole outputs are in golden_test.cpp.
#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"

namespace treering::cli {
namespace explain_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Explain, WhatIsNotThereIsRuledOutWithoutEmptySections) {
  const Outcome outcome = run("explain dgx-h100 --algo pat");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("\nNothing that --algo and --proto allow can carry this call.\n"),
                    HasSubstr("\nRuled out:\n  PAT/LL, PAT/LL128, PAT/Simple: NCCL has no PAT"),
                    Not(HasSubstr("each candidate takes")), Not(HasSubstr("bandwidths come"))));
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
