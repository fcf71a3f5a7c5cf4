#include "cli/output/command_line.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/options/options.h"
#include "core/text/field.h"
#include "core/text/quote.h"

namespace treering::cli {

namespace {

std::optional<std::string> option_named(std::string_view name) {
  const auto is_it = [&](const OptionSpec& option) { return option.name == name; };
  if (std::ranges::none_of(all_options(), is_it)) return std::nullopt;
  return "--" + std::string(name);
}

}  // namespace

std::string with_options(std::string text) {
  // Nearly all texts name none, and some are long.
  if (text.find(core::kFieldMark) == std::string::npos) return text;
  return core::with_fields(text, option_named);
}

core::Error with_options(core::Error error) {
  for (std::string* const part : {&error.where, &error.found, &error.expected, &error.hint}) {
    *part = with_options(std::move(*part));
  }
  return error;
}

std::string options_text(const Arguments& arguments, const CommandSpec& of,
                         std::span<const std::string_view> without) {
  std::string text;
  for (const OptionSpec* option : options_of(of)) {
    if (std::ranges::find(without, option->name) != without.end()) continue;
    std::vector<std::string> values = arguments.all_values(option->name);
    if (const auto value = arguments.value(option->name); value && values.empty()) {
      values.emplace_back(*value);
    }
    for (const std::string& value : values) {
      text += fmt::format(" --{}", option->name);
      if (option->kind != ValueKind::Flag) text += " " + core::shell_word(core::printable(value));
    }
  }
  return text;
}

std::string repeated_line(const Arguments& arguments, std::string_view form) {
  constexpr std::array<std::string_view, 5> kForms{"format", "fix", "output", "quiet", "verbose"};
  std::string line = "treering " + arguments.command;
  bool is_from_input = false;
  for (const std::string& word : arguments.positionals) {
    // What is printed is read by people: a line break in a name must not begin a line of ours.
    if (!word.empty()) line += " " + core::shell_word(core::printable(word));
    is_from_input = is_from_input || word == "-";
  }
  line += options_text(arguments, *command_named(arguments.command), kForms);
  return fmt::format("{} {}{}", line, form, is_from_input ? " < FILE" : "");
}

}  // namespace treering::cli
