// The commands of docs/guides run as they stand there, one after another in an empty folder. Those
// behind a prompt are compared with what they print (documents_test).
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/measure/launched.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace guide_commands_test {

namespace fs = std::filesystem;

const fs::path kGuides = "docs/guides";

std::vector<std::string> lines_of(const fs::path& guide) {
  std::ifstream stream(guide);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Lines of blocks of code that start with our program.
std::vector<std::string> commands_in(const fs::path& guide) {
  std::vector<std::string> commands;
  bool is_code = false;
  for (const std::string& line : lines_of(guide)) {
    if (line.starts_with("```")) is_code = !is_code;
    if (is_code && line.starts_with("treering ")) commands.push_back(line);
  }
  return commands;
}

/// Runs the commands of a guide in their order. \param instead what takes the place of an option's
/// value, so that the test takes seconds where the reader takes minutes
void run_all(const std::string& guide, const std::regex& long_part, const std::string& instead) {
  const support::TemporaryFolder folder;
  const fs::path output = fs::path(folder.path()) / "output";
  const std::string start = "cd " + folder.path() + " && ";
  const auto commands = commands_in(kGuides / guide);
  EXPECT_FALSE(commands.empty());
  for (const std::string& command : commands) {
    const std::string words = std::regex_replace(command.substr(9), long_part, instead);
    const std::string line = start + TREERING_BINARY " " + words + " >" + output.string() + " 2>&1";
    EXPECT_EQ(std::system(line.c_str()), 0) << words << ":\n"
                                            << ::testing::PrintToString(lines_of(output));
  }
}

TEST(Guides, BeginWithWhatIsToBeInstalled) {
  int checked = 0;
  for (const auto& entry : fs::directory_iterator(kGuides)) {
    if (entry.path().extension() != ".md") continue;
    const auto lines = lines_of(entry.path());
    ASSERT_GT(lines.size(), 2U);
    EXPECT_THAT(lines[2], ::testing::StartsWith("Install the package")) << entry.path();
    ++checked;
  }
  EXPECT_GE(checked, 2);
}

TEST(Guides, CommandsOfRingOrTreeRun) {
  run_all("ring-or-tree.md", std::regex("$^"), "");
}

TEST(Guides, CommandsOfTuneInTenMinutesRun) {
  if (!has_program("treering-worker-mpi")) GTEST_SKIP() << "built without Open MPI";
  const std::string shape = program("treering-shape") + " --rates 1 -- true >/dev/null 2>&1";
  if (std::system(shape.c_str()) != 0) GTEST_SKIP() << "no namespaces on this machine";
  run_all("tune-in-ten-minutes.md", std::regex("--samples 30"), "--samples 4");
}

}  // namespace guide_commands_test
}  // namespace treering::cli
