#include "report/fitted_table.h"

#include <gtest/gtest.h>

namespace treering::report {
namespace fitted_table_test {

/// Three columns of 6 with gaps of 2: 22 wide.
FittedTable table() {
  FittedTable table({{{"size", core::Align::Right, 6}},
                     {{"time", core::Align::Right, 6, "(us)"}, 1},
                     {{"bound", core::Align::Right, 6}, 2}});
  table.add_row({"8", "1.00", "2.00"});
  return table;
}

TEST(FittedTable, LeavesOutTheLeastImportantColumnsFirst) {
  FittedTable whole = table();
  EXPECT_EQ(whole.fit(22), "");
  EXPECT_EQ(whole.body(), "     8    1.00    2.00\n");
  FittedTable narrow = table();
  EXPECT_EQ(narrow.fit(21), "bound");
  EXPECT_EQ(narrow.heading(), "# size    time\n#         (us)\n");
  EXPECT_FALSE(narrow.has("bound"));
  EXPECT_TRUE(narrow.has("time"));
}

TEST(FittedTable, KeepsWhatIsNeededWhateverTheWidth) {
  FittedTable narrow = table();
  EXPECT_EQ(narrow.fit(1), "time, bound");
  EXPECT_EQ(narrow.body(), "   8\n");
}

FittedTable marked() {
  FittedTable table({{{"size", core::Align::Right, 6}},
                     {{"LL", core::Align::Right, 6}, -2},
                     {{"Simple", core::Align::Right, 8}, -1},
                     {{"bound", core::Align::Right}, 1}});
  table.add_row({"8", "1.00", "2.00", "3.00"});
  return table;
}

TEST(FittedTable, IsNarrowerBeforeItLacksWhatMatters) {
  FittedTable narrow = marked();
  EXPECT_EQ(narrow.fit(18), "bound");
  EXPECT_EQ(narrow.body(), "   8  1.00    2.00\n");
}

TEST(FittedTable, LacksTheMostImportantLast) {
  FittedTable narrow = marked();
  EXPECT_EQ(narrow.fit(17), "Simple, bound");
  EXPECT_EQ(narrow.body(), "   8  1.00\n");
}

TEST(FittedTable, LeavesOutColumnsThatSayNothing) {
  FittedTable empty({{{"size", core::Align::Right}}, {{"choice", core::Align::Left}, 1}});
  empty.add_row({"8", "   -"});
  empty.add_row({"16", "-"});
  EXPECT_EQ(empty.fit(100), "");
  EXPECT_EQ(empty.body(), "   8\n  16\n");
}

TEST(FittedTable, NamesWhatIsLeftOutByBothLinesUnlessOneIsAUnit) {
  FittedTable pairs({{{"size", core::Align::Right, 6}},
                     {{"Tree  ", core::Align::Right, 9, "LL128  "}, 2},
                     {{"Tree  ", core::Align::Right, 9, "LL  "}, 1}});
  pairs.add_row({"8", "1.00  ", "2.00  "});
  EXPECT_EQ(pairs.fit(20), "Tree/LL128");
  EXPECT_EQ(left_out_line("Tree/LL128", 60), "# Without room here: Tree/LL128.\n");
  EXPECT_EQ(left_out_line("", 60), "");
}

}  // namespace fitted_table_test
}  // namespace treering::report
