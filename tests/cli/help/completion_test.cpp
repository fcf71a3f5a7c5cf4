#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "cli/help/help.h"

namespace treering::cli {
namespace completion_test {

using ::testing::HasSubstr;

/// What a shell command prints.
std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  pclose(pipe);
  return text;
}

bool has_program(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

/// A folder of this test's own: tests run side by side.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("treering_completion_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  /// The path of a new file.
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// What bash completes after these words, by sourcing the script and calling its function.
std::string bash_completes(const std::string& words) {
  const Folder folder;
  return output_of("bash " +
                   folder.file("complete.sh", bash_completion() + "COMP_WORDS=(" + words +
                                                  ")\n"
                                                  "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                                                  "_treering\n"
                                                  "echo \"${COMPREPLY[*]}\"\n"));
}

/// What fish offers for a line, without the descriptions.
std::string fish_completes(const std::string& line) {
  const Folder folder;
  const std::string script = folder.file("complete.fish", fish_completion());
  return output_of("HOME=" + folder.path() + " fish --no-config -c \"source " + script +
                   "; complete -C '" + line + "' | string replace -r '\\t.*' ''\"");
}

/// The start-up file of a zsh that completes $TREERING_LINE as soon as its line editor is ready,
/// writes each list of matches into the file "matches", and ends. Nothing is typed: what is typed
/// before the editor has the terminal is edited by the kernel.
constexpr const char* kZshStart = R"zsh(
fpath=($ZDOTDIR $fpath)
autoload -Uz compinit
compinit -u -D
compadd() {
  local -a all
  builtin compadd -A all "$@"
  print -r -- "$all" >>$ZDOTDIR/matches
  builtin compadd "$@"
}
zle-line-init() {
  BUFFER=$TREERING_LINE
  CURSOR=$#BUFFER
  zle complete-word
  exit
}
zle -N zle-line-init
)zsh";

/// Runs that zsh in a terminal of its own, to its end.
constexpr const char* kZshDriver = R"zsh(
zmodload zsh/zpty || exit 1
zpty shell zsh -d -i
while zpty -r shell printed; do :; done
)zsh";

/// The first matches that zsh finds for the end of a line.
std::string zsh_completes(const std::string& line) {
  const Folder folder;
  folder.file("_treering", zsh_completion());
  folder.file(".zshrc", kZshStart);
  const std::string driver = folder.file("driver.zsh", kZshDriver);
  const std::string zsh =
      "ZDOTDIR=" + folder.path() + " TREERING_LINE='" + line + "' timeout 60 zsh";
  output_of(zsh + " -f " + driver);
  return output_of("head -n 1 " + folder.path() + "/matches");
}

class BashCompletion : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_program("bash")) GTEST_SKIP() << "no bash here";
  }
};

TEST_F(BashCompletion, Commands) {
  EXPECT_EQ(bash_completes("treering pre"), "predict\n");
}

TEST_F(BashCompletion, Options) {
  EXPECT_EQ(bash_completes("treering predict dgx-h100 --no"),
            "--nodes --nodes-per-leaf --node-order\n");
}

TEST_F(BashCompletion, Values) {
  EXPECT_EQ(bash_completes("treering predict dgx-h100 --format j"), "json\n");
  EXPECT_EQ(bash_completes("treering export x --to tun"), "tuner-csv\n");
  EXPECT_EQ(bash_completes("treering convert a b --to js"), "json\n");
}

TEST_F(BashCompletion, TheLastOfAList) {
  EXPECT_EQ(bash_completes("treering predict x -c all_reduce,bro"), "all_reduce,broadcast\n");
}

TEST_F(BashCompletion, WordsForSeveral) {
  EXPECT_EQ(bash_completes("treering predict x -c tu"), "tuned\n");
  EXPECT_EQ(bash_completes("treering predict x --algo al"), "all\n");
}

TEST_F(BashCompletion, Topologies) {
  EXPECT_THAT(bash_completes("treering show dgx-h1"), HasSubstr("dgx-h100"));
}

class FishCompletion : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_program("fish")) GTEST_SKIP() << "no fish here";
  }
};

TEST_F(FishCompletion, CommandsOptionsAndValues) {
  EXPECT_EQ(fish_completes("treering pre"), "predict\n");
  EXPECT_EQ(fish_completes("treering predict dgx-h100 --no"), "--nodes\n");
  EXPECT_EQ(fish_completes("treering predict dgx-h100 --format j"), "json\n");
  EXPECT_EQ(fish_completes("treering show dgx-h1"), "dgx-h100\n");
}

TEST_F(FishCompletion, TheLastOfAList) {
  EXPECT_EQ(fish_completes("treering predict x -c bro"), "broadcast\n");
  EXPECT_EQ(fish_completes("treering predict x -c all_reduce,bro"), "all_reduce,broadcast\n");
  EXPECT_EQ(fish_completes("treering predict x --algo=Ring,NVLST"), "--algo=Ring,NVLSTree\n");
}

class ZshCompletion : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_program("zsh")) GTEST_SKIP() << "no zsh here";
    if (output_of("zsh -f -c 'zmodload zsh/zpty && zpty t true && echo yes'") != "yes\n") {
      GTEST_SKIP() << "this zsh has no terminal of its own (zpty)";
    }
  }
};

TEST_F(ZshCompletion, CommandsOptionsAndValues) {
  EXPECT_EQ(zsh_completes("treering pre"), "predict\n");
  EXPECT_EQ(zsh_completes("treering predict dgx-h100 --no"), "--nodes\n");
  EXPECT_EQ(zsh_completes("treering predict dgx-h100 --format j"), "json\n");
  EXPECT_EQ(zsh_completes("treering show dgx-h1"), "dgx-h100\n");
}

TEST_F(ZshCompletion, TheLastOfAList) {
  EXPECT_EQ(zsh_completes("treering predict x -c all_reduce,bro"), "broadcast\n");
}

}  // namespace completion_test
}  // namespace treering::cli
