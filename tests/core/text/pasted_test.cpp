#include "core/text/pasted.h"

#include <algorithm>
#include <string>
#include <utility>

#include <gmock/gmock.h>

namespace treering::core {
namespace pasted_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Pasted, TakesOffColoursHoweverTheyAreSpelt) {
  EXPECT_EQ(unwrapped("\t\x1b[4mGPU0\tGPU1\x1b[0m\n"), "\tGPU0\tGPU1\n");
  EXPECT_EQ(unwrapped("\t[4mGPU0\tGPU1[0m\n"), "\tGPU0\tGPU1\n");
  EXPECT_EQ(unwrapped("\\u001b[4mGPU0\\x1b[0m"), "GPU0");
  EXPECT_EQ(unwrapped("^[[1;31mGPU0^[[0m"), "GPU0");
  // A time, a list and a mount are no colours.
  EXPECT_EQ(unwrapped("took [5ms] of [3] at [1m]"), "took [5ms] of [3] at [1m]");
}

TEST(Pasted, TakesOffQuotationsAndBlanksOfWebPages) {
  EXPECT_EQ(unwrapped("> a\n> > b\n>c\n  > d\n"), "a\nb\nc\nd\n");
  EXPECT_EQ(unwrapped("&gt; a\xC2\xA0"
                      "b\r\n"),
            "a b\n");
  EXPECT_EQ(unwrapped("\xEF\xBB\xBFone"), "one");
  EXPECT_EQ(unwrapped(">>> print(1)\n"), ">>> print(1)\n");
  EXPECT_EQ(unwrapped("10 %\r20 %\rdone\n"), "done\n");
}

TEST(Pasted, TakesOffWhatPagesAdd) {
  EXPECT_EQ(unwrapped("<details><summary>topo</summary>\n<pre>\tGPU0\n</pre>\n"),
            "topo\n\tGPU0\n\n");
  EXPECT_EQ(unwrapped("<tr><td>GPU0</td><td class=\"x\">X</td></tr>"), "\tGPU0\t\tX\t");
  EXPECT_EQ(unwrapped("GPU0&nbsp;X&#160;NV4 mlx5\\_0 0\xE2\x80\x93"
                      "31\xE2\x80\x8B"),
            "GPU0 X NV4 mlx5_0 0-31");
  // Tags of launchers and of XML are none.
  for (const char* const text :
       {"[1,0]<stdout>:GPU0", "<pci busid=\"0\">", "a < b", "10.0.0.1<0>"}) {
    EXPECT_EQ(unwrapped(text), text);
  }
  EXPECT_TRUE(begins_as_page("\n<details>\n"));
  EXPECT_FALSE(begins_as_page("<system version=\"1\">"));
}

TEST(Pasted, JoinsTheCellsOfAMarkdownTable) {
  EXPECT_EQ(unwrapped("| | GPU0 |\n|--|:-:|\n| GPU0 | X |\n\n| 0 | x |\n"),
            "\tGPU0\n\nGPU0\tX\n\n| 0 | x |\n");
  // nvidia-smi's own table.
  const char* const own =
      "|   0  NVIDIA H100   On  |  00000000:18:00.0 Off |  0 |\n"
      "|=======================+======================+====|\n"
      "|-----------------------+----------------------+----|\n";
  EXPECT_EQ(unwrapped(own), own);
}

TEST(Pasted, LeavesWhatIsPlainUncopied) {
  std::string text = "host:1:2 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P\n| a | b |\n";
  const char* const own = text.data();
  EXPECT_EQ(unwrapped(std::move(text)).data(), own);
}

TEST(Pasted, KeepsTheNumberOfLines) {
  const char* const text = "> a\r\n\n|x|\n|-|\n\x1b[1m\nlast";
  const std::string plain = unwrapped(text);
  EXPECT_EQ(std::count(plain.begin(), plain.end(), '\n'), 5);
}

TEST(Pasted, KnowsCellsAndRulesOfMarkdown) {
  EXPECT_THAT(markdown_cells(" | a |  | b | "), ElementsAre("a", "", "b"));
  EXPECT_THAT(markdown_cells("| a"), IsEmpty());
  EXPECT_TRUE(is_markdown_rule("|---|:--:|"));
  EXPECT_FALSE(is_markdown_rule("|---+---|"));
  EXPECT_FALSE(is_markdown_rule("|   |"));
}

TEST(Pasted, FindsTagsOfLaunchers) {
  const auto mpi = without_launcher_tags("[1,3]<stdout>:GPU0\tX");
  EXPECT_EQ(mpi.tag, "[1,3]<stdout>");
  EXPECT_EQ(mpi.text, "GPU0\tX");
  EXPECT_EQ(without_launcher_tags("[1,3]<stderr>: a").text, "a");
  EXPECT_EQ(without_launcher_tags("[rank3]: Traceback").text, "Traceback");
  const auto ray = without_launcher_tags("(Core pid=1) (Worker pid=2, ip=10.0.0.1) a");
  EXPECT_EQ(ray.tag, "(Worker pid=2, ip=10.0.0.1)");
  EXPECT_EQ(ray.text, "a");
  EXPECT_EQ(without_launcher_tags("worker-0  | a").text, "a");
  EXPECT_EQ(without_launcher_tags("host1: a").text, "host1: a");
  EXPECT_EQ(without_launcher_tags("(see above) a").text, "(see above) a");
  EXPECT_EQ(without_launcher_tags("[0] NCCL INFO").text, "[0] NCCL INFO");
}

TEST(Pasted, FindsTagsThatOtherLinesBeginWithAsWell) {
  const auto host = without_any_tag("node-7.x: \tGPU0");
  EXPECT_EQ(host.tag, "node-7.x");
  EXPECT_EQ(host.text, "\tGPU0");
  EXPECT_EQ(without_any_tag("0:   GPU0").tag, "0");
  EXPECT_EQ(without_any_tag("0000:18:00.0 x").text, "0000:18:00.0 x");
  EXPECT_EQ(without_any_tag("two words: x").tag, "");
  EXPECT_EQ(without_any_tag("[1,0]<stdout>:n1: GPU0").tag, "n1");
}

}  // namespace pasted_test
}  // namespace treering::core
