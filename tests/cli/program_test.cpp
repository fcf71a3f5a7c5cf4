// The command line as its users meet it: exit codes, messages, files.
#include "cli/program.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/cli/run.h"
#include "tests/support/peak_memory.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace program_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// What a wrong command line ends with.
void expect_usage_error(const std::string& line, const std::string& message) {
  const Outcome outcome = run(line);
  EXPECT_EQ(outcome.exit_code, 2) << line;
  EXPECT_EQ(outcome.out, "") << line;
  EXPECT_EQ(outcome.err, "treering: " + message + "\n") << line;
}

TEST(Program, WithoutACommandItSaysWhereHelpIs) {
  expect_usage_error("", "command missing; see treering --help");
}

TEST(Program, SuggestsCommands) {
  expect_usage_error("predcit dgx-h100", "unknown command 'predcit'; did you mean 'predict'");
  expect_usage_error("frobnicate", "unknown command 'frobnicate'; see treering --help");
}

TEST(Program, SuggestsOptions) {
  expect_usage_error("predict dgx-h100 --nodse 4",
                     "predict: unknown option '--nodse'; did you mean '--nodes'");
  expect_usage_error("predict dgx-h100 --nodse=4",
                     "predict: unknown option '--nodse'; did you mean '--nodes'");
  expect_usage_error("predict dgx-h100 -z",
                     "predict: unknown option '-z'; see treering predict --help");
}

TEST(Program, MissingPartsAreNamed) {
  EXPECT_THAT(run("predict").err, HasSubstr("predict: TOPOLOGY missing, expected a built-in"));
  expect_usage_error("predict dgx-h100 --nodes",
                     "--nodes: value missing, expected N; see treering predict --help");
  EXPECT_THAT(run("export dgx-h100").err, HasSubstr("--to missing"));
}

TEST(Program, ATopologyThatIsNotThereIsBadInputHoweverItIsSpelt) {
  for (const std::string name : {"dgx-h10", "nothing", "./nothing", "nothing.xml", "/no/where"}) {
    EXPECT_EQ(run("show " + name).exit_code, 3) << name;
  }
  EXPECT_THAT(run("show dgx-h10").err, HasSubstr("did you mean 'dgx-h100'"));
}

TEST(Program, BarrierIsExplained) {
  const std::string message =
      "--collective: NCCL has no barrier; frameworks send an all_reduce of one element: -c "
      "all_reduce -b 4";
  expect_usage_error("predict dgx-h100 -c barrier", message);
  expect_usage_error("explain dgx-h100 -c barrier", message);
  expect_usage_error("export dgx-h100 --to env -c all_reduce,barrier", message);
}

TEST(Program, EmptyValuesAreRefused) {
  std::ostringstream out;
  std::ostringstream err;
  for (const std::string option : {"--nccl", "-c", "--algo", "--devices", "--format", "-o"}) {
    const int code = run_program({"predict", "dgx-h100", "-b", "1M", "-e", "1M", option, ""},
                                 {out, err, Display{}});
    EXPECT_EQ(code, 2) << option;
  }
}

TEST(Program, NothingFollowsVersionAndHelp) {
  expect_usage_error("--version --foo", "--version: unexpected argument '--foo', expected none");
  expect_usage_error("help show all",
                     "help: unexpected argument 'all', expected at most a command");
}

TEST(Program, NumbersAreChecked) {
  expect_usage_error("predict dgx-h100 --nodes 0",
                     "--nodes: found '0', expected a whole number from 1 to 262144");
  EXPECT_EQ(run("predict dgx-h100 --nodes 1x").exit_code, 2);
  EXPECT_EQ(run("predict dgx-h100 --gpus-per-node 9").exit_code, 2);
  EXPECT_EQ(run("predict dgx-h100 --devices 0,0").exit_code, 2);
  EXPECT_EQ(run("predict dgx-h100 --devices 0,77").exit_code, 2);
  EXPECT_EQ(run("predict dgx-h100 -b 1M -e 1K").exit_code, 2);
  EXPECT_EQ(run("predict dgx-h100 -b 0").exit_code, 2);
  EXPECT_EQ(run("predict dgx-h100 -f 1").exit_code, 2);
  EXPECT_EQ(run("predict dgx-h100 -i 1").exit_code, 2);  // 2^33 sizes
  EXPECT_EQ(run("predict dgx-h100 -f 2 -i 8").exit_code, 2);
  expect_usage_error("predict dgx-h100 --nccl 1.0",
                     "--nccl: '1.0' is no version of NCCL 2, expected one such as 2.28.9 or 2.21");
  EXPECT_EQ(run("predict dgx-h100 --nccl 2.x").exit_code, 2);
}

