#include "cli/help/help.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.h"
#include "core/text/table.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace help_test {

using ::testing::HasSubstr;

TEST(Help, WrapsAtBlanks) {
  EXPECT_EQ(core::wrapped("one two three", 7, 2), "one two\n  three");
  EXPECT_EQ(core::wrapped("immensely long", 4, 0), "immensely\nlong");
  EXPECT_EQ(core::wrapped("", 4, 0), "");
}

TEST(Help, FitsATerminal) {
  for (const CommandSpec& command : all_commands()) {
    std::istringstream text(command_help(command, 100));
    for (std::string line; std::getline(text, line);) {
      EXPECT_LE(core::display_width(line), 100U) << command.name << ": " << line;
    }
  }
}

TEST(Help, HasOneEmptyLineBetweenParts) {
  for (const CommandSpec& command : all_commands()) {
    EXPECT_THAT(command_help(command, 100), ::testing::Not(HasSubstr("\n\n\n"))) << command.name;
  }
}

TEST(Help, OfListNamesEveryList) {
  const std::string help = command_help(*command_named("list"), 100);
  for (const Inventory& inventory : all_inventories()) {
    EXPECT_THAT(help, HasSubstr(std::string(inventory.name)));
  }
}

TEST(Help, EveryCommandHasExamplesThatParse) {
  for (const CommandSpec& command : all_commands()) {
    EXPECT_FALSE(command.examples.empty()) << command.name;
    for (const Example& example : command.examples) {
      // Up to a pipe or redirection, which are the shell's.
      std::string line(example.command.substr(0, example.command.find_first_of("|>")));
      std::istringstream stream(line);
      std::vector<std::string> words;
      for (std::string word; stream >> word;) words.push_back(word);
      const auto request = parse(words);
      ASSERT_TRUE(request) << example.command << ": " << request.error().message();
      EXPECT_EQ(request->command, &command);
    }
  }
}

TEST(Help, EveryOptionIsInHelpCompletionAndManual) {
  const std::string manual = run("man").out;
  const std::string bash = run("completion bash").out;
  const std::string zsh = run("completion zsh").out;
  const std::string fish = run("completion fish").out;
  for (const CommandSpec& command : all_commands()) {
    const std::string help = command_help(command, 100);
    for (const OptionSpec* option : options_of(command)) {
      const std::string name = "--" + std::string(option->name);
      EXPECT_THAT(help, HasSubstr(name));
      EXPECT_THAT(bash, HasSubstr(name));
      EXPECT_THAT(zsh, HasSubstr(name));
      EXPECT_THAT(fish, HasSubstr("-l " + std::string(option->name)));
      // roff writes '-' as '\-'.
      std::string roff = "\\-\\-";
      for (const char c : option->name) roff += c == '-' ? std::string("\\-") : std::string(1, c);
      EXPECT_THAT(manual, HasSubstr(roff));
    }
  }
}

TEST(Manual, HasTheSectionsOfAManualPage) {
  const std::string manual = run("man").out;
  for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXIT STATUS",
                              "ENVIRONMENT", "FILES", "SEE ALSO"}) {
    EXPECT_THAT(manual, HasSubstr(".SH " + std::string(section) + "\n"));
  }
  // A date, so that man(1) has a footer: .TH TREERING 1 "2026-11-21" ...
  EXPECT_THAT(manual, ::testing::ContainsRegex("^.TH TREERING 1 \"[0-9]{4}-[0-9]{2}-[0-9]{2}\" "));
}

TEST(Manual, IsGoodRoff) {
  if (std::system("command -v groff >/dev/null 2>&1") != 0) GTEST_SKIP() << "no groff here";
  const std::string command = TREERING_BINARY " man | groff -man -ww -Tutf8 -z 2>&1";
  std::FILE* const pipe = popen(command.c_str(), "r");
  std::string complaints;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) complaints += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0);
  EXPECT_EQ(complaints, "");
}

TEST(Help, OptionsOfACommandHaveNamesOfTheirOwn) {
  for (const CommandSpec& command : all_commands()) {
    std::vector<std::string> names;
    for (const OptionSpec* option : options_of(command)) {
      names.emplace_back(option->name);
      if (option->letter != 0) names.emplace_back(1, option->letter);
    }
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << command.name;
  }
}

}  // namespace help_test
}  // namespace treering::cli
