#include "core/text/shell.h"

#include <algorithm>
#include <cctype>

namespace treering::core {
namespace {

/// Letters and digits, and what no shell gives a meaning within a word.
bool is_harmless(char c) {
  constexpr std::string_view kMarks = "_-./:,=+@%^";
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || kMarks.find(c) != kMarks.npos;
}

}  // namespace

std::string shell_quoted(std::string_view value) {
  // Within single quotes a shell knows no special character but the quote that ends them.
  std::string quoted = "'";
  for (const char c : value) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string shell_word(std::string_view value) {
  const bool is_plain = !value.empty() && std::ranges::all_of(value, is_harmless);
  return is_plain ? std::string(value) : shell_quoted(value);
}

}  // namespace treering::core
