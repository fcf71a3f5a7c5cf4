#include "tuner/check/better_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::tuner::check {
namespace better_choice_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::uint64_t kMiB = 1U << 20U;

sim::Way way_of(const std::string& algorithm, const std::string& protocol) {
  sim::Way way;
  way.algorithm = algorithm;
  way.protocol = protocol;
  return way;
}

/// As expected, 400 us, of Ring/LL; its interval ends at 1.25 times that.
CheckedRow row_of(std::uint64_t bytes, double measured_us = 400) {
  CheckedRow row;
  row.measurement.bytes = bytes;
  row.way = way_of("Ring", "LL");
  row.expected = core::Duration::from_us(400);
  row.low = row.expected / 1.25;
  row.high = row.expected * 1.25;
  row.measured = core::Duration::from_us(measured_us);
  row.place = Place::Inside;
  return row;
}

/// Forced to Tree.
CheckedRow forced_row(std::uint64_t bytes, double measured_us) {
  CheckedRow row = row_of(bytes, measured_us);
  row.measurement.way.algorithm = "Tree";
  row.way = way_of("Tree", "Simple");
  return row;
}

sim::Alternative alternative(const sim::Way& way, double us, double nccl_us) {
  sim::Alternative one;
  one.way = way;
  one.nccl_cost = core::Duration::from_us(nccl_us);
  one.estimate = sim::Estimate{.time = core::Duration::from_us(us)};
  set_spread(*one.estimate, 0.2);
  return one;
}

/// NCCL takes Ring/LL, 400 us; Tree/Simple takes so many.
std::vector<BetterChoice> found(const std::vector<CheckedRow>& rows, double tree_us = 100) {
  return better_choices(rows, [&](core::DataType /*type*/, core::ReduceOp /*op*/) {
    return [&](core::Collective /*collective*/, std::uint64_t /*bytes*/) {
      return std::vector{alternative(way_of("Ring", "LL"), 400, 1),
                         alternative(way_of("Tree", "Simple"), tree_us, 2)};
    };
  });
}

// The row's standard deviation is ln(1.25) / 1.2816 = 0.174, that of the other way 0.2, together
// 0.265: 80 % lie within a factor of exp(1.2816 x 0.265) = 1.405.
TEST(BetterChoice, AWayIsClearlyFasterThanTheOneThatNcclChose) {
  const auto all = found({row_of(kMiB)});
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].collective, core::Collective::AllReduce);
  EXPECT_THAT(all[0].at, ElementsAre(kMiB));
  EXPECT_EQ(all[0].of_sizes, 1U);
  EXPECT_EQ(text_of(all[0].usual), "Ring/LL");
  EXPECT_EQ(text_of(all[0].way), "Tree/Simple");
  EXPECT_NEAR(all[0].gain, 4, 1e-9);
  EXPECT_NEAR(all[0].low, 4 / 1.405, 0.01);
  EXPECT_NEAR(all[0].high, 4 * 1.405, 0.01);
}

// 330 us are 3.3 times the other way's 100. A measurement spreads by 0.055, with 0.2 by 0.207:
// exp(1.2816 x 0.207) = 1.304.
TEST(BetterChoice, TheMeasuredTimeCountsWhereItGainsLess) {
  const auto all = found({row_of(kMiB, 330)});
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_NEAR(all[0].gain, 3.3, 1e-9);
  EXPECT_NEAR(all[0].low, 3.3 / 1.304, 0.01);
}

// 400 / 250 = 1.6 times as fast, at least 1.14 times.
TEST(BetterChoice, ASmallGainNeedsTwoNeighbours) {
  EXPECT_THAT(found({row_of(kMiB)}, 250), IsEmpty());
  const auto all = found({row_of(kMiB), row_of(2 * kMiB)}, 250);
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_THAT(all[0].at, ElementsAre(kMiB, 2 * kMiB));
  EXPECT_EQ(all[0].of_sizes, 2U);
  // 1.33 / 1.405 is no gain.
  EXPECT_THAT(found({row_of(kMiB), row_of(2 * kMiB)}, 300), IsEmpty());
}

TEST(BetterChoice, NcclsOwnChoiceMayBeTheFastest) {
  EXPECT_THAT(found({row_of(kMiB)}, 1000), IsEmpty());
}

TEST(BetterChoice, OnlyOwnChoicesThatWereAsExpectedSaySomething) {
  CheckedRow slow = row_of(kMiB, 1000);
  slow.place = Place::Slow;
  CheckedRow of_python = row_of(kMiB);
  of_python.measurement.is_of_python = true;
  CheckedRow forced = row_of(kMiB);
  forced.measurement.way = way_of("Ring", "LL");
  CheckedRow replaced = row_of(kMiB);
  replaced.measurement.is_fallback = true;
  EXPECT_THAT(found({slow}), IsEmpty());
  EXPECT_THAT(found({of_python}), IsEmpty());
  EXPECT_THAT(found({forced}), IsEmpty());
  EXPECT_THAT(found({replaced}), IsEmpty());
  // What the log says NCCL chose by itself.
  forced.measurement.is_own_choice = true;
  EXPECT_THAT(found({forced}), SizeIs(1));
}

// Of repeats the fastest counts.
TEST(BetterChoice, ARepeatThatIsFasterThanExpectedSaysNothing) {
  CheckedRow fast = row_of(kMiB, 120);
  fast.place = Place::Fast;
  EXPECT_THAT(found({row_of(kMiB), fast}), IsEmpty());
}

TEST(BetterChoice, AWayThatWasMeasuredToTakeAsLongIsNotNamed) {
  EXPECT_THAT(found({row_of(kMiB), forced_row(kMiB, 390)}), IsEmpty());
  EXPECT_THAT(found({row_of(kMiB), forced_row(kMiB / 2, 390)}), IsEmpty());
  EXPECT_THAT(found({row_of(kMiB), forced_row(kMiB, 120)}), SizeIs(1));
  // A larger call may take longer.
  EXPECT_THAT(found({row_of(kMiB), forced_row(2 * kMiB, 390)}), SizeIs(1));
}

}  // namespace better_choice_test
}  // namespace treering::tuner::check
