#include "gui/models/selection.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

namespace treering::gui::models {
namespace selection_test {

Selected rank(int number) {
  Selected selected;
  selected.ranks = {number};
  return selected;
}

TEST(Selection, GoesBackAndForward) {
  Selection selection;
  EXPECT_FALSE(selection.canGoBack());
  selection.select(rank(1));
  selection.select(rank(2));
  selection.goBack();
  EXPECT_EQ(selection.now(), rank(1));
  EXPECT_TRUE(selection.canGoForward());
  selection.goForward();
  EXPECT_EQ(selection.now(), rank(2));
  selection.goBack();
  selection.goBack();
  EXPECT_TRUE(selection.now().is_empty());
  selection.goBack();
  EXPECT_TRUE(selection.now().is_empty());
}

TEST(Selection, ForgetsWhatWasAhead) {
  Selection selection;
  selection.select(rank(1));
  selection.select(rank(2));
  selection.goBack();
  selection.select(rank(3));
  EXPECT_FALSE(selection.canGoForward());
  selection.goBack();
  EXPECT_EQ(selection.now(), rank(1));
}

TEST(Selection, TellsOnlyOfChanges) {
  Selection selection;
  const QSignalSpy changes(&selection, &Selection::changed);
  selection.select(rank(1));
  selection.select(rank(1));
  EXPECT_EQ(changes.count(), 1);
}

TEST(Selection, RemembersAHundred) {
  Selection selection;
  for (int i = 0; i < 250; ++i) selection.select(rank(i));
  int steps = 0;
  for (; selection.canGoBack(); ++steps) selection.goBack();
  EXPECT_EQ(steps, 99);
}

}  // namespace selection_test
}  // namespace treering::gui::models
