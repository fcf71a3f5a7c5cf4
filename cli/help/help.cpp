#include "cli/help/help.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/exit_codes.h"
#include "core/text/table.h"

namespace treering::cli {
namespace {

constexpr std::size_t kWidth = 100;      // columns of help
constexpr std::size_t kTextColumn = 32;  // where the explanation of an option begins

/// "  NAME    explanation", the name on a line of its own when it is too long.
std::string entry(std::string_view name, std::string_view text) {
  std::string line = fmt::format("  {}", name);
  if (line.size() + 2 > kTextColumn) {
    line += "\n" + std::string(kTextColumn, ' ');
  } else {
    line += std::string(kTextColumn - line.size(), ' ');
  }
  return line + core::wrapped(text, kWidth - kTextColumn, kTextColumn) + "\n";
}

std::string paragraphs(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find("\n\n");
    result += core::wrapped(text.substr(0, end), kWidth, 0) + "\n\n";
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
  }
  return result;
}

std::string option_help(const CommandSpec& command) {
  std::string text;
  std::string_view group;
  for (const OptionSpec* option : options_of(command)) {
    if (option->group != group) text += fmt::format("\n{}:\n", option->group);
    group = option->group;
    // Options without a letter line up with those that have one.
    const std::string name =
        fmt::format("{}{}", option->letter == 0 ? "    " : "", spelling(*option));
    text += entry(name, option->help);
  }
  return text;
}

std::string example_help(const CommandSpec& command) {
  std::string text = "\nExamples:\n";
  for (const Example& example : command.examples) {
    text += fmt::format("  treering {}\n      {}\n", example.command, example.meaning);
  }
  return text;
}

/// "Exit codes: 0 done, 1 ..."
std::string exit_code_sentence() {
  std::vector<std::string> parts;
  for (const ExitMeaning& exit : kExitMeanings) {
    parts.push_back(fmt::format("{} {}", exit.code, exit.meaning));
  }
  return fmt::format("Exit codes: {}.", fmt::join(parts, ", "));
}

}  // namespace

std::string_view description() {
  return "treering shows which collective algorithm a GPU machine or cluster should use, why, and "
         "how far that is from what the wires allow. It needs no GPU.";
}

std::string synopsis(const CommandSpec& command) {
  std::string text = fmt::format("treering {}", command.name);
  for (const PositionalSpec& positional : command.positionals) {
    const std::string_view more = positional.is_list ? "..." : "";
    text += positional.is_required ? fmt::format(" {}{}", positional.name, more)
                                   : fmt::format(" [{}{}]", positional.name, more);
  }
  return text + " [options]";
}

std::string program_help() {
  std::string text = core::wrapped(description(), kWidth, 0) +
                     "\n\nUsage: treering COMMAND [arguments] [options]\n\nCommands:\n";
  for (const CommandSpec& command : all_commands()) text += entry(command.name, command.summary);
  text +=
      "\n  -h, --help                    show this help, or that of COMMAND\n"
      "      --version                 show the version and the NCCL versions known\n\nExamples:\n";
  for (const CommandSpec& command : all_commands().first(4)) {
    const Example& example = command.examples.front();
    text += fmt::format("  treering {}\n      {}\n", example.command, example.meaning);
  }
  return text + "\n" + core::wrapped(exit_code_sentence(), kWidth, 0) + "\n";
}

std::string command_help(const CommandSpec& command) {
  std::string text =
      fmt::format("Usage: {}\n\n{}", synopsis(command), paragraphs(command.description));
  if (!command.positionals.empty()) text += "Arguments:\n";
  for (const PositionalSpec& positional : command.positionals) {
    text += entry(positional.name, positional.help);
  }
  return text + option_help(command) + example_help(command);
}

}  // namespace treering::cli
