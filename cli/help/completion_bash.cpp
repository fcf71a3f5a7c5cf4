#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/help/completion.h"

namespace treering::cli {
namespace {

/// `done` is the part before the last comma of a list, so that its next part is completed.
constexpr std::string_view kBashStart =
    R"(# Completion of treering for bash; made by `treering completion bash`.
_treering() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  local part=${cur##*,} done=
  [[ $cur == *,* ]] && done=${cur%,*},
  COMPREPLY=()
)";

constexpr std::string_view kEnd = R"(}
complete -o filenames -F _treering treering
)";

std::string names_of(const std::vector<std::string>& values) {
  return fmt::format("{}", fmt::join(values, " "));
}

/// The line that fills COMPREPLY with the values of `kind`.
std::string reply(ValueKind kind, bool is_list) {
  const std::string names = names_of(is_list ? known_list_values(kind) : known_values(kind));
  if (kind == ValueKind::File) return "COMPREPLY=($(compgen -f -- \"$cur\"))";
  if (kind == ValueKind::Topology) {
    return fmt::format("COMPREPLY=($(compgen -f -W '{}' -- \"$cur\"))", names);
  }
  if (names.empty()) return ":";
  if (is_list) {
    return fmt::format("COMPREPLY=($(compgen -P \"$done\" -W '{}' -- \"$part\"))", names);
  }
  return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$cur\"))", names);
}

std::string option_words(const CommandSpec& command) {
  std::string words;
  for (const OptionSpec* option : options_of(command)) {
    if (option->letter != 0) words += fmt::format("-{} ", option->letter);
    words += fmt::format("--{} ", option->name);
  }
  return words;
}

std::string value_cases(const CommandSpec& command) {
  std::string text;
  for (const OptionSpec* option : options_of(command)) {
    if (option->kind == ValueKind::Flag) continue;
    std::string pattern = fmt::format("'{} --{}'", command.name, option->name);
    if (option->letter != 0) pattern += fmt::format("|'{} -{}'", command.name, option->letter);
    text += fmt::format("    {}) {}; return ;;\n", pattern, reply(option->kind, option->is_list));
  }
  return text;
}

std::string bash_case(const CommandSpec& command) {
  const std::string positional = command.positionals.empty()
                                     ? std::string(":")
                                     : reply(command.positionals.front().kind, false);
  return fmt::format(
      "    {}) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '{}' -- \"$cur\"))\n"
      "      else {}; fi ;;\n",
      command.name, option_words(command), positional);
}

}  // namespace

std::string bash_completion() {
  std::string commands;
  std::string cases;
  std::string values;
  for (const CommandSpec& command : all_commands()) {
    commands += fmt::format("{} ", command.name);
    cases += bash_case(command);
    values += value_cases(command);
  }
  std::string text(kBashStart);
  text += fmt::format(
      "  if ((COMP_CWORD == 1)); then\n"
      "    COMPREPLY=($(compgen -W '{}--help --version' -- \"$cur\"))\n    return\n  fi\n",
      commands);
  text += fmt::format("  case \"$command $prev\" in\n{}  esac\n", values);
  text += fmt::format("  case $command in\n{}  esac\n", cases);
  return text + std::string(kEnd);
}

}  // namespace treering::cli
