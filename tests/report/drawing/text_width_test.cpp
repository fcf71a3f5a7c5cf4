#include "report/drawing/text_width.h"

#include <gtest/gtest.h>

namespace treering::report::drawing {
namespace text_width_test {

TEST(TextWidth, GrowsWithTextAndSize) {
  EXPECT_GT(text_width("GPU 10", 10), text_width("GPU 1", 10));
  EXPECT_DOUBLE_EQ(text_width("GPU 0", 20), 2 * text_width("GPU 0", 10));
  EXPECT_DOUBLE_EQ(text_width("µ", 10), 10);  // two bytes, one letter
}

TEST(TextWidth, FittedKeepsWhatFits) {
  EXPECT_EQ(fitted("mlx5_0", 100, 10), "mlx5_0");
  const std::string cut = fitted("a very long name of an adapter", 60, 10);
  EXPECT_TRUE(cut.ends_with("…"));
  EXPECT_LE(text_width(cut, 10), 60);
  EXPECT_EQ(fitted("anything", 3, 10), "");
}

TEST(TextWidth, FittedCutsBetweenLetters) {
  // 10 px a letter, the ellipsis as well: two letters are left.
  EXPECT_EQ(fitted("µµµµ", 30, 10), "µµ…");
}

TEST(TextWidth, FittedEndsKeepsTheNumbersApart) {
  EXPECT_EQ(fitted_ends("spine-02", 100, 10), "spine-02");
  const std::string one = fitted_ends("A10-P1-IBSPINE-02", 88, 11);
  const std::string other = fitted_ends("B10-P1-IBSPINE-03", 88, 11);
  EXPECT_TRUE(one.starts_with("A") && one.ends_with("-02")) << one;
  EXPECT_TRUE(other.starts_with("B") && other.ends_with("-03")) << other;
  EXPECT_LE(text_width(one, 11), 88);
  EXPECT_EQ(fitted_ends("µµµµµµ", 40, 10), "µ…µµ");
  EXPECT_EQ(fitted_ends("anything", 3, 10), "");
}

TEST(TextWidth, TheModelOfAGpuIsKept) {
  EXPECT_EQ(fitted_model("GeForce RTX 3090", 200, 9), "GeForce RTX 3090");
  EXPECT_EQ(fitted_model("GeForce RTX 3090", 78, 9), "RTX 3090");
  EXPECT_EQ(fitted_model("NVIDIA GeForce RTX 2080 Ti", 78, 9), "RTX 2080 Ti");
  EXPECT_EQ(fitted_model("NVIDIA GeForce RTX 2080 Ti", 50, 9), "2080 Ti");
  EXPECT_EQ(fitted_model("Tesla V100-SXM2-32GB", 110, 9), "V100-SXM2-32GB");
  // Other texts are cut as they are.
  EXPECT_EQ(fitted_model("NUMA node 0, CPUs 0-15", 78, 9), fitted("NUMA node 0, CPUs 0-15", 78, 9));
  EXPECT_TRUE(fitted_model("NVIDIA", 20, 9).ends_with("…"));
}

TEST(TextWidth, LinesBreakAtBlanks) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(in_lines("PCI switch 0 GPU side", 92, 11, 2), (Lines{"PCI switch 0", "GPU side"}));
  EXPECT_EQ(in_lines("GPU 0 of tray 0", 92, 11, 2), (Lines{"GPU 0 of", "tray 0"}));
  EXPECT_EQ(in_lines("", 92, 11, 2), Lines());
}

TEST(TextWidth, LinesBreakBetweenJoinedAdapters) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(in_lines("mlx5_4+mlx5_5", 60, 11, 2), (Lines{"mlx5_4+", "mlx5_5"}));
  EXPECT_EQ(in_lines("mlx5_4+mlx5_5", 200, 11, 2), (Lines{"mlx5_4+mlx5_5"}));
}

}  // namespace text_width_test
}  // namespace treering::report::drawing
