#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/timeline/time_view.h"

namespace treering::gui::timeline {
namespace pieces_test {

using app::simulation::Doing;
using app::simulation::TrackBar;

// A pixel is 1 us.
const TimeView kView{0, 100, 100};

TEST(Pieces, WideBarsStayAsTheyAre) {
  const std::vector<TrackBar> bars{{2, 5.5, Doing::Sends, 0}, {5.5, 9, Doing::Waits, 1}};
  EXPECT_THAT(pieces_of(bars, kView), ::testing::ElementsAre(Piece{2, 5.5, Doing::Sends, 1, 0},
                                                             Piece{5.5, 9, Doing::Waits, 1, 1}));
}

TEST(Pieces, NarrowBarsBecomeAShadeOfTheirPixel) {
  const std::vector<TrackBar> bars{
      {3.0, 3.25, Doing::Sends, 0}, {3.25, 3.5, Doing::Waits, 1}, {3.5, 3.625, Doing::Combines, 1}};
  EXPECT_THAT(pieces_of(bars, kView), ::testing::ElementsAre(Piece{3, 4, Doing::Sends, 0.375, {}}));
}

TEST(Pieces, ABarAcrossTwoPixelsShadesBoth) {
  const std::vector<TrackBar> bars{{3.75, 4.5, Doing::Keeps, 0}};
  EXPECT_THAT(pieces_of(bars, kView), ::testing::ElementsAre(Piece{3, 4, Doing::Keeps, 0.25, {}},
                                                             Piece{4, 5, Doing::Keeps, 0.5, {}}));
}

TEST(Pieces, OnlyWhatIsSeen) {
  const std::vector<TrackBar> bars{{-9, -1, Doing::Sends, 0},
                                   {-1, 3, Doing::Sends, 1},
                                   {99, 120, Doing::Sends, 2},
                                   {130, 140, Doing::Sends, 3}};
  EXPECT_THAT(pieces_of(bars, kView), ::testing::ElementsAre(Piece{-1, 3, Doing::Sends, 1, 1},
                                                             Piece{99, 120, Doing::Sends, 1, 2}));
}

TEST(Pieces, AreNoMoreThanPixels) {
  std::vector<TrackBar> bars;
  for (int i = 0; i < 10'000; ++i) {
    const double from = i * 0.01;
    bars.push_back({from, from + 0.005, Doing::Sends, static_cast<std::uint64_t>(i)});
  }
  const auto pieces = pieces_of(bars, kView);
  ASSERT_EQ(pieces.size(), 100U);
  for (const Piece& piece : pieces) EXPECT_NEAR(piece.share, 0.5, 0.02);
}

TEST(Pieces, EdgesAreThoseOfWork) {
  const std::vector<TrackBar> bars{{2, 5, Doing::Sends, 0}, {5, 9, Doing::Waits, 1}};
  EXPECT_THAT(edges_of(bars), ::testing::ElementsAre(2, 5));
}

}  // namespace pieces_test
}  // namespace treering::gui::timeline
