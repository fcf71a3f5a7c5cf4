// Runs that are as fast as expected of what NCCL chose, where another way would be faster.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/check.h"
#include "tests/app/measured.h"

namespace treering::app {
namespace check_choice_test {

/// One call of 500 kB on two nodes of two H100 NVL, as in NVIDIA/nccl issue 2441.
class CheckChoice : public ::testing::Test {
 protected:
  CheckRequest request_for(double us) const {
    CheckRequest request;
    request.files = {
        files_.write("run.csv", fmt::format("id,collective,size_bytes,nodes,ranks,time_us_oop\n"
                                            "x,all_reduce,500000,2,4,{:.3f}\n",
                                            us))};
    request.job.topology = "h100-nvl-2";
    return request;
  }

  /// What is expected of NCCL's own choice.
  double expected_us() const {
    const auto report = answer(request_for(100));
    return report ? report->check.rows.at(0).expected.in_us() : 0;
  }

  MeasuredFiles files_;
};

TEST_F(CheckChoice, ABadOneIsNamedWhereItWasAsFastAsExpected) {
  const auto report = answer(request_for(expected_us()));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(report->is_odd);
  ASSERT_EQ(report->bad_choices.size(), 1U);
  const tuner::check::BetterChoice& better = report->bad_choices[0].better;
  EXPECT_EQ(better.bytes.count(), 500000U);
  EXPECT_EQ(text_of(better.usual), text_of(report->check.rows.at(0).way));
  EXPECT_NE(text_of(better.usual), text_of(better.way));
  EXPECT_GT(better.low, 1.5);
  EXPECT_LT(better.low, better.gain);
}

TEST_F(CheckChoice, NothingIsSaidOfWhatSettingsLimitOrOfOtherTimes) {
  CheckRequest limited = request_for(expected_us());
  limited.job.variables.env = {"NCCL_PROTO=LL"};
  const auto report = answer(limited);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->bad_choices.empty());
  for (const double factor : {4.0, 0.2}) {
    const auto other = answer(request_for(factor * expected_us()));
    ASSERT_TRUE(other) << other.error().message();
    EXPECT_TRUE(other->bad_choices.empty()) << factor;
  }
}

}  // namespace check_choice_test
}  // namespace treering::app
