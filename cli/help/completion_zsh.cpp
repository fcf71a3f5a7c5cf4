#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/help/completion.h"

namespace treering::cli {
namespace {

/// `text` inside single quotes and the brackets of an _arguments specification.
std::string bracket_quoted(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else if (c == '[' || c == ']' || c == ':') {
      result += fmt::format("\\{}", c);
    } else {
      result += c;
    }
  }
  return result;
}

/// Completes a value, after the ':' of its name.
std::string action(ValueKind kind, bool is_list) {
  const auto names = is_list ? known_list_values(kind) : known_values(kind);
  if (kind == ValueKind::File) return "_files";
  if (kind == ValueKind::Topology) {
    return fmt::format("{{compadd {}; _files}}", fmt::join(names, " "));
  }
  if (names.empty()) return " ";
  if (is_list) return fmt::format("_values -s , value {}", fmt::join(names, " "));
  return fmt::format("({})", fmt::join(names, " "));
}

std::string option_line(const OptionSpec& option) {
  std::string names =
      option.letter == 0 ? fmt::format("'{}--{}", option.is_repeatable ? "*" : "", option.name)
                         : fmt::format("'(-{0} --{1})'{{-{0},--{1}}}'", option.letter, option.name);
  names += fmt::format("[{}]", bracket_quoted(option.help));
  if (option.kind != ValueKind::Flag) {
    names += fmt::format(":{}:{}", option.value, action(option.kind, option.is_list));
  }
  return fmt::format("        {}' \\\n", names);
}

std::string command_case(const CommandSpec& command) {
  std::string text = fmt::format("    {})\n      _arguments -s \\\n", command.name);
  for (const OptionSpec* option : options_of(command)) text += option_line(*option);
  for (const PositionalSpec& positional : command.positionals) {
    text += fmt::format("        '{}:{}:{}' \\\n", positional.is_list ? "*" : "", positional.name,
                        action(positional.kind, false));
  }
  return text + "      ;;\n";
}

}  // namespace

std::string zsh_completion() {
  std::string text =
      "#compdef treering\n# Completion of treering for zsh; made by `treering completion zsh`.\n"
      "_treering() {\n  local -a commands\n  commands=(\n";
  std::string cases;
  for (const CommandSpec& command : all_commands()) {
    text += fmt::format("    '{}:{}'\n", command.name, bracket_quoted(command.summary));
    cases += command_case(command);
  }
  return text + fmt::format(
                    "  )\n  if ((CURRENT == 2)); then\n"
                    "    _describe command commands\n    return\n  fi\n"
                    "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n"
                    "  case $command in\n{}  esac\n}}\n_treering \"$@\"\n",
                    cases);
}

}  // namespace treering::cli
