#include "cli/terminal.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include <sys/ioctl.h>

#include "core/text/reading.h"
#include "report/display.h"

namespace treering::cli {

namespace {

std::optional<std::size_t> terminal_columns(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

}  // namespace

std::size_t line_width(std::string_view columns, std::optional<std::size_t> terminal) {
  const auto given = core::whole_number<std::size_t>(columns);
  const std::size_t width = given && *given > 0 ? *given : terminal.value_or(report::kUsualWidth);
  return std::max(width, report::kLeastWidth);
}

std::size_t line_width_of(int descriptor) {
  const char* const columns = std::getenv("COLUMNS");
  return line_width(columns == nullptr ? "" : columns, terminal_columns(descriptor));
}

std::optional<std::size_t> note_width_of(int descriptor) {
  const bool is_given = std::getenv("COLUMNS") != nullptr || terminal_columns(descriptor);
  if (!is_given) return std::nullopt;
  return std::min(line_width_of(descriptor), report::kUsualWidth);
}

bool has_utf8_locale() {
  // The first that is set counts (POSIX, Base Definitions 8.2).
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string locale = core::lower_case(value);
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace treering::cli
