#include "gui/window/command_line.h"

#include <array>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::gui::window {
namespace command_line_test {

TEST(CommandLine, RepeatableOptionsTakeOneWordEach) {
  const std::array<std::string, 8> words{"--check", "a.log",         "--check",  "b.log",
                                         "--env",   "NCCL_PROTO=LL", "dgx-h100", "--nodes=2"};
  const auto parsed = parse_command_line(words);
  ASSERT_TRUE(parsed);
  const models::Question& question = std::get<Start>(*parsed).question;
  EXPECT_THAT(question.logs, ::testing::ElementsAre("a.log", "b.log"));
  EXPECT_EQ(question.job.topology, "dgx-h100");
  EXPECT_EQ(question.job.nodes, 2);
}

}  // namespace command_line_test
}  // namespace treering::gui::window
