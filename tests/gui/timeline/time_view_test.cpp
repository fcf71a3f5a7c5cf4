#include "gui/timeline/time_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/timeline/minimap.h"

namespace treering::gui::timeline {
namespace time_view_test {

using models::Span;

constexpr double kEnd = 1000;
const TimeView kView{100, 300, 400};

TEST(TimeView, MapsTimesToPixelsAndBack) {
  EXPECT_DOUBLE_EQ(kView.us_per_pixel(), 0.5);
  EXPECT_DOUBLE_EQ(kView.x(150), 100);
  EXPECT_DOUBLE_EQ(kView.us(100), 150);
}

TEST(TimeView, ZoomsAtThePointer) {
  const TimeView near = zoomed(kView, 2, 100, kEnd);
  EXPECT_DOUBLE_EQ(near.us(100), 150);
  EXPECT_DOUBLE_EQ(near.to_us - near.from_us, 100);
  const TimeView far = zoomed(kView, 1e-6, 100, kEnd);
  EXPECT_EQ(far, (TimeView{0, kEnd, 400}));
}

TEST(TimeView, IsNeverShorterThanCanBeTold) {
  TimeView view = kView;
  for (int i = 0; i < 200; ++i) view = zoomed(view, 1.5, 10, kEnd);
  EXPECT_NEAR(view.to_us - view.from_us, kEnd * 1e-7, 1e-12);
}

TEST(TimeView, StaysWithinTheRun) {
  EXPECT_EQ(moved(kView, -500, kEnd), (TimeView{0, 200, 400}));
  EXPECT_EQ(moved(kView, 5000, kEnd), (TimeView{800, 1000, 400}));
  EXPECT_EQ(view_on(kView, {-50, 2000}, kEnd), (TimeView{0, 1000, 400}));
  EXPECT_EQ(view_on(kView, {0, 5}, 0).to_us, 1);
}

TEST(TimeView, FitsASpanWithSomeAround) {
  EXPECT_EQ(fitted(kView, {200, 400}, kEnd), (TimeView{190, 410, 400}));
  EXPECT_EQ(fitted(kView, {0, 1000}, kEnd), (TimeView{0, 1000, 400}));
}

TEST(TimeView, FollowsTheMoment) {
  EXPECT_EQ(following(kView, 150, kEnd), kView);
  const TimeView later = following(kView, 280, kEnd);
  EXPECT_DOUBLE_EQ(later.us(300), 280);
  const TimeView back = following(kView, 20, kEnd);
  EXPECT_TRUE(back.from_us <= 20 && back.to_us > 20);
  const TimeView far = following(kView, 900, kEnd);
  EXPECT_TRUE(far.from_us <= 900 && far.to_us > 900);
}

TEST(TimeView, SnapsToTheNearestEdgeInReach) {
  const std::vector<double> edges{10, 12, 20};
  EXPECT_EQ(snapped(edges, 11.4, 2), 12);
  EXPECT_EQ(snapped(edges, 16, 2), 16);
  EXPECT_EQ(snapped({}, 16, 2), 16);
}

TEST(TimeView, HasRoundMarksInUs) {
  const auto marks = axis_marks(kView, 100);
  std::vector<std::string> texts;
  for (const AxisMark& mark : marks) texts.push_back(mark.text);
  EXPECT_THAT(texts, ::testing::ElementsAre("100 us", "150 us", "200 us", "250 us", "300 us"));
  const auto fine = axis_marks({10, 10.002, 400}, 100);
  ASSERT_FALSE(fine.empty());
  EXPECT_EQ(fine.front().text, "10.0000 us");
  EXPECT_LE(fine.size(), 5U);
}

TEST(Brush, HasEdgesAndAnInside) {
  const Span brush{100, 200};
  EXPECT_EQ(grip_at(brush, 98, 5), Grip::From);
  EXPECT_EQ(grip_at(brush, 204, 5), Grip::To);
  EXPECT_EQ(grip_at(brush, 150, 5), Grip::Whole);
  EXPECT_EQ(grip_at(brush, 300, 5), Grip::New);
  EXPECT_EQ(grip_at({100, 103}, 101.5, 5), Grip::Whole);
}

TEST(Brush, IsMovedResizedOrDrawnAnew) {
  const Span brush{100, 200};
  EXPECT_EQ(brushed({Grip::Whole, brush, 150}, 180, kEnd), (Span{130, 230}));
  EXPECT_EQ(brushed({Grip::Whole, brush, 150}, -900, kEnd), (Span{0, 100}));
  EXPECT_EQ(brushed({Grip::Whole, brush, 150}, 5000, kEnd), (Span{900, 1000}));
  EXPECT_EQ(brushed({Grip::From, brush, 100}, 250, kEnd), (Span{200, 250}));
  EXPECT_EQ(brushed({Grip::To, brush, 200}, 2000, kEnd), (Span{100, 1000}));
  EXPECT_EQ(brushed({Grip::New, brush, 500}, 450, kEnd), (Span{450, 500}));
}

// A run of which 1 % is recorded would be a strip beside one that is recorded whole.
TEST(TimeView, RunsBesideEachOtherOpenWhereBothAreRecorded) {
  EXPECT_EQ(opening_span({100}, 100), (models::Span{0, 100}));
  EXPECT_EQ(opening_span({30, 100}, 100), (models::Span{0, 100}));
  EXPECT_EQ(opening_span({1, 100}, 100), (models::Span{0, 1}));
  EXPECT_EQ(opening_span({4, 1}, 100), (models::Span{0, 1}));
}

}  // namespace time_view_test
}  // namespace treering::gui::timeline
