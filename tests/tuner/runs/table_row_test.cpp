#include <gtest/gtest.h>

#include "tuner/runs/log_lines.h"
#include "tuner/runs/nccl_tests_table.h"

namespace treering::tuner::runs {
namespace table_row_test {

TableLine line(std::string_view text, bool is_torn = false) {
  return {words_of(text), is_torn};
}

TableRow row(const TableLine& first, const TableColumns& columns = {}) {
  return {first, *find_row(first.words), columns};
}

TEST(TableRow, TakesFiguresFromLaterLines) {
  TableRow torn = row(line("0: 1024 256 float sum -1node1:1:2 [0]", true));
  EXPECT_FALSE(torn.is_whole());
  EXPECT_FALSE(torn.take(line("0: node1:1:2 [0]", true)));
  EXPECT_FALSE(torn.take(line("0: 20.48 is what it took")));
  EXPECT_TRUE(torn.take(line("0: 20.48 0.05 0.05 0node1:1:2 [0]", true)));
  EXPECT_FALSE(torn.is_whole());
  EXPECT_TRUE(torn.take(line("0: 10.24 0.10 0.10 3")));
  EXPECT_TRUE(torn.is_whole());
  EXPECT_FALSE(torn.take(line("0: 1 2 3 4")));
  const ParsedRow parsed = torn.parsed();
  EXPECT_EQ(parsed.problem, "");
  EXPECT_EQ(parsed.out_of_place.time_us->value, 20.48);
  EXPECT_EQ(parsed.in_place.time_us->value, 10.24);
  EXPECT_EQ(parsed.row.wrong, 3U);
}

TEST(TableRow, CountsWhatIsMissing) {
  EXPECT_EQ(row(line("8 2 float sum -1 1.0 2.0 3.0 0 1.0 2.0")).parsed().problem,
            "a row that ends after 6 of 8 figures");
  // Half a row counts where a heading says how many figures there are.
  EXPECT_EQ(row(line("8 2 float sum 7 100 2.0 3.0")).parsed().problem,
            "a row that ends after 4 of 8 figures");
  EXPECT_EQ(row(line("8 2 float sum -1 1 2 3 0 1 2 3 0 4")).parsed().problem,
            "more than 8 figures in a row");
}

TEST(TableRow, RootsAndOperationsMayBeLeftOut) {
  for (const char* text : {"8 2 float 1 0 0 0 2 0 0 0", "8 2 float sum 1 0 0 0 2 0 0 0",
                           "8 2 float 7 1 0 0 0 2 0 0 0", "8 2 float none -1 1 0 0 0 2 0 0 N/A"}) {
    const ParsedRow parsed = row(line(text)).parsed();
    EXPECT_EQ(parsed.problem, "") << text;
    EXPECT_EQ(parsed.out_of_place.time_us->value, 1) << text;
    EXPECT_EQ(parsed.in_place.time_us->value, 2) << text;
  }
}

}  // namespace table_row_test
}  // namespace treering::tuner::runs
