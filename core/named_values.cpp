#include "core/named_values.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/text/suggest.h"
#include "core/text/table.h"

namespace treering::core {

namespace {

char folded(char c) {
  return c == '-' ? '_' : lower_case(c);
}

}  // namespace

bool is_same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return folded(x) == folded(y); });
}

namespace {

constexpr std::size_t kMostListed = 60;  // words of a vocabulary
constexpr std::size_t kNearest = 8;

/// All of them, or where they are more than `most` the nearest few and how many others there are.
std::string expected_names(std::string_view text, std::span<const std::string_view> known,
                           std::size_t most) {
  if (known.size() <= most) return fmt::format("one of {}", fmt::join(known, ", "));
  std::vector<std::string_view> near(known.begin(), known.end());
  std::ranges::stable_sort(near, {},
                           [text](std::string_view name) { return edit_distance(text, name); });
  return fmt::format("one of {}",
                     fmt::join(shortened({near.begin(), near.end()}, kNearest, ""), ", "));
}

Failure unknown(std::string_view where, std::string_view text, std::string expected,
                std::span<const std::string_view> known) {
  const auto closest = closest_name(text, known);
  return usage_error(std::string(where), fmt::format("found {}", in_quotes(text)),
                     "expected " + std::move(expected),
                     closest ? fmt::format("did you mean '{}'", *closest) : "");
}

}  // namespace

Failure unknown_name(std::string_view kind, std::string_view text,
                     std::span<const std::string_view> known) {
  return unknown(kind, text, expected_names(text, known, kMostListed), known);
}

Failure unknown_device(std::string_view where, std::string_view text,
                       std::span<const std::string_view> known) {
  return unknown(where, text, expected_names(text, known, kNearest), known);
}

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
