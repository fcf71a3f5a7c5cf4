#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/completion.h"

namespace treering::cli {
namespace {

/// `text` inside single quotes.
std::string quoted(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

/// The part of a `complete` line that says what the value may be.
std::string values(ValueKind kind) {
  const auto names = known_values(kind);
  if (kind == ValueKind::Flag) return "";
  if (kind == ValueKind::File) return " -r -F";
  if (names.empty()) return " -x";
  return fmt::format(" -x -a '{}'", fmt::join(names, " "));
}

std::string command_lines(const CommandSpec& command) {
  const std::string condition =
      fmt::format("complete -c treering -n '__fish_seen_subcommand_from {}'", command.name);
  std::string text = fmt::format("complete -c treering -n __fish_use_subcommand -f -a {} -d '{}'\n",
                                 command.name, quoted(command.summary));
  for (const OptionSpec* option : options_of(command)) {
    text += condition;
    if (option->letter != 0) text += fmt::format(" -s {}", option->letter);
    text +=
        fmt::format(" -l {}{} -d '{}'\n", option->name, values(option->kind), quoted(option->help));
  }
  if (!command.positionals.empty()) {
    const auto names = known_values(command.positionals.front().kind);
    if (!names.empty()) text += fmt::format("{} -a '{}'\n", condition, fmt::join(names, " "));
  }
  return text;
}

}  // namespace

std::string fish_completion() {
  std::string text = "# Completion of treering for fish; made by `treering completion fish`.\n";
  for (const CommandSpec& command : all_commands()) text += command_lines(command);
  return text;
}

}  // namespace treering::cli
