#include "cli/line_width.h"

#include <algorithm>
#include <cstdlib>

#include <sys/ioctl.h>

#include "core/text/words.h"
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

}  // namespace treering::cli
