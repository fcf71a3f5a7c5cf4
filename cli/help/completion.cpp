#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/help/help.h"
#include "core/named_values.h"

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

namespace {

/// The function puts the part before the last comma of a list in front of each value.
constexpr std::string_view kFishStart =
    R"(# Completion of treering for fish; made by `treering completion fish`.
function __treering_list
    set -l done (commandline -ct | string replace -r -- '^--[^=]*=' '' | string replace -rf '(.*,)[^,]*' '$1')
    printf '%s\n' "$done"$argv
end
)";

/// `text` inside single quotes.
std::string quoted(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

/// The part of a `complete` line that offers values.
std::string values(ValueKind kind, bool is_list) {
  const auto names = is_list ? known_list_values(kind) : known_values(kind);
  if (kind == ValueKind::Flag) return "";
  if (kind == ValueKind::File) return " -r -F";
  if (names.empty()) return " -x";
  const std::string list = fmt::format("{}", fmt::join(names, " "));
  return is_list ? fmt::format(" -x -a '(__treering_list {})'", list)
                 : fmt::format(" -x -a '{}'", list);
}

std::string command_lines(const CommandSpec& command) {
  const std::string condition =
      fmt::format("complete -c treering -n '__fish_seen_subcommand_from {}'", command.name);
  std::string text = fmt::format("complete -c treering -n __fish_use_subcommand -f -a {} -d '{}'\n",
                                 command.name, quoted(command.summary));
  for (const OptionSpec* option : options_of(command)) {
    text += condition;
    if (option->letter != 0) text += fmt::format(" -s {}", option->letter);
    text += fmt::format(" -l {}{} -d '{}'\n", option->name, values(option->kind, option->is_list),
                        quoted(option->help));
  }
  if (!command.positionals.empty()) {
    const auto names = known_values(command.positionals.front().kind);
    if (!names.empty()) text += fmt::format("{} -a '{}'\n", condition, fmt::join(names, " "));
  }
  return text;
}

}  // namespace

std::string fish_completion() {
  std::string text(kFishStart);
  for (const CommandSpec& command : all_commands()) text += command_lines(command);
  return text;
}

namespace {

struct ShellEntry {
  std::string (*value)();
  std::string_view name;
};
constexpr std::array<ShellEntry, 3> kShells{{
    {bash_completion, "bash"},
    {zsh_completion, "zsh"},
    {fish_completion, "fish"},
}};

}  // namespace

core::Result<Answer> run_completion(const Arguments& arguments, const Display& /*display*/) {
  const auto script = core::parse_name("completion", arguments.positional(0), kShells);
  if (!script) return core::fail(script.error());
  return Answer{.text = (*script)(), .notes = {}, .refusal = {}};
}

}  // namespace treering::cli
