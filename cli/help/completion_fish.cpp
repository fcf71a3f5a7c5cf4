#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/help/completion.h"

namespace treering::cli {
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

}  // namespace treering::cli
