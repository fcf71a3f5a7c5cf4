#include "gui/window/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::gui::window {
namespace command_line_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

models::Question question_of(const std::vector<std::string>& words) {
  const auto parsed = parse_command_line(words);
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().message());
  const Start* const start = parsed ? std::get_if<Start>(&*parsed) : nullptr;
  return start == nullptr ? models::Question() : start->question;
}

TEST(CommandLine, RepeatableOptionsTakeOneValueEachTime) {
  const auto question = question_of(
      {"--env", "NCCL_ALGO=ring", "--fault", "0/mlx5_0=0.5", "--check", "run.log", "dgx-h100"});
  EXPECT_EQ(question.job.topology, "dgx-h100");
  EXPECT_THAT(question.job.variables.env, ElementsAre("NCCL_ALGO=ring"));
  EXPECT_EQ(question.faults.size(), 1U);
  EXPECT_THAT(question.logs, ElementsAre("run.log"));
}

TEST(CommandLine, TakesOptionsAgainAndAgain) {
  const auto question =
      question_of({"dgx-h100", "--env", "NCCL_ALGO=ring", "--env", "NCCL_PROTO=LL", "--fault",
                   "0/mlx5_0=0.5", "--fault", "rank7=+50us"});
  EXPECT_THAT(question.job.variables.env, ElementsAre("NCCL_ALGO=ring", "NCCL_PROTO=LL"));
  EXPECT_EQ(question.faults.size(), 2U);
}

std::string refusal_of(const std::vector<std::string>& words) {
  const auto parsed = parse_command_line(words);
  if (parsed) return "";
  EXPECT_EQ(parsed.error().category, core::Category::Usage);
  return parsed.error().message();
}

TEST(CommandLine, TakesAProfile) {
  EXPECT_EQ(question_of({"--profile", "own.json", "dgx-h100"}).time_model.profile, "own.json");
}

TEST(CommandLine, HelpHasDefaultsLessonsAndExamples) {
  const auto parsed = parse_command_line(std::vector<std::string>{"--help"});
  ASSERT_TRUE(parsed);
  const std::string& help = std::get<Text>(*parsed).text;
  for (const char* part : {"else all_reduce", "two-trees", "Examples", "--nodes 4"}) {
    EXPECT_THAT(help, HasSubstr(part));
  }
}

TEST(CommandLine, TheManualPageHasEveryOption) {
  const auto parsed = parse_command_line(std::vector<std::string>{"--man"});
  ASSERT_TRUE(parsed);
  const std::string& page = std::get<Text>(*parsed).text;
  EXPECT_THAT(page, ::testing::StartsWith(".TH TREERING\\-GUI 1 \""));
  for (const char* part :
       {"\n.B \\-c,\\-\\-collective\n", "\n.B \\-\\-screenshot\n", "\n.B TOPOLOGY\n",
        ".SH EXAMPLES\n", "  treering\\-gui dgx\\-h100 \\-\\-nodes 4\n"}) {
    EXPECT_THAT(page, HasSubstr(part));
  }
}

TEST(CommandLine, ErrorsDoNotRepeatTheName) {
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"--time", "abc"}, {"--bogus"}, {"--frames", "1"}}) {
    EXPECT_THAT(refusal_of(words), ::testing::Not(HasSubstr("treering-gui:"))) << words[0];
    EXPECT_THAT(refusal_of(words), HasSubstr("see treering-gui --help")) << words[0];
  }
}

TEST(CommandLine, AnimatesOnlyWhatMoves) {
  EXPECT_THAT(refusal_of({"--animation", "x.html", "--view", "charts", "dgx-h100"}),
              HasSubstr("nothing moves in the view charts, expected --view algorithm, compare"));
  EXPECT_EQ(refusal_of({"--animation", "x.html", "--view", "compare", "dgx-h100"}), "");
  const auto parsed =
      parse_command_line(std::vector<std::string>{"--animation", "x.html", "summit"});
  ASSERT_TRUE(parsed);
  EXPECT_EQ(std::get<Start>(*parsed).view, QStringLiteral("algorithm"));
}

TEST(CommandLine, RefusesWhatItCannotShow) {
  EXPECT_THAT(refusal_of({"--time", "nan"}), HasSubstr("expected a moment in us, from 0 on"));
  EXPECT_THAT(refusal_of({"--time", "-5"}), HasSubstr("expected a moment in us, from 0 on"));
  EXPECT_EQ(refusal_of({"--time", "0"}), "");
  EXPECT_THAT(refusal_of({"--lesson", "two-trees:99"}), HasSubstr("expected a step from 1 to"));
  EXPECT_THAT(refusal_of({"--lesson", "two-trees:x"}), HasSubstr("expected a step from 1 to"));
  EXPECT_THAT(refusal_of({"--lesson", "none"}), HasSubstr("two-trees"));
  EXPECT_EQ(refusal_of({"--lesson", "two-trees:2"}), "");
  EXPECT_THAT(refusal_of({"--view", "none"}), HasSubstr("expected topology, algorithm"));
  EXPECT_THAT(refusal_of({"--size", "640x480"}), HasSubstr("expected WxH from 800x600"));
  EXPECT_EQ(refusal_of({"--size", "800x600"}), "");
  EXPECT_THAT(refusal_of({"--algo", ""}), HasSubstr("found ''"));
  EXPECT_THAT(refusal_of({"--proto", ""}), HasSubstr("found ''"));
  EXPECT_THAT(refusal_of({"--animation", "x.gif"}), HasSubstr("ends in .html"));
}

}  // namespace command_line_test
}  // namespace treering::gui::window
