#include "workers/samples.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::workers {
namespace samples_test {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsEmpty;
using tuner::measure::Batch;
using tuner::measure::StartTolerance;

constexpr StartTolerance kUsual{.share = 0.25, .us = 10};

const std::vector<std::vector<double>> kNoOffsets{{0, 0}, {0, 0}};

// From 104, when the last starts, to 160, when the last ends.
TEST(Samples, LastFromTheLastStartToTheLastEnd) {
  Batch batch;
  combine({{{100, 150}}, {{104, 160}}}, kNoOffsets, kUsual, batch);
  EXPECT_THAT(batch.samples_us, ElementsAre(56));
  EXPECT_THAT(batch.spread_us, ElementsAre(4));
  EXPECT_EQ(batch.late, 0);
}

// Rank 1's clock shows 1000 more: 1104 there is 104 here.
TEST(Samples, TakeOffsetsAway) {
  Batch batch;
  combine({{{100, 150}}, {{1104, 1160}}}, {{0, 1000}, {0, 1000}}, kUsual, batch);
  EXPECT_THAT(batch.samples_us, ElementsAre(56));
}

// Rank 1's clock gains 20 from the first iteration to the third, 10 until the second.
TEST(Samples, TakeDriftAsALine) {
  Batch batch;
  combine({{{100, 150}, {200, 250}, {300, 350}}, {{100, 160}, {210, 270}, {320, 380}}},
          {{0, 0}, {0, 20}}, kUsual, batch);
  EXPECT_THAT(batch.samples_us, ElementsAre(60, 60, 60));
  EXPECT_THAT(batch.spread_us, ElementsAre(0, 0, 0));
}

// Rank 1's clock gains 20 in 1000 us, 2 until the second call, which comes after a tenth of them.
TEST(Samples, TakeDriftOverTime) {
  Batch batch;
  combine({{{0, 50}, {100, 150}, {1000, 1050}}, {{0, 60}, {102, 162}, {1020, 1080}}},
          {{0, 0}, {0, 20}}, kUsual, batch);
  EXPECT_THAT(batch.samples_us, ElementsAre(DoubleEq(60), DoubleEq(60), DoubleEq(60)));
  EXPECT_THAT(batch.spread_us, ElementsAre(DoubleEq(0), DoubleEq(0), DoubleEq(0)));
}

// The larger of 10 us and a quarter of a short call, 30: starts 10 apart count, 11 do not.
TEST(Samples, AreNoneWhereRanksStartTooFarApart) {
  Batch batch;
  combine({{{100, 140}, {200, 241}, {300, 340}}, {{110, 140}, {211, 241}, {301, 340}}}, kNoOffsets,
          kUsual, batch);
  EXPECT_THAT(batch.samples_us, ElementsAre(DoubleEq(30), DoubleEq(39)));
  EXPECT_THAT(batch.spread_us, ElementsAre(DoubleEq(10), DoubleEq(1)));
  EXPECT_EQ(batch.late, 1);
}

// Starts 20 apart. They would be a quarter of the last sample, which took 80, and are half of a
// short one, 40, whatever this one took.
TEST(Samples, AreLeftOutHoweverLongTheyTook) {
  Batch batch;
  combine({{{100, 140}, {200, 240}, {300, 400}}, {{100, 140}, {200, 240}, {320, 400}}}, kNoOffsets,
          kUsual, batch);
  EXPECT_THAT(batch.samples_us, ElementsAre(DoubleEq(40), DoubleEq(40)));
  EXPECT_EQ(batch.late, 1);
}

// The machine stalls in nine calls of ten: these take 20 ms, and their ranks start 4 ms apart,
// which is a fifth of that. Short calls are of 4 us: none of those counts.
TEST(Samples, AStallDoesNotExcuseStartsFarApart) {
  constexpr int kCalls = 20;
  std::vector<Times> first;
  std::vector<Times> last;
  for (int i = 0; i < kCalls; ++i) {
    const double start = i * 1e6;
    const bool is_short = i % 7 == 3;  // three of them
    const double spread = i == 3 ? 2 : 4000;
    first.push_back({start, start + 1});
    last.push_back({start + spread, start + spread + (is_short ? 4 : 20'000)});
  }
  Batch batch;
  combine({first, last}, kNoOffsets, kUsual, batch);
  EXPECT_THAT(batch.samples_us, ElementsAre(DoubleEq(4)));
  EXPECT_THAT(batch.spread_us, ElementsAre(DoubleEq(2)));
  EXPECT_EQ(batch.late, kCalls - 1);
}

// One call of 20 seems to have taken 1 us, since all others were done when its last rank started.
// Those of 100 us may have starts that are 20 us apart all the same.
TEST(Samples, OneThatSeemsShortDoesNotCostTheOthers) {
  std::vector<Times> first;
  std::vector<Times> last;
  for (int i = 0; i < 20; ++i) {
    const double start = i * 1e6;
    first.push_back({start, start + 100});
    last.push_back({start + 20, start + 120});
  }
  last.front() = {99, 100};
  Batch batch;
  combine({first, last}, kNoOffsets, kUsual, batch);
  EXPECT_THAT(batch.samples_us, testing::SizeIs(19));
  EXPECT_EQ(batch.late, 1);
}

// A root that has sent may be done before the last one starts.
TEST(Samples, AreNoneWhereAllEndBeforeTheLastStarts) {
  Batch batch;
  combine({{{100, 101}}, {{105, 105}}}, kNoOffsets, kUsual, batch);
  EXPECT_THAT(batch.samples_us, IsEmpty());
  EXPECT_EQ(batch.late, 1);
}

TEST(Samples, AreAddedToThoseThatAreThere) {
  Batch batch;
  combine({{{100, 150}}, {{100, 150}}}, kNoOffsets, kUsual, batch);
  combine({{{200, 260}}, {{200, 260}}}, kNoOffsets, kUsual, batch);
  EXPECT_THAT(batch.samples_us, ElementsAre(50, 60));
}

TEST(Samples, AreNoneOfNoIterations) {
  Batch batch;
  combine({}, kNoOffsets, kUsual, batch);
  EXPECT_THAT(batch.samples_us, IsEmpty());
  EXPECT_EQ(batch.late, 0);
}

}  // namespace samples_test
}  // namespace treering::workers
