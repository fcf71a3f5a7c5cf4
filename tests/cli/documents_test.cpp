// What documents show as the program's output is what it prints.
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/run.h"

namespace treering::cli {
namespace {

struct Sample {
  std::string arguments;
  std::string output;
};

/// Blocks of a document that start with a command of ours behind a prompt.
std::vector<Sample> samples_in(const std::string& document) {
  const std::string prompt = "```\n$ build/release/bin/treering ";
  std::ifstream stream(document);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  std::vector<Sample> samples;
  for (auto at = text.find(prompt); at != std::string::npos; at = text.find(prompt, at + 1)) {
    const auto begin = at + prompt.size();
    const auto line_end = text.find('\n', begin);
    const auto end = text.find("```", line_end);
    samples.push_back(
        {text.substr(begin, line_end - begin), text.substr(line_end + 1, end - line_end - 1)});
  }
  return samples;
}

TEST(Documents, ShowWhatTheProgramPrints) {
  const std::vector<Sample> samples = samples_in("README.md");
  ASSERT_FALSE(samples.empty());
  for (const Sample& sample : samples) EXPECT_EQ(run(sample.arguments).out, sample.output);
}

}  // namespace
}  // namespace treering::cli
