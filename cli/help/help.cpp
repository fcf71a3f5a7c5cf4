#include "cli/help/help.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "core/text/reading.h"
#include "core/text/table.h"

namespace treering::cli {
namespace {

/// Where the explanation of an option begins.
std::size_t text_column(std::size_t width) {
  constexpr std::size_t kUsual = 32;
  return std::min(kUsual, width / 3);
}

/// "  NAME    explanation", the name on a line of its own when it is too long.
std::string entry(std::string_view name, std::string_view text, std::size_t width) {
  const std::size_t column = text_column(width);
  std::string line = fmt::format("  {}", name);
  if (line.size() + 2 > column) {
    line += "\n" + std::string(column, ' ');
  } else {
    line += std::string(column - line.size(), ' ');
  }
  return line + core::wrapped(text, width - column, column) + "\n";
}

std::string paragraphs(std::string_view text, std::size_t width) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find("\n\n");
    result += (result.empty() ? "" : "\n") + core::wrapped(text.substr(0, end), width, 0) + "\n";
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
  }
  return result;
}

std::string option_help(const CommandSpec& command, std::size_t width) {
  std::string text;
  std::string_view group;
  for (const OptionSpec* option : options_of(command)) {
    if (option->group != group) text += fmt::format("\n{}:\n", option->group);
    group = option->group;
    // Options without a letter line up with those that have one.
    const std::string name =
        fmt::format("{}{}", option->letter == 0 ? "    " : "", spelling(*option));
    text += entry(name, option->help, width);
  }
  return text;
}

/// A command that the shell takes as it stands, over several lines where it is long.
std::string shell_lines(std::string_view command, std::size_t width) {
  constexpr std::size_t kIndent = 2;
  constexpr std::size_t kFurther = 6;
  constexpr std::string_view kGoesOn = " \\";
  const std::size_t room = width - kFurther;
  if (kIndent + command.size() <= width) return std::string(kIndent, ' ').append(command) + "\n";
  const std::string wrapped = core::wrapped(command, room - kGoesOn.size(), 0);
  std::string text;
  for (core::LineReader lines(wrapped); lines.next();) {
    text += std::string(text.empty() ? kIndent : kFurther, ' ').append(lines.line());
    text.append(lines.rest().empty() ? "" : kGoesOn) += "\n";
  }
  return text;
}

std::string example_text(const Example& example, std::size_t width) {
  constexpr std::size_t kIndent = 6;
  return shell_lines(fmt::format("treering {}", example.command), width) +
         std::string(kIndent, ' ') + core::wrapped(example.meaning, width - kIndent, kIndent) +
         "\n";
}

std::string example_help(const CommandSpec& command, std::size_t width) {
  std::string text = "\nExamples:\n";
  for (const Example& example : command.examples) text += example_text(example, width);
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

std::string program_help(std::size_t width) {
  std::string text = core::wrapped(description(), width, 0) +
                     "\n\nUsage: treering COMMAND [arguments] [options]\n\nCommands:\n";
  for (const CommandSpec& command : all_commands()) {
    text += entry(command.name, command.summary, width);
  }
  text += "\n" + entry("-h, --help", "show this help, or that of COMMAND", width) +
          entry("    --version", "show the version and the NCCL versions known", width) +
          "\nExamples:\n";
  for (const CommandSpec& command : all_commands().first(4)) {
    text += example_text(command.examples.front(), width);
  }
  return text + "\n" + core::wrapped(exit_code_sentence(), width, 0) + "\n";
}

std::string command_help(const CommandSpec& command, std::size_t width) {
  std::string text =
      fmt::format("Usage: {}\n\n{}", synopsis(command), paragraphs(command.description, width));
  if (!command.positionals.empty()) text += "\nArguments:\n";
  for (const PositionalSpec& positional : command.positionals) {
    text += entry(positional.name, positional.help, width);
  }
  return text + option_help(command, width) + example_help(command, width);
}

}  // namespace treering::cli
