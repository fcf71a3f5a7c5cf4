#include "core/text/table.h"

#include <gtest/gtest.h>

#include "core/assert.h"

namespace treering::core {
namespace table_test {

TEST(TextTable, WidthIsWhatATerminalShows) {
  EXPECT_EQ(display_width("time"), 4U);
  EXPECT_EQ(display_width("µs"), 2U);                  // µ is two bytes
  EXPECT_EQ(display_width("\x1b[1mbold\x1b[0m"), 4U);  // escapes take no space
}

TEST(TextTable, PaddingKeepsLongTexts) {
  EXPECT_EQ(padded("ab", 4, Align::Right), "  ab");
  EXPECT_EQ(padded("ab", 4, Align::Left), "ab  ");
  EXPECT_EQ(padded("abcde", 4, Align::Left), "abcde");
}

TEST(TextTable, ColumnsAreAsWideAsTheirWidestCell) {
  TextTable table({{"size", Align::Right, 0, "(B)"}, {"choice", Align::Left, 0, ""}});
  table.add_row({"1048576", "Ring"});
  table.add_row({"8", "NVLSTree/Simple"});
  // 1048576 is 7 wide, so "size" has 3 spaces before it; two spaces separate columns.
  EXPECT_EQ(table.heading(), "   size  choice\n    (B)\n");
  EXPECT_EQ(table.body(), "1048576  Ring\n      8  NVLSTree/Simple\n");
}

TEST(TextTable, LeadReplacesSpacesOnly) {
  TextTable table({{"size", Align::Right, 6, ""}});
  EXPECT_EQ(table.heading("#"), "# size\n");
  TextTable full({{"size", Align::Right, 0, ""}});
  EXPECT_EQ(full.heading("#"), "#size\n");
}

TEST(TextTable, RowsHaveACellForEachColumn) {
  TextTable table({{"a"}, {"b"}});
  EXPECT_THROW(table.add_row({"1"}), core::AssertionFailure);
}

TEST(TextTable, ColumnsMayStandCloser) {
  TextTable table({{"a", Align::Left}, {"b", Align::Left}}, 1);
  table.add_row({"xy", "z"});
  EXPECT_EQ(table.heading() + table.body(), "a  b\nxy z\n");
}

TEST(Wrapped, CountsColumnsAndNotBytes) {
  // "⟨nodes⟩" takes seven columns and eleven bytes.
  EXPECT_EQ(wrapped("give ⟨nodes⟩ now", 12, 2), "give ⟨nodes⟩\n  now");
  EXPECT_EQ(wrapped("give ⟨nodes⟩ now", 11, 2), "give\n  ⟨nodes⟩ now");
}

}  // namespace table_test
}  // namespace treering::core
