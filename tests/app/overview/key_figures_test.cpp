#include <gtest/gtest.h>

#include "app/overview/measured.h"

namespace treering::app::overview {
namespace key_figures_test {

using core::Bytes;
using core::Duration;

constexpr auto kKib = Bytes::of(1U << 10U);
constexpr auto kMib = Bytes::of(1U << 20U);

CurvePoint predicted(Bytes bytes, double us) {
  CurvePoint one;
  one.bytes = bytes;
  one.time = Duration::from_us(us);
  one.busbw = bytes / one.time;
  return one;
}

MeasuredPoint measured(Bytes bytes, double us, double expected_us) {
  MeasuredPoint one;
  one.bytes = bytes;
  one.time = Duration::from_us(us);
  one.busbw = bytes / one.time;
  one.expected = Duration::from_us(expected_us);
  return one;
}

/// NCCL takes 10 us for 1 KiB, 20 for 2 MiB and 1000 for 1 GiB, which the wires allow in 500.
Curves curves() {
  Curves result;
  const auto large = Bytes::from_gib(1);
  result.usual = {predicted(kKib, 10), predicted(Bytes::from_mib(2), 20), predicted(large, 1000)};
  result.bound = {{large, Duration::from_us(500), large / Duration::from_us(500)}};
  return result;
}

TEST(KeyFigures, AreTheRateOfTheLargestAndTheTimeOfAMiddlingCall) {
  const auto figures = key_figures(curves(), {});
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].bytes, Bytes::from_gib(1));
  EXPECT_TRUE(figures[0].is_rate);
  EXPECT_DOUBLE_EQ(figures[0].share_of_wires.value(), 0.5);
  EXPECT_EQ(figures[1].bytes, Bytes::from_mib(2));  // the nearest to 1 MiB
  EXPECT_FALSE(figures[1].is_rate);
  EXPECT_FALSE(figures[1].is_measured());
}

TEST(KeyFigures, AreMeasuredWhereSomethingWas) {
  const MeasuredSeries ring{"runs", "Ring", {measured(Bytes::from_gib(4), 9000, 4000)}};
  const MeasuredSeries own{
      "runs", "", {measured(kMib, 16, 15), measured(Bytes::from_gib(1), 1250, 1000)}};
  const auto figures = key_figures(curves(), {ring, own});
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].time, Duration::from_us(1250));
  EXPECT_EQ(figures[0].expected, Duration::from_us(1000));
  EXPECT_DOUBLE_EQ(figures[0].share_of_wires.value(), 0.4);
  EXPECT_EQ(figures[1].bytes, kMib);
  // Without NCCL's own choice the first series counts.
  EXPECT_EQ(key_figures(curves(), {ring}).front().bytes, Bytes::from_gib(4));
}

TEST(KeyFigures, OfSmallCallsIsATime) {
  Curves small;
  small.usual = {predicted(kKib, 10)};
  const auto figures = key_figures(small, {});
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_FALSE(figures[0].is_rate);
  EXPECT_FALSE(figures[0].share_of_wires);
}

TEST(KeyFigures, NeedATime) {
  EXPECT_TRUE(key_figures({}, {}).empty());
}

}  // namespace key_figures_test
}  // namespace treering::app::overview
