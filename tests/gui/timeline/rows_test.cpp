#include "gui/timeline/rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::gui::timeline {
namespace rows_test {

// Three ranks with 2, 1 and 3 tracks, and a switch with none; two links.
RowList small() {
  return {{0, 2, 3, 6, 6}, {7, 4}};
}

std::vector<Row> all_of(const RowList& rows) {
  std::vector<Row> all;
  for (int i = 0; i < rows.count(); ++i) all.push_back(rows.at(i));
  return all;
}

TEST(Rows, AreRanksThenLinks) {
  EXPECT_THAT(
      all_of(small()),
      ::testing::ElementsAre(Row{RowKind::Rank, 0}, Row{RowKind::Channel, 2}, Row{RowKind::Rank, 2},
                             Row{RowKind::Link, 7}, Row{RowKind::Link, 4}));
}

TEST(Rows, UnfoldToChannels) {
  RowList rows = small();
  rows.fold(0, false);
  EXPECT_EQ(rows.count(), 7);
  EXPECT_EQ(rows.at(1), (Row{RowKind::Channel, 0}));
  EXPECT_EQ(rows.at(2), (Row{RowKind::Channel, 1}));
  rows.fold_all(false);
  EXPECT_EQ(rows.count(), 10);
  rows.fold_all(true);
  EXPECT_EQ(rows.count(), 5);
}

TEST(Rows, AreFoundWhereTheyAre) {
  for (const bool is_folded : {false, true}) {
    RowList rows = small();
    rows.fold_all(is_folded);
    for (int i = 0; i < rows.count(); ++i) EXPECT_EQ(rows.find(rows.at(i)), i);
  }
  RowList rows = small();
  EXPECT_EQ(rows.find({RowKind::Channel, 4}), std::nullopt);
  EXPECT_EQ(rows.find({RowKind::Rank, 3}), std::nullopt);
  EXPECT_EQ(rows.find({RowKind::Link, 5}), std::nullopt);
  EXPECT_EQ(rows.find_track(4), 2);
  rows.fold(2, false);
  EXPECT_EQ(rows.find_track(4), 4);
}

TEST(Rows, KnowTheirTracks) {
  const RowList rows = small();
  EXPECT_THAT(rows.tracks_in({RowKind::Rank, 2}), ::testing::ElementsAre(3, 4, 5));
  EXPECT_THAT(rows.tracks_in({RowKind::Channel, 4}), ::testing::ElementsAre(4));
  EXPECT_THAT(rows.tracks_in({RowKind::Link, 4}), ::testing::IsEmpty());
  EXPECT_EQ(rows.agent_of({RowKind::Channel, 2}), 1);
  EXPECT_EQ(rows.agent_of({RowKind::Link, 4}), -1);
}

TEST(Rows, OfAHugeRunAreFoundAtOnce) {
  std::vector<int> first;
  for (int rank = 0; rank <= 24'576; ++rank) first.push_back(16 * rank);
  RowList rows(std::move(first), {});
  rows.fold_all(false);
  EXPECT_EQ(rows.count(), 24'576 * 17);
  EXPECT_EQ(rows.at(17 * 20'000 + 5), (Row{RowKind::Channel, 16 * 20'000 + 4}));
}

TEST(Rows, OnlySomeAreSeen) {
  const RowsArea area{20, 120, 20, 0, 50};
  EXPECT_EQ(seen_rows(area, 100), (RowSpan{2, 8}));
  EXPECT_EQ(seen_rows(area, 4), (RowSpan{2, 4}));
  EXPECT_EQ(area.most_scroll(100), 1900);
  EXPECT_EQ(area.most_scroll(3), 0);
}

TEST(Rows, PinnedOnesStayAtTheTop) {
  RowList rows = small();
  rows.toggle_pin({RowKind::Link, 4});
  const RowsArea area{20, 120, 20, 1, 30};
  const auto pinned = row_at(area, rows, 25);
  ASSERT_TRUE(pinned);
  EXPECT_EQ(pinned->row, (Row{RowKind::Link, 4}));
  const auto below = row_at(area, rows, 45);
  ASSERT_TRUE(below);
  EXPECT_EQ(below->row, rows.at(1));
  EXPECT_EQ(below->y, 30);
  EXPECT_FALSE(row_at(area, rows, 5));
  rows.toggle_pin({RowKind::Link, 4});
  EXPECT_TRUE(rows.pinned().empty());
}

TEST(Rows, AreScrolledToAsLittleAsCanBe) {
  const RowsArea area{20, 120, 20, 0, 200};
  EXPECT_EQ(scroll_to(area, 12, 100), 200);
  EXPECT_EQ(scroll_to(area, 3, 100), 60);
  EXPECT_EQ(scroll_to(area, 30, 100), 520);
}

TEST(Rows, WishesAreRanksAndChannels) {
  EXPECT_EQ(wish_of("17"), (Wish{17, std::nullopt}));
  EXPECT_EQ(wish_of("17/3"), (Wish{17, 3}));
  for (const char* const text : {"", "x", "17/", "17/x", "-1", "1 2", "17/-3", "99999999999999"}) {
    EXPECT_EQ(wish_of(text), std::nullopt) << text;
  }
}

}  // namespace rows_test
}  // namespace treering::gui::timeline
