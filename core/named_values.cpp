#include "core/named_values.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

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

namespace {

/// All of them, or where they are many the nearest few and how many there are.
std::string expected_names(std::string_view text, std::span<const std::string_view> known) {
  constexpr std::size_t kMostListed = 60;
  constexpr std::ptrdiff_t kNearest = 8;
  if (known.size() <= kMostListed) return fmt::format("one of {}", fmt::join(known, ", "));
  std::vector<std::string_view> nearest(known.begin(), known.end());
  std::ranges::stable_sort(nearest, {},
                           [text](std::string_view name) { return edit_distance(text, name); });
  return fmt::format("one of {} names, such as {}", known.size(),
                     fmt::join(nearest.begin(), nearest.begin() + kNearest, ", "));
}

}  // namespace

Failure unknown_name(std::string_view kind, std::string_view text,
                     std::span<const std::string_view> known) {
  const auto closest = closest_name(text, known);
  return usage_error(std::string(kind), fmt::format("found {}", in_quotes(text)),
                     "expected " + expected_names(text, known),
                     closest ? fmt::format("did you mean '{}'", *closest) : "");
}

}  // namespace treering::core
