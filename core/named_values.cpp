#include "core/named_values.h"

#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/text/suggest.h"

namespace treering::core {
namespace {

char folded(char c) {
  if (c == '-') return '_';
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

}  // namespace

bool is_same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return folded(x) == folded(y); });
}

Failure unknown_name(std::string_view kind, std::string_view text,
                     std::span<const std::string_view> known) {
  const auto closest = closest_name(text, known);
  return usage_error(std::string(kind), fmt::format("found {}", in_quotes(text)),
                     fmt::format("expected one of {}", fmt::join(known, ", ")),
                     closest ? fmt::format("did you mean '{}'", *closest) : "");
}

}  // namespace treering::core