TEST(Program, AnyNcclTwoIsFollowedAsItsNearest) {
  const auto headed = [](const std::string& given) {
    return run("predict dgx-h100 -b 1M -e 1M --nccl " + given);
  };
  const std::string without = run("predict dgx-h100 -b 1M -e 1M").out;
  EXPECT_EQ(headed("2.28.9").out, without);
  EXPECT_EQ(headed("2").out, without);
  EXPECT_THAT(headed("2.21").out, HasSubstr("8 ranks, NCCL 2.21.5\n"));
  EXPECT_THAT(headed("2.21").err, Not(HasSubstr("NCCL")));
  EXPECT_THAT(headed("2.20.5").out, HasSubstr("8 ranks, NCCL 2.20.3\n"));
  EXPECT_THAT(headed("2.20.5").err, HasSubstr("note: NCCL 2.20.5 has the tables of 2.20.3\n"));
  EXPECT_THAT(headed("2.4").err, HasSubstr("note: NCCL 2.4 is not known; the nearest is 2.12.7\n"));
}

TEST(Program, TheReductionIsNotTheOutputFile) {
  // nccl-tests writes -o sum.
  expect_usage_error("predict dgx-h100 -o sum",
                     "--output: 'sum' is a reduction, expected FILE; write --op sum for the "
                     "reduction, -o ./sum for a file of that name");
}

TEST(Program, HelpIsShownWhereverItIsAskedFor) {
  EXPECT_THAT(run("--help").out, StartsWith("treering shows which collective algorithm"));
  EXPECT_EQ(run("help").out, run("--help").out);
  EXPECT_EQ(run("predict --help").out, run("help predict").out);
  EXPECT_EQ(run("predict --nodes 4 -h dgx-h100").out, run("help predict").out);
  EXPECT_EQ(run("predict --help").exit_code, 0);
}

TEST(Program, VersionNamesTheNcclVersionsFollowed) {
  const Outcome outcome = run("--version");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, AllOf(StartsWith("treering "),
                                 HasSubstr("follows NCCL 2.28.9 (with --nccl 2.12.7 to")));
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

TEST(Program, AFileThatCannotBeWrittenIsNamed) {
  const Outcome outcome = run("man -o /nowhere/treering.1");
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_THAT(outcome.err,
              HasSubstr("/nowhere/treering.1: cannot be written: no such file or directory"));
}

TEST(Program, AFolderIsNoFileToWrite) {
  const Outcome outcome = run("man -o /");
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_EQ(outcome.err, "treering: /: cannot be written: is a directory\n");
  EXPECT_EQ(run("convert pcie-4 /nowhere/machine.json").exit_code, 4);
}

TEST(Program, BoldIsForTerminalsOnly) {
  const std::string line = "predict dgx-h100 -b 1M -e 1M";
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

TEST(Program, TellsWhereNcclFindsNoTree) {
  // NVIDIA/nccl issue 1876 has NCCL's line from that machine: "Pattern 1, crossNic 0, nChannels 1,
  // bw 0.100000/0.100000, type SYS/SYS".
  for (const std::string command :
       {"show leonardo --nodes 2 --graphs", "predict leonardo --nodes 2",
        "explain leonardo --nodes 2 -b 1G"}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.err,
              "note: NCCL's search finds no tree here and falls back to one channel of 0.1 "
              "GB/s in simple order\n")
        << command;
  }
  EXPECT_EQ(run("predict leonardo --nodes 1").err, "");
}

TEST(Program, RefusingToExportIsNoError) {
  const Outcome outcome = run("export dgx-h100 --nodes 4 --model nccl --to env");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("nothing written"), HasSubstr("tuner-csv")));
  EXPECT_THAT(outcome.err, HasSubstr("all_reduce: of the settings that change a choice, this loses "
                                     "least:\n    NCCL_ALGO=allreduce:tree,ring\n    takes "));
  EXPECT_THAT(outcome.err, HasSubstr("at worst 1.286 times (at 16 MiB)"));
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
