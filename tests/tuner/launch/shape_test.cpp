#include "tuner/launch/shape.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::tuner::launch {
namespace shape_test {

using testing::ElementsAre;

std::string complaint_about(std::string_view text, int ranks = 4) {
  const auto gbit = parse_shape(text, ranks);
  return gbit ? "none" : gbit.error().message();
}

TEST(Shape, OneRateIsThatOfAllRanks) {
  EXPECT_THAT(parse_shape("0.1", 4).value(), ElementsAre(0.1, 0.1, 0.1, 0.1));
}

TEST(Shape, SingleRanksHaveRatesOfTheirOwn) {
  EXPECT_THAT(parse_shape("0.1,2=0.02", 4).value(), ElementsAre(0.1, 0.1, 0.02, 0.1));
  EXPECT_THAT(parse_shape("10, 3=1, 0=2.5", 4).value(), ElementsAre(2.5, 10, 10, 1));
}

TEST(Shape, LimitsAreRates) {
  EXPECT_THAT(parse_shape("0.001,1=100", 2).value(), ElementsAre(0.001, 100));
  EXPECT_EQ(complaint_about("0.0009"), "⟨shaped⟩: '0.0009', expected Gbit/s from 0.001 to 100");
  EXPECT_EQ(complaint_about("1,0=101"), "⟨shaped⟩: '101', expected Gbit/s from 0.001 to 100");
}

TEST(Shape, OtherTextsAreNoRates) {
  for (const std::string_view text : {"", "fast", "1G", "-1", "nan", "inf", "0x1", "1 2"}) {
    const std::string quoted = "'" + std::string(text) + "'";
    const std::string complaint = ", expected Gbit/s from 0.001 to 100";
    EXPECT_EQ(complaint_about(text), "⟨shaped⟩: " + quoted + complaint);
    EXPECT_EQ(complaint_about("1,2=" + std::string(text)), "⟨shaped⟩: " + quoted + complaint);
  }
}

TEST(Shape, ErrorsNameWhatIsExpected) {
  EXPECT_EQ(complaint_about("2=0.02"),
            "⟨shaped⟩: '2=0.02', expected the rate of all ranks first; for example 0.1,2=0.02");
  EXPECT_EQ(complaint_about("0.1,0.2"),
            "⟨shaped⟩: '0.2', expected RANK=GBIT after a comma; for example 0.1,2=0.02");
  EXPECT_EQ(complaint_about("0.1,"),
            "⟨shaped⟩: '', expected RANK=GBIT after a comma; for example 0.1,2=0.02");
  EXPECT_EQ(complaint_about("0.1,4=1"), "⟨shaped⟩: rank '4', have 0..3");
  EXPECT_EQ(complaint_about("0.1,x=1"), "⟨shaped⟩: rank 'x', have 0..3");
  EXPECT_EQ(complaint_about("0.1,1=1,1=2"), "⟨shaped⟩: rank 1 twice");
  EXPECT_EQ(complaint_about("0.1", 251), "⟨shaped⟩: 251 ranks, expected at most 250");
}

TEST(Shape, RatesByRankAreReadFromTheWordsThatAskForThem) {
  EXPECT_THAT(words_to_shape("bin/treering-shape", {0.1, 0.02, 100}),
              ElementsAre("bin/treering-shape", "--rates", "0.1,0.02,100", "--"));
  EXPECT_EQ(parse_rates("1,fast", "--rates").error().message(),
            "--rates: 'fast', expected Gbit/s from 0.001 to 100");
}

RC_GTEST_PROP(Shape, WordsKeepEveryRate, ()) {
  const auto thousandths =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 100'001)));
  std::vector<double> gbit;
  for (const int one : thousandths) gbit.push_back(one / 1000.0);
  RC_ASSERT(parse_rates(words_to_shape("p", gbit)[2], "--rates").value() == gbit);
}

}  // namespace shape_test
}  // namespace treering::tuner::launch
