// The sentences of the program, in pages under tests/golden/cli: what it refuses (refused/), and
// what it adds to its figures (said/). A page is a list of commands as in a shell, with what each
// prints below it, and is its own list: a new command is a line "$ treering ..." in a page, which
// --update-golden completes. Pages are read as they are, so a sentence stands in one of them and in
// no test.
//
// - A line "=== ..." is a heading.
// - Commands right below each other print the same.
// - "exit N" stands below a command that does not end with 0.
// - What ends with 0 or 1 prints on standard output, and what fails on standard error; lines of the
//   other one follow a line that says so, unless >/dev/null or 2>/dev/null left only one.
// - "| grep [-A N] TEXT", "| head -N" and "| tail -N" choose lines of standard output as they do in
//   a shell. TEXT is no pattern.
// - Variables before "treering" are set while it runs; COLUMNS is the width of the display.
// - Files of commands are in tests/data/pages.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"
#include "tests/support/emulated_gpus.h"
#include "tests/support/golden.h"
#include "tests/support/test_name.h"

namespace treering::cli {
namespace golden_pages_test {

using Words = std::vector<std::string>;

constexpr std::array kPages{
    "refused/command_line",
    "refused/export",
    "refused/hosts",
    "refused/machines",
    "refused/measure_and_tune",
    "refused/measured",
    "refused/predict",
    "refused/simulate",
    "said/adapters",
    "said/calibrate",
    "said/channels",
    "said/check",
    "said/check_hosts",
    "said/doctor",
    "said/environment",
    "said/explain",
    "said/export",
    "said/failed_search",
    "said/fleet",
    "said/guesses",
    "said/hosts",
    "said/machines",
    "said/measure_and_tune",
    "said/predict",
    "said/report",
    "said/simulate",
};

constexpr std::string_view kCommandMark = "$ ";
constexpr std::string_view kHeadingMark = "=== ";

struct Command {
  std::map<std::string, std::string> variables;
  std::optional<std::size_t> width;
  Words words;
  std::vector<Words> filters;
  bool has_out = true;
  bool has_err = true;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Words between blanks; single quotes keep blanks within a word, or make an empty one.
Words split(std::string_view line) {
  Words words;
  bool is_quoted = false;
  bool is_open = false;
  for (const char c : line) {
    const bool is_end = c == ' ' && !is_quoted;
    if (c == '\'') is_quoted = !is_quoted;
    if (!is_end && !is_open) words.emplace_back();
    is_open = !is_end;
    if (!is_end && c != '\'') words.back() += c;
  }
  EXPECT_FALSE(is_quoted) << line;
  return words;
}

/// Takes one word of a command; after "|" they are words of a filter.
void take(const std::string& word, Command& command) {
  if (word == "|") {
    command.filters.emplace_back();
  } else if (!command.filters.empty()) {
    command.filters.back().push_back(word);
  } else if (word == ">/dev/null") {
    command.has_out = false;
  } else if (word == "2>/dev/null") {
    command.has_err = false;
  } else {
    command.words.push_back(word);
  }
}

/// \param line without the mark
Command parse_command(std::string_view line) {
  Command command;
  Words words = split(line);
  const auto program = std::ranges::find(words, "treering");
  EXPECT_NE(program, words.end()) << line;
  if (program == words.end()) return command;
  for (auto one = words.begin(); one != program; ++one) {
    const std::size_t equals = one->find('=');
    const std::string name = one->substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : one->substr(equals + 1);
    if (name == "COLUMNS") {
      command.width = std::stoul(value);
    } else {
      command.variables[name] = value;
    }
  }
  for (auto one = program + 1; one != words.end(); ++one) take(*one, command);
  return command;
}

/// Lines with `text` and `after` lines behind each; groups that do not touch have "--" between
/// them where lines are shown behind, as those of grep have.
std::vector<std::string> grep(const std::vector<std::string>& lines, const std::string& text,
                              std::size_t after) {
  std::vector<std::string> found;
  std::size_t end = 0;  // of the lines that are shown
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find(text) != std::string::npos) {
      if (after > 0 && i > end && !found.empty()) found.emplace_back("--");
      end = std::max(end, i + 1 + after);
    }
    if (i < end) found.push_back(lines[i]);
  }
  return found;
}

std::vector<std::string> filtered(std::vector<std::string> lines, const Words& filter) {
  const std::string& name = filter.front();
  if (name == "grep" && filter.size() == 2) return grep(lines, filter[1], 0);
  if (name == "grep" && filter.size() == 4 && filter[1] == "-A") {
    return grep(lines, filter[3], std::stoul(filter[2]));
  }
  const bool is_cut = (name == "head" || name == "tail") && filter.size() == 2;
  EXPECT_TRUE(is_cut) << "unknown filter " << name;
  if (!is_cut) return {};
  const std::size_t count = std::min(lines.size(), std::stoul(filter[1].substr(1)));
  const auto rest = static_cast<std::ptrdiff_t>(lines.size() - count);
  if (name == "head") lines.erase(lines.end() - rest, lines.end());
  if (name == "tail") lines.erase(lines.begin(), lines.begin() + rest);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// The lines below a command.
std::string answer(const Command& command) {
  const support::Variables variables(command.variables);
  const Outcome outcome = run_words(command.words, command.width);
  std::vector<std::string> out_lines = lines_of(command.has_out ? outcome.out : "");
  for (const Words& filter : command.filters) out_lines = filtered(std::move(out_lines), filter);
  const std::string out = joined(out_lines);
  const std::string err = command.has_err ? joined(lines_of(outcome.err)) : "";
  std::string text = outcome.exit_code == 0 ? "" : fmt::format("exit {}\n", outcome.exit_code);
  const bool is_failed = outcome.exit_code > 1;
  if (!out.empty()) text += (is_failed && command.has_err ? "standard output:\n" : "") + out;
  if (!err.empty()) text += (!is_failed && command.has_out ? "standard error:\n" : "") + err;
  // One empty line is between commands.
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

/// A heading, or commands that print the same, and what they print.
struct Part {
  std::string lines;
  std::string answer;
};

/// The page with the present output of its commands.
std::vector<Part> parts_of(const std::string& page) {
  std::vector<Part> parts;
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with(kHeadingMark)) parts.push_back({line + "\n", ""});
    if (!line.starts_with(kCommandMark)) continue;
    const std::string now = answer(parse_command(line.substr(kCommandMark.size())));
    const bool is_same = !now.empty() && !parts.empty() && parts.back().answer == now;
    if (!is_same) parts.push_back({"", now});
    parts.back().lines += line + "\n";
  }
  return parts;
}

/// The page again, with what its commands print now.
std::string refreshed(const std::string& page) {
  std::string text;
  for (const Part& part : parts_of(page)) {
    text += (text.empty() ? "" : "\n") + part.lines + part.answer;
  }
  return text;
}

std::string text_of_page(const std::string& name) {
  std::ifstream stream("tests/golden/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class GoldenPage : public ::testing::TestWithParam<const char*> {};

TEST_P(GoldenPage, SaysWhatTheProgramPrints) {
  const std::string name = fmt::format("cli/{}.txt", GetParam());
  const std::string page = text_of_page(name);
  EXPECT_NE(page.find(kCommandMark), std::string::npos) << name << " has no command";
  testing::expect_golden(name, refreshed(page));
}

INSTANTIATE_TEST_SUITE_P(Cli, GoldenPage, ::testing::ValuesIn(kPages),
                         [](const auto& test) { return treering::testing::test_name(test.param); });

TEST(GoldenPages, AreAllChecked) {
  std::set<std::string> checked;
  for (const char* const name : kPages) checked.insert(fmt::format("{}.txt", name));
  const std::filesystem::path folder = "tests/golden/cli";
  for (const char* const kind : {"refused", "said"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder / kind)) {
      const std::string name = entry.path().lexically_relative(folder).string();
      EXPECT_EQ(checked.erase(name), 1U) << name << " is not in the list of this test";
    }
  }
  EXPECT_TRUE(checked.empty()) << *checked.begin() << " is not there";
}

// A command stands in one page, once.
TEST(GoldenPages, AskNothingTwice) {
  std::set<std::string> asked;
  for (const char* const name : kPages) {
    for (const std::string& line : lines_of(text_of_page(fmt::format("cli/{}.txt", name)))) {
      if (!line.starts_with(kCommandMark)) continue;
      EXPECT_TRUE(asked.insert(line).second) << name << ": " << line;
    }
  }
}

}  // namespace golden_pages_test
}  // namespace treering::cli
