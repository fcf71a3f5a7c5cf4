#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/program.h"
#include "core/text/suggest.h"

namespace treering::cli {
namespace {

/// CLI11 fills this for one command.
struct Slots {
  std::map<std::string, std::string, std::less<>> values;
  std::map<std::string, std::vector<std::string>, std::less<>> lists;
  std::map<std::string, bool, std::less<>> flags;
  std::vector<std::string> positionals;
  std::vector<std::string> last_positionals;  // where the last one is a list
};

std::string suggestion(std::string_view given, const std::vector<std::string_view>& known) {
  const auto closest = core::closest_name(given, known);
  return closest ? fmt::format("did you mean '{}'", *closest) : std::string();
}

void add_options(CLI::App& app, const CommandSpec& command, Slots& slots) {
  app.set_help_flag();
  app.allow_extras();
  for (const OptionSpec* option : options_of(command)) {
    std::string names = fmt::format("--{}", option->name);
    if (option->letter != 0) names += fmt::format(",-{}", option->letter);
    if (option->kind == ValueKind::Flag) {
      app.add_flag(names, slots.flags[std::string(option->name)]);
    } else if (option->is_repeatable) {
      app.add_option(names, slots.lists[std::string(option->name)])->expected(1)->take_all();
    } else {
      app.add_option(names, slots.values[std::string(option->name)])
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    }
  }
  slots.positionals.resize(command.positionals.size());
  for (std::size_t i = 0; i < command.positionals.size(); ++i) {
    const std::string name(command.positionals[i].name);
    if (command.positionals[i].is_list) {
      app.add_option(name, slots.last_positionals)->expected(1, -1);
    } else {
      app.add_option(name, slots.positionals[i]);
    }
  }
}

core::Failure unknown_option(const CommandSpec& command, const std::string& word) {
  const std::string given = word.substr(0, word.find('='));
  std::vector<std::string> spelt;
  for (const OptionSpec* option : options_of(command)) {
    spelt.push_back(fmt::format("--{}", option->name));
  }
  std::string hint = suggestion(given, {spelt.begin(), spelt.end()});
  if (hint.empty()) hint = fmt::format("see treering {} --help", command.name);
  return core::usage_error(std::string(command.name), fmt::format("unknown option '{}'", given), "",
                           hint);
}

/// An option's own error: CLI11 names the option before the first ':'.
core::Failure bad_option(const CommandSpec& command, const std::string& message) {
  const std::string name = message.substr(0, message.find(':'));
  for (const OptionSpec* option : options_of(command)) {
    if (name != fmt::format("--{}", option->name)) continue;
    const std::string expected = option->kind == ValueKind::Flag
                                     ? "expected none"
                                     : fmt::format("expected {}", option->value);
    return core::usage_error(name,
                             option->kind == ValueKind::Flag ? "takes no value" : "value missing",
                             expected, fmt::format("see treering {} --help", command.name));
  }
  return core::usage_error(std::string(command.name), message, "",
                           fmt::format("see treering {} --help", command.name));
}

core::Result<void> check_extras(const CommandSpec& command,
                                const std::vector<std::string>& extras) {
  for (const std::string& word : extras) {
    if (word.size() > 1 && word.front() == '-' && word != "--")
      return unknown_option(command, word);
  }
  for (const std::string& word : extras) {
    if (word == "--") continue;
    return core::usage_error(
        std::string(command.name), fmt::format("unexpected argument '{}'", word),
        fmt::format("expected '{}'",
                    command.positionals.empty() ? "no argument" : command.positionals.back().name));
  }
  return {};
}

/// A list takes the place of the last positional.
void join_positionals(Slots& slots) {
  if (slots.last_positionals.empty()) return;
  slots.positionals.pop_back();
  for (std::string& word : slots.last_positionals) slots.positionals.push_back(std::move(word));
}

core::Result<void> check_positionals(const CommandSpec& command, const Slots& slots) {
  for (std::size_t i = 0; i < command.positionals.size(); ++i) {
    const PositionalSpec& positional = command.positionals[i];
    if (!positional.is_required || !slots.positionals[i].empty()) continue;
    return core::usage_error(std::string(command.name), fmt::format("{} missing", positional.name),
                             fmt::format("expected {}", positional.help),
                             command.examples.empty()
                                 ? ""
                                 : fmt::format("e.g. treering {}", command.examples[0].command));
  }
  return {};
}

Request to_request(const CommandSpec& command, const CLI::App& app, Slots&& slots) {
  Request request{Request::Kind::Command, &command, {}};
  request.arguments.command = command.name;
  request.arguments.positionals = std::move(slots.positionals);
  for (auto& [name, value] : slots.values) {
    if (app.count("--" + name) > 0) request.arguments.values[name] = std::move(value);
  }
  for (auto& [name, values] : slots.lists) {
    if (!values.empty()) request.arguments.lists[name] = std::move(values);
  }
  for (const auto& [name, is_set] : slots.flags) {
    if (is_set) request.arguments.values[name];
  }
  return request;
}

core::Result<Request> parse_command(const CommandSpec& command, std::vector<std::string> words) {
  Slots slots;
  CLI::App app;
  add_options(app, command, slots);
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    if (slots.flags["help"]) return Request{Request::Kind::Help, &command, {}};
    return bad_option(command, error.what());
  }
  if (slots.flags["help"]) return Request{Request::Kind::Help, &command, {}};
  if (const auto checked = check_extras(command, app.remaining()); !checked) {
    return core::fail(checked.error());
  }
  join_positionals(slots);
  if (const auto checked = check_positionals(command, slots); !checked) {
    return core::fail(checked.error());
  }
  return to_request(command, app, std::move(slots));
}

core::Failure unknown_command(const std::string& word) {
  std::vector<std::string_view> names;
  for (const CommandSpec& command : all_commands()) names.push_back(command.name);
  std::string hint = suggestion(word, names);
  if (hint.empty()) hint = "see treering --help";
  const std::string kind = word.front() == '-' ? "unknown option" : "unknown command";
  return core::usage_error("", fmt::format("{} '{}'", kind, word), "", hint);
}

}  // namespace

core::Result<Request> parse(const std::vector<std::string>& words) {
  if (words.empty()) {
    return core::usage_error("", "command missing", "", "see treering --help");
  }
  const std::string& first = words.front();
  const bool is_version = first == "--version";
  const bool is_help = first == "help" || first == "--help" || first == "-h";
  const std::size_t most = is_help ? 2 : 1;
  if ((is_version || is_help) && words.size() > most) {
    return core::usage_error(first, fmt::format("unexpected argument '{}'", words[most]),
                             is_help ? "expected at most a command" : "expected none");
  }
  if (is_version) return Request{Request::Kind::Version, nullptr, {}};
  if (is_help && words.size() == 1) return Request{Request::Kind::Help, nullptr, {}};
  const std::string& name = is_help ? words[1] : first;
  if (name.empty()) return unknown_command("''");
  const CommandSpec* command = command_named(name);
  if (command == nullptr) return unknown_command(name);
  if (is_help) return Request{Request::Kind::Help, command, {}};
  return parse_command(*command, {words.begin() + 1, words.end()});
}

}  // namespace treering::cli
