#include <algorithm>
#include <cstdint>
#include <iterator>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/fabric/readers/formats.h"

namespace treering::hw::fabric::readers {
namespace {

using core::bad_input;
using core::Result;
using Names = std::vector<std::string>;

core::Failure too_many() {
  return bad_input({}, fmt::format("more than {} names", kMostHosts), "expected fewer");
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, core::is_digit);
}

/// "001-128" or "130", with the zeros of the first.
Result<Names> expand_range(std::string_view range) {
  const std::size_t dash = range.find('-');
  const std::string_view low_text = range.substr(0, dash);
  const std::string_view high_text =
      dash == std::string_view::npos ? low_text : range.substr(dash + 1);
  const auto low = core::whole_number<std::uint64_t>(low_text);
  const auto high = core::whole_number<std::uint64_t>(high_text);
  if (!is_number(low_text) || !is_number(high_text) || !low || !high || *low > *high) {
    return bad_input({}, core::in_quotes(range) + " between brackets",
                     "expected a number or a range like 001-128");
  }
  if (*high - *low >= kMostHosts) return too_many();
  // No name is so long.
  constexpr std::size_t kMostDigits = 20;
  const std::size_t digits = std::min(low_text.size(), kMostDigits);
  Names numbers;
  for (std::uint64_t i = 0; i <= *high - *low; ++i) {
    numbers.push_back(fmt::format("{:0{}}", *low + i, digits));
  }
  return numbers;
}

/// "001-128,130": what stands between brackets.
Result<Names> expand_ranges(std::string_view ranges) {
  Names numbers;
  while (true) {
    const std::size_t comma = ranges.find(',');
    auto more = expand_range(core::trimmed(ranges.substr(0, comma)));
    if (!more) return more;
    if (numbers.size() + more->size() > kMostHosts) return too_many();
    std::ranges::move(*more, std::back_inserter(numbers));
    if (comma == std::string_view::npos) return numbers;
    ranges.remove_prefix(comma + 1);
  }
}

/// One name with its brackets, multiplied out.
Result<Names> expand_name(std::string_view name) {
  Names names{""};
  while (!name.empty()) {
    const std::size_t open = std::min(name.find('['), name.size());
    for (std::string& one : names) one += name.substr(0, open);
    name.remove_prefix(open);
    if (name.empty()) break;
    const std::size_t close = name.find(']');
    if (close == std::string_view::npos) {
      return bad_input({}, core::in_quotes(name), "expected ']' behind it");
    }
    auto numbers = expand_ranges(name.substr(1, close - 1));
    if (!numbers) return numbers;
    if (names.size() * numbers->size() > kMostHosts) return too_many();
    Names longer;
    for (const std::string& one : names) {
      for (const std::string& number : *numbers) longer.push_back(one + number);
    }
    names = std::move(longer);
    name.remove_prefix(close + 1);
  }
  return names;
}

/// The place of the first comma that stands in no bracket; npos where there is none.
std::size_t end_of_name(std::string_view text) {
  bool is_inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') is_inside = true;
    if (text[i] == ']') is_inside = false;
    if (text[i] == ',' && !is_inside) return i;
  }
  return std::string_view::npos;
}

}  // namespace

Result<Names> expand_hostlist(std::string_view text) {
  Names names;
  std::unordered_set<std::string> known;
  while (true) {
    const std::size_t end = end_of_name(text);
    auto more = expand_name(core::trimmed(text.substr(0, end)));
    if (!more) return more;
    for (const std::string& name : *more) {
      if (!name.empty() && known.insert(name).second) names.push_back(name);
    }
    if (names.size() > kMostHosts) return too_many();
    if (end == std::string_view::npos) return names;
    text.remove_prefix(end + 1);
  }
}

}  // namespace treering::hw::fabric::readers
