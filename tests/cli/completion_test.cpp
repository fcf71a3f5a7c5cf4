#include "cli/completion.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace treering::cli {
namespace {

using ::testing::HasSubstr;

/// What bash completes after these words, by sourcing the script and calling its function.
std::string bash_completes(const std::string& words) {
  // Tests run side by side.
  const auto path = std::filesystem::temp_directory_path() /
                    ("treering_completion_" + std::to_string(getpid()) + ".sh");
  std::ofstream(path) << bash_completion() << "COMP_WORDS=(" << words << ")\n"
                      << "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_treering\n"
                      << "echo \"${COMPREPLY[*]}\"\n";
  std::string text;
  std::FILE* pipe = popen(("bash " + path.string() + " 2>&1").c_str(), "r");
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  pclose(pipe);
  std::filesystem::remove(path);
  return text;
}

class BashCompletion : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v bash >/dev/null 2>&1") != 0) GTEST_SKIP() << "no bash here";
  }
};

TEST_F(BashCompletion, Commands) {
  EXPECT_EQ(bash_completes("treering pre"), "predict\n");
}

TEST_F(BashCompletion, Options) {
  EXPECT_EQ(bash_completes("treering predict dgx-h100 --no"), "--nodes\n");
}

TEST_F(BashCompletion, Values) {
  EXPECT_EQ(bash_completes("treering predict dgx-h100 --format j"), "json\n");
  EXPECT_EQ(bash_completes("treering export x --to tun"), "tuner-csv\n");
  EXPECT_EQ(bash_completes("treering convert a b --to js"), "json\n");
}

TEST_F(BashCompletion, TheLastOfAList) {
  EXPECT_EQ(bash_completes("treering predict x -c all_reduce,bro"), "all_reduce,broadcast\n");
}

TEST_F(BashCompletion, Topologies) {
  EXPECT_THAT(bash_completes("treering show dgx-h"), HasSubstr("dgx-h100"));
}

}  // namespace
}  // namespace treering::cli
