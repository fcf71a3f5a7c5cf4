#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/advice/host_advice.h"

namespace treering::tuner::advice {
namespace sized_choices_test {

using ::testing::IsEmpty;

Rival sure(const std::string& algorithm, double us, double confidence = 0.99) {
  return {algorithm, us, confidence, true};
}

TEST(SizedChoices, TakeTheFastestThatIsSurelyFaster) {
  const auto choices = sized_choices({{1024, 100, {sure("a", 90.9), sure("b", 80)}}});
  ASSERT_EQ(choices.size(), 1U);
  EXPECT_EQ(choices.front(), (SizedChoice{1024, 1024, "b", 1.25, 0.99}));
  EXPECT_TRUE(has_gain(choices));
}

// 91 of 100 us gain 9.9 %; and what is not sure is a tie however much it gains.
TEST(SizedChoices, KeepTheOwnChoiceBelowTenPercentAndInsideNoise) {
  const auto choices = sized_choices({{1024, 100, {sure("a", 91.0), Rival{"b", 20, 0.9, false}}}});
  ASSERT_EQ(choices.size(), 1U);
  EXPECT_EQ(choices.front().algorithm, "");
  EXPECT_FALSE(has_gain(choices));
}

// Ranges reach to the next one; the gain is the geometric mean, the confidence the least.
TEST(SizedChoices, AreRanges) {
  const auto choices = sized_choices({{1024, 100, {sure("a", 50, 0.97)}},
                                      {4096, 100, {sure("a", 25, 0.99)}},
                                      {16384, 100, {}},
                                      {65536, 100, {sure("b", 50)}}});
  ASSERT_EQ(choices.size(), 3U);
  EXPECT_EQ(choices[0].first, 1024U);
  EXPECT_EQ(choices[0].last, 16383U);
  EXPECT_NEAR(choices[0].gain, 2.828, 0.001);
  EXPECT_EQ(choices[0].confidence, 0.97);
  EXPECT_EQ(choices[1], (SizedChoice{16384, 65535, "", 1, 1}));
  EXPECT_EQ(choices[2].last, 65536U);
}

// One that is as good within 10 % saves a range; a third of the time does not.
TEST(SizedChoices, StayWithWhatIsAsGood) {
  const auto choices = sized_choices({{1024, 100, {sure("a", 50)}},
                                      {4096, 100, {sure("a", 50), sure("b", 46)}},
                                      {16384, 100, {sure("a", 50), sure("b", 30)}}});
  ASSERT_EQ(choices.size(), 2U);
  EXPECT_EQ(choices[0].algorithm, "a");
  EXPECT_EQ(choices[1].first, 16384U);
  EXPECT_EQ(choices[1].algorithm, "b");
}

TEST(SizedChoices, OfNothingAreNone) {
  EXPECT_THAT(sized_choices({}), IsEmpty());
}

// Equal times: one half. ln 2 is 2 deviations of a difference whose two sides scatter by
// ln 2 / 2 / sqrt 2: 97.7 % of a normal distribution lie below.
TEST(Confidence, IsThatOfTheNormalDistribution) {
  EXPECT_NEAR(confidence_of(100, 100, 0.3), 0.5, 1e-12);
  EXPECT_NEAR(confidence_of(50, 100, 0.6931472 / 2 / 1.4142136), 0.97725, 1e-4);
  EXPECT_NEAR(confidence_of(100, 50, 0.6931472 / 2 / 1.4142136), 1 - 0.97725, 1e-4);
}

}  // namespace sized_choices_test
}  // namespace treering::tuner::advice
