#include "core/printable_text.h"

#include <cstddef>

#include <fmt/format.h>

#include "core/text/quote.h"

namespace treering::core {

Result<void> check_printable(std::string_view text, const std::string& where) {
  const std::size_t bad = find_unprintable(text);
  if (bad == text.size()) return {};
  const std::string name = code_point_name(text, bad);
  if (name.empty()) {
    return bad_input(where, fmt::format("byte {} of {} is not UTF-8", bad, in_quotes(text)),
                     "expected UTF-8");
  }
  return bad_input(where, fmt::format("{} at byte {} of {}", name, bad, in_quotes(text)),
                   "expected no line ends, control characters or marks of direction");
}

}  // namespace treering::core
