// treering-gui on a machine without a display.
#include <cstdio>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

namespace treering::gui::window {
namespace display_test {

struct Outcome {
  int exit_code = 0;
  std::string err;
};

/// Starts the program in an environment that is changed by `settings`, as env(1) takes them.
Outcome started(const std::string& settings, const std::string& words) {
  const std::string command = "env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM " + settings +
                              " " TREERING_GUI_BINARY " " + words + " 2>&1 >/dev/null";
  Outcome outcome;
  std::FILE* const pipe = popen(command.c_str(), "r");
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    outcome.err += static_cast<char>(c);
  }
  const int status = pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

// Exit code 4: something of this machine is missing.
TEST(Display, WithoutOneASentenceNamesThePicture) {
  const Outcome outcome = started("", "dgx-h100");
  EXPECT_EQ(outcome.err,
            "treering-gui: the display: neither DISPLAY nor WAYLAND_DISPLAY is set; "
            "--screenshot FILE.png draws a picture without one\n");
  EXPECT_EQ(outcome.exit_code, 4);
}

TEST(Display, ThatDoesNotAnswerIsNamed) {
  const Outcome outcome = started("DISPLAY=:4711", "dgx-h100");
  EXPECT_THAT(outcome.err,
              ::testing::MatchesRegex("treering-gui: the display: cannot be opened \\(.*:4711\\); "
                                      "--screenshot FILE.png draws a picture without one\n"));
  EXPECT_EQ(outcome.exit_code, 4);
}

}  // namespace display_test
}  // namespace treering::gui::window
