#include "tuner/runs/figure.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <system_error>

#include "core/text/words.h"

namespace treering::tuner::runs {
namespace {

// nccl-tests' widest row has 22 words; prefixes and debug lines add some.
constexpr std::size_t kMostWords = 64;

/// "1.25e+06" has its last digit at 10^(6 - 2).
double half_step_of(std::string_view text) {
  const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
  const std::size_t point = text.substr(0, mark).find('.');
  const auto decimals = point == std::string_view::npos ? 0 : static_cast<int>(mark - point - 1);
  int exponent = 0;
  if (mark < text.size()) {
    std::string_view digits = text.substr(mark + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  }
  return 0.5 * std::pow(10.0, exponent - decimals);
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  std::vector<std::string_view> words;
  while (words.size() < kMostWords) {
    const std::size_t start = line.find_first_not_of(kBlanks);
    if (start == std::string_view::npos) break;
    line.remove_prefix(start);
    const std::size_t end = std::min(line.find_first_of(kBlanks), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  if (text.empty() || !std::ranges::all_of(text, core::is_digit)) return {};
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return {};
  return number;
}

std::optional<int> small_number(std::string_view text) {
  const auto number = whole_number(text);
  if (!number || *number > std::numeric_limits<int>::max()) return {};
  return static_cast<int>(*number);
}

std::optional<Figure> parse_figure(std::string_view text) {
  double value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (text.empty() || error != std::errc() || end != last || !std::isfinite(value)) return {};
  return Figure{value, half_step_of(text)};
}

}  // namespace treering::tuner::runs
