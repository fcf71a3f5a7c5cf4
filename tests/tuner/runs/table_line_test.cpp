#include <gtest/gtest.h>

#include "tuner/runs/log_lines.h"
#include "tuner/runs/nccl_tests_table.h"

namespace treering::tuner::runs {
namespace table_line_test {

std::optional<TableColumns> heading(std::string_view line) {
  return parse_heading(words_of(line));
}

TEST(TableLine, HeadingsOfAllVersions) {
  const auto of_2017 = heading("# bytes N type op time algbw busbw res time algbw busbw res");
  ASSERT_TRUE(of_2017);
  EXPECT_EQ(of_2017->us_per_unit, 1e3);
  EXPECT_FALSE(of_2017->counts_wrong);
  const auto broadcast = heading("# bytes N type root time algbw busbw res");
  ASSERT_TRUE(broadcast);
  EXPECT_TRUE(broadcast->has_root);
  EXPECT_EQ(broadcast->figures, 4U);
  const auto of_2019 = heading("# size count type time algbw busbw error time algbw busbw error");
  ASSERT_TRUE(of_2019);
  EXPECT_FALSE(of_2019->has_root);
  EXPECT_FALSE(of_2019->counts_wrong);
  const auto now = heading(
      "# size count type redop root time algbw busbw #wrong time algbw busbw #wrong timestamp");
  ASSERT_TRUE(now);
  EXPECT_TRUE(now->has_root);
  EXPECT_TRUE(now->counts_wrong);
  EXPECT_EQ(now->figures, 8U);
  EXPECT_EQ(now->times, (std::vector<std::size_t>{0, 4}));
}

TEST(TableLine, HeadingsOfOptions) {
  const auto iterations = heading(
      "# size count type redop root time algbw busbw #wrong i_min i_max i_p99 i_cv% "
      "time algbw busbw #wrong i_min i_max i_p99 i_cv%");
  ASSERT_TRUE(iterations);
  EXPECT_EQ(iterations->figures, 16U);
  EXPECT_EQ(iterations->times, (std::vector<std::size_t>{0, 8}));
  EXPECT_TRUE(heading("# size count type redop root cputime algbw busbw #wrong")->is_cpu_time);
  EXPECT_FALSE(heading("# size count type redop root algbw busbw"));
  EXPECT_FALSE(heading("# (B) (elements) (us) (GB/s) (GB/s)"));
}

TEST(TableLine, ARowBeginsWithSizeCountAndType) {
  const auto row = [](std::string_view line) { return find_row(words_of(line)); };
  EXPECT_EQ(row("  1048576  262144  float  sum -1")->bytes, 1048576U);
  EXPECT_EQ(row("2025-01-02 12 13 pod-0 8 2 half none")->bytes, 8U);
  EXPECT_EQ(row("[1,0]<stdout>:8589934592 2147483648 float")->bytes, 8589934592U);
  EXPECT_FALSE(row("8 2 flaot")->has_known_type);
  EXPECT_FALSE(row("8 float sum"));
  EXPECT_FALSE(row("8.5 2.5 float"));
  EXPECT_FALSE(row("8 2 N/A"));
}

TEST(TableLine, FiguresAreCutOffFromHosts) {
  EXPECT_EQ(leading_figure("0node1:880:887"), "0");
  EXPECT_EQ(leading_figure("03767c65d25c4:880:887"), "0");
  EXPECT_EQ(leading_figure("12node1:880:887"), "12");
  EXPECT_EQ(leading_figure("0.5n"), "0.5");
  EXPECT_EQ(leading_figure("N/Anode1:880:887"), "N/A");
  EXPECT_EQ(leading_figure("node1:880:887"), "");
  EXPECT_EQ(leading_figure("-1node1:880:887"), "-1");
}

}  // namespace table_line_test
}  // namespace treering::tuner::runs
