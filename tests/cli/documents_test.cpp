// What documents show as the program's output is what it prints.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/run.h"
#include "tests/support/golden.h"

namespace treering::cli {
namespace documents_test {

namespace fs = std::filesystem;

constexpr const char* kProgram = "build/release/bin/treering";

struct Sample {
  std::string command;
  std::string output;
};

/// Blocks of a document that start with a command of ours behind a prompt.
std::vector<Sample> samples_in(const fs::path& document) {
  const std::string fence = "```";
  const std::string prompt = fence + "\n$ ";
  std::ifstream stream(document);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  std::vector<Sample> samples;
  for (auto at = text.find(prompt + kProgram); at != std::string::npos;
       at = text.find(prompt + kProgram, at + 1)) {
    const auto begin = at + prompt.size();
    const auto line_end = text.find('\n', begin);
    const auto end = text.find(fence, line_end);
    samples.push_back(
        {text.substr(begin, line_end - begin), text.substr(line_end + 1, end - line_end - 1)});
  }
  return samples;
}

/// What the command prints with the program of this build.
std::string output_of(std::string command) {
  command.replace(0, std::string(kProgram).size(), "env -u COLUMNS " TREERING_BINARY);
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  pclose(pipe);
  return text;
}

TEST(Documents, ShowWhatTheProgramPrints) {
  std::vector<fs::path> documents{"README.md"};
  for (const auto& entry : fs::recursive_directory_iterator("docs")) {
    if (entry.path().extension() == ".md") documents.push_back(entry.path());
  }
  std::size_t compared = 0;
  for (const fs::path& document : documents) {
    for (const Sample& sample : samples_in(document)) {
      EXPECT_EQ(output_of(sample.command), sample.output) << document << ": " << sample.command;
      ++compared;
    }
  }
  EXPECT_GE(compared, 10U);
}

// The picture in README.md; --update-golden draws it anew.
TEST(Documents, DrawingGoldenIsWhatTheProgramDraws) {
  const Outcome drawing = run("show dgx-h100 --svg -");
  EXPECT_EQ(drawing.exit_code, 0) << drawing.err;
  testing::expect_golden("../../docs/dgx-h100.svg", drawing.out);
}

}  // namespace documents_test
}  // namespace treering::cli
