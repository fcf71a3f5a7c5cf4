#include "cli/output/command_line.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/text/shell.h"

namespace treering::cli {

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
      if (option->kind != ValueKind::Flag) text += " " + core::shell_word(value);
    }
  }
  return text;
}

}  // namespace treering::cli
