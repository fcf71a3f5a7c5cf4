// The manual page in roff, from the tables of commands and options.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/version.h"

namespace treering::cli {
namespace {

/// Text as roff takes it: no line starts a request, backslashes and dashes stay what they are.
std::string roff(std::string_view text) {
  std::string result;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) result += "\\&";
    at_start = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

std::string tagged(std::string_view tag, std::string_view text) {
  return fmt::format(".TP\n.B {}\n{}\n", roff(tag), roff(text));
}

std::string paragraphs(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find("\n\n");
    result += fmt::format(".PP\n{}\n", roff(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
  }
  return result;
}

std::string section(const CommandSpec& command) {
  std::string text =
      fmt::format(".SS {}\n{}", roff(synopsis(command)), paragraphs(command.description));
  for (const PositionalSpec& positional : command.positionals) {
    text += tagged(positional.name, positional.help);
  }
  for (const OptionSpec* option : options_of(command)) {
    text += tagged(spelling(*option), option->help);
  }
  text += ".PP\nExamples:\n";
  for (const Example& example : command.examples) {
    text += tagged(fmt::format("treering {}", example.command), example.meaning);
  }
  return text;
}

}  // namespace

core::Result<Answer> run_man(const Arguments& /*arguments*/, const Display& /*display*/) {
  std::string text = fmt::format(".TH TREERING 1 \"\" \"treering {}\"\n", roff(kVersion));
  text +=
      ".SH NAME\ntreering \\- which collective algorithm a GPU machine should use, and why\n"
      ".SH SYNOPSIS\n.B treering\nCOMMAND [arguments] [options]\n.SH COMMANDS\n";
  for (const CommandSpec& command : all_commands()) text += section(command);
  text +=
      ".SH EXIT STATUS\n"
      "0 done, 1 a check or comparison failed, 2 wrong usage, 3 bad input, 4 the environment "
      "lacks\n"
      "something, 5 internal error.\n";
  return Answer{.text = text, .notes = {}, .refusal = {}};
}

}  // namespace treering::cli
