#include "report/charts/chart.h"

#include <gtest/gtest.h>

namespace treering::report::charts {
namespace chart_test {

Chart with(const std::vector<Series>& all, const Axis& y = axis_of(Quantity::Time)) {
  Chart chart;
  chart.series = all;
  chart.y = y;
  return chart;
}

TEST(Chart, AxesWriteTheirFigures) {
  EXPECT_EQ(text_of(1024, Figures::Plain), "1024");
  EXPECT_EQ(text_of(1024, Figures::Size), "1 KiB");
  EXPECT_EQ(text_of(1024, Figures::ShortSize), "1K");
  EXPECT_EQ(text_of(1000, Figures::Time), "1 ms");
}

// 8 MiB in 100 us are 83.9 GB/s; the slowest of 80 % of runs has the least busbw.
TEST(Chart, TheIntervalOfBusbwIsUpsideDown) {
  const auto us = [](double value) { return core::Duration::from_us(value); };
  const TimedCall call{core::Bytes::from_mib(8), us(100), core::Bandwidth::from_gb_per_s(80),
                       sim::estimates::Interval{us(50), us(200)}};
  const Point time = point_of(call, Quantity::Time);
  EXPECT_EQ(time.x, 8 << 20U);
  EXPECT_EQ(time.y, 100);
  EXPECT_EQ(time.within, std::pair(50.0, 200.0));
  const Point busbw = point_of(call, Quantity::Busbw);
  EXPECT_EQ(busbw.y, 80);
  EXPECT_EQ(busbw.within, std::pair(40.0, 160.0));  // 80 / 2, 80 x 2
}

TEST(Chart, LimitsStretchTheAxisOfBusbwAlone) {
  const Series line{"line", SeriesKind::Candidate, 0, 0, "", {{8, 10}, {16, 20}}};
  for (const SeriesKind kind : {SeriesKind::Bound, SeriesKind::Ceiling}) {
    const Series limit{"limit", kind, kInk, 0, "", {{8, 0.001}, {16, 300}}};
    const auto times = extent_of(with({line, limit}));
    EXPECT_EQ(times->low, 10);
    EXPECT_EQ(times->high, 20);
    EXPECT_EQ(extent_of(with({line, limit}, axis_of(Quantity::Busbw)))->high, 300);
  }
  EXPECT_FALSE(extent_of(with({})));
}

TEST(Chart, BandsAndBarsAreHeldWhereTheyAreDrawn) {
  Series line{"line", SeriesKind::Candidate, 0, 0, "", {{8, 10, std::pair(5.0, 40.0)}}};
  EXPECT_EQ(extent_of(with({line}))->high, 10);
  for (const Band band : {Band::Beside, Band::Alone}) {
    line.band = band;
    EXPECT_EQ(extent_of(with({line}))->low, 5);
    EXPECT_EQ(extent_of(with({line}))->high, 40);
  }
  line.band = Band::None;
  line.kind = SeriesKind::Measured;
  EXPECT_EQ(extent_of(with({line}))->high, 40);
}

TEST(Chart, ZeroHasNoPlaceOnALogarithmicAxis) {
  const Series line{"line", SeriesKind::Candidate, 0, 0, "", {{8, 0}, {16, 20}}};
  Axis axis = axis_of(Quantity::Busbw);
  EXPECT_EQ(extent_of(with({line}, axis))->low, 0);
  axis.scale = Scale::Log;
  EXPECT_EQ(extent_of(with({line}, axis))->low, 20);
}

TEST(Chart, SeriesWithoutPointsAreLeftOut) {
  Chart chart;
  add({"none"}, chart);
  EXPECT_TRUE(chart.series.empty());
  add({"one", SeriesKind::Candidate, 0, 0, "", {{8, 10}}}, chart);
  ASSERT_EQ(chart.series.size(), 1U);
  EXPECT_EQ(point_at(chart.series.front(), 8)->y, 10);
  EXPECT_EQ(point_at(chart.series.front(), 9), nullptr);
}

}  // namespace chart_test
}  // namespace treering::report::charts
