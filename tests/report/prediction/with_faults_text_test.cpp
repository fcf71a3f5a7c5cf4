#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/prediction/recommend_text.h"

namespace treering::report::prediction {
namespace with_faults_text_test {

using core::Duration;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

app::advice::WithFaultsReport two(double other_us) {
  app::advice::WithFaultsReport report;
  report.call.bytes = 1U << 20U;
  report.choices = {{{"Tree", "LL"}, Duration::from_us(100), Duration::from_us(50)},
                    {{"Ring", "LL128"}, Duration::from_us(other_us), {}}};
  return report;
}

TEST(WithFaultsText, SaysWhatToSetWhereItGains) {
  const WithFaultsWords words = with_faults_words(two(80));
  EXPECT_EQ(words.headline, "With what is tried: Ring/LL128 in place of Tree/LL");
  EXPECT_THAT(words.answer,
              AllOf(HasSubstr("all_reduce of 1 MiB with NCCL's own choice, Tree/LL, takes 100.00 "
                              "us (50.00 us without what is tried)"),
                    HasSubstr("Ring/LL128 takes 80.00 us: 1.25 times as fast"),
                    HasSubstr("NCCL_ALGO=Ring")));
}

TEST(WithFaultsText, SaysThatAnAdviceIsNotDueToWhatIsTried) {
  app::advice::WithFaultsReport report = two(80);
  report.choices[1].without = Duration::from_us(40);
  const WithFaultsWords words = with_faults_words(report);
  EXPECT_EQ(words.headline, "With what is tried as without it: Ring/LL128 in place of Tree/LL");
  EXPECT_THAT(words.answer, HasSubstr("1.25 times as fast. That is not due to what is tried"));
  EXPECT_THAT(with_faults_words(two(80)).answer, Not(HasSubstr("not due")));
}

TEST(WithFaultsText, SaysWhyACallIsShorter) {
  app::advice::WithFaultsReport report = two(80);
  report.choices[1] = {{"Ring", "LL128", 24}, Duration::from_us(80), Duration::from_us(120), 16};
  EXPECT_THAT(with_faults_words(report).answer,
              HasSubstr("80.00 us (shorter than the 120.00 us without what is tried: NCCL plans "
                        "anew: 24 channels in place of 16)"));
  EXPECT_FALSE(is_shorter(Duration::from_us(100), Duration::from_us(100)));
  EXPECT_EQ(why_shorter({"Ring/LL", 8}, {"Tree/LL", 4}),
            "NCCL plans anew: Ring/LL by 8 channels in place of Tree/LL by 4");
}

TEST(WithFaultsText, LeavesNcclAloneWhereLittleIsGained) {
  for (const double other : {95.0, 120.0}) {
    const WithFaultsWords words = with_faults_words(two(other));
    EXPECT_EQ(words.headline, "With what is tried: leave NCCL its choice, Tree/LL");
    EXPECT_THAT(words.answer, Not(HasSubstr("NCCL_ALGO")));
  }
  EXPECT_THAT(with_faults_words(two(95)).answer, HasSubstr("too little less"));
}

TEST(WithFaultsText, SaysThatNcclTakesAnotherNow) {
  app::advice::WithFaultsReport report = two(120);
  report.choices.pop_back();
  report.is_changed = true;
  EXPECT_THAT(with_faults_words(report).answer,
              AllOf(HasSubstr("what NCCL now takes, Tree/LL"), HasSubstr("offers no other")));
}

}  // namespace with_faults_text_test
}  // namespace treering::report::prediction
