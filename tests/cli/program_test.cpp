// The command line as its users meet it: exit codes, messages, files.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/cli/run.h"
#include "tests/support/peak_memory.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace program_test {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Program, AnyNcclTwoIsFollowedAsItsNearest) {
  const auto headed = [](const std::string& given) {
    return run("predict dgx-h100 -b 1M -e 1M --nccl " + given).out;
  };
  const std::string without = run("predict dgx-h100 -b 1M -e 1M").out;
  EXPECT_EQ(headed("2.28.9"), without);
  EXPECT_EQ(headed("2"), without);
}

TEST(Program, HelpIsShownWhereverItIsAskedFor) {
  EXPECT_EQ(run("help").out, run("--help").out);
  EXPECT_EQ(run("predict --help").out, run("help predict").out);
  EXPECT_EQ(run("predict --nodes 4 -h dgx-h100").out, run("help predict").out);
  EXPECT_EQ(run("predict --help").exit_code, 0);
}

TEST(Program, OutputGoesToAFile) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("treering_program_test_" + std::to_string(getpid()) + ".json");
  const Outcome outcome = run("predict dgx-h100 -b 1M -e 1M --format json -o " + path.string());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "");
  std::ifstream stream(path);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  EXPECT_EQ(text, run("predict dgx-h100 -b 1M -e 1M --format json").out);
  std::filesystem::remove(path);
}

TEST(Program, BoldIsForTerminalsOnly) {
  const std::string line = "predict dgx-h100 -b 64M -e 64M";
  EXPECT_THAT(run_on_terminal(line).out, HasSubstr("\x1b[1mNVLS"));
  EXPECT_THAT(run(line).out, Not(HasSubstr("\x1b")));
  // A file gets none either, wherever standard output goes.
  EXPECT_THAT(run_on_terminal("show dgx-h100 --format csv").out, Not(HasSubstr("\x1b")));
}

TEST(Program, QuietLeavesFiguresOnly) {
  const Outcome outcome = run("predict dgx-h100 -b 1M -e 2M --quiet");
  EXPECT_THAT(outcome.out, Not(HasSubstr("#")));
  EXPECT_THAT(outcome.out, HasSubstr("2097152"));
}

/// Runs the installed-to-be program itself; redirections may end `arguments`.
Outcome run_binary(const std::string& arguments) {
  const std::string command = std::string("{ " TREERING_BINARY " ") + arguments + "; } 2>&1";
  Outcome outcome;
  std::FILE* const pipe = popen(command.c_str(), "r");
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    outcome.out += static_cast<char>(c);
  }
  outcome.exit_code = WEXITSTATUS(pclose(pipe));
  return outcome;
}

int exit_code_of_binary(const std::string& arguments) {
  return run_binary(arguments).exit_code;
}

TEST(Program, AFullDiskIsNoticed) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  for (const std::string arguments : {"predict dgx-h100", "list", "--help", "--version"}) {
    const Outcome outcome = run_binary(arguments + " >/dev/full");
    EXPECT_EQ(outcome.exit_code, 4) << arguments;
    EXPECT_EQ(outcome.out,
              "treering: standard output: cannot be written: no space left on device\n")
        << arguments;
  }
  const Outcome file = run_binary("list -o /dev/full");
  EXPECT_EQ(file.exit_code, 4);
  EXPECT_EQ(file.out, "treering: /dev/full: cannot be written: no space left on device\n");
}

// The shell's limit stands for a disk that is full; man, convert and show write far more than that.
TEST(Program, AFullDiskLeavesTheOldFile) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/out.xml";
  for (const std::string& arguments :
       {"man -o " + path, "convert dgx-h100 " + path, "show dgx-h100 --svg " + path}) {
    std::ofstream(path) << "of yesterday\n";
    const Outcome outcome =
        run_binary("--version >/dev/null; ulimit -f 1; " TREERING_BINARY " " + arguments);
    EXPECT_EQ(outcome.exit_code, 4) << arguments;
    EXPECT_EQ(outcome.out, "treering: " + path +
                               ": cannot be written: file too large; the file that was there is "
                               "unchanged\n");
    std::ifstream stream(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), "of yesterday\n");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
  }
}

TEST(Program, AsManySizesAsAreAllowedStayWithinMemory) {
  if (test::kIsSanitized) GTEST_SKIP() << "a sanitizer keeps freed memory";
  const double before = test::peak_memory_mb();
  // Into a file, for what run() catches is copied.
  const auto path = std::filesystem::temp_directory_path() / "treering_many_sizes.json";
  const std::string call = "predict dgx-h100 -c all -b 1M -e 4G -i 1M --format json -o ";
  EXPECT_EQ(run(call + path.string()).exit_code, 0);
  std::filesystem::remove(path);
  EXPECT_LT(test::peak_memory_mb() - before, 200);
}

TEST(Program, TheBinaryEndsWithTheSameCodes) {
  EXPECT_EQ(exit_code_of_binary("--version"), 0);
  EXPECT_EQ(exit_code_of_binary("predict dgx-h100 -b 1M -e 1M"), 0);
  EXPECT_EQ(exit_code_of_binary("export dgx-h100 --model nccl --to env"), 1);
  EXPECT_EQ(exit_code_of_binary("predcit"), 2);
  EXPECT_EQ(exit_code_of_binary("show tests/cli/program_test.cpp"), 3);
}

}  // namespace program_test
}  // namespace treering::cli
