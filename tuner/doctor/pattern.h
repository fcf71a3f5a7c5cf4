// The words of a log that say one thing: a pattern with places for what differs from log to log.
//
// "Duplicate GPU detected : rank {rank} and rank {rank2} both on CUDA device {bus}": a place takes
// the longest word of its kind, which is that of its name without digits behind it: {n}, {rank},
// {gpu}, {size} numbers, {bus} a bus id, {host} a host or an address, {word} all up to a blank, a
// quote or a comma, {name} letters, digits and '_'. '*' takes whatever stands there. " | "
// separates patterns that say the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/reading.h"

namespace treering::tuner::doctor {

/// What the places took: {"rank", "1"}.
using Places = std::vector<std::pair<std::string, std::string>>;

/// Where the pattern stands anywhere in `text`, what its places took; of several patterns the first
/// that does.
std::optional<Places> matched(std::string_view pattern, std::string_view text);

/// The number that a place took; 0 where it is none, or too large. \pre the place is there
template <class Number = std::uint64_t>
Number number_of(const Places& places, std::string_view name) {
  const auto found = std::ranges::find(places, name, &Places::value_type::first);
  return core::whole_number<Number>(found->second).value_or(0);
}

/// The patterns between " | ".
std::vector<std::string_view> patterns_in(std::string_view pattern);

/// The names of the places of a pattern, or of a sentence that repeats them.
std::vector<std::string_view> places_in(std::string_view pattern);

/// `sentence` with `value_of(name)` in each of its places.
template <class ValueOf>
std::string with_places(std::string_view sentence, const ValueOf& value_of) {
  std::string text;
  while (true) {
    const std::size_t open = sentence.find('{');
    text += sentence.substr(0, open);
    if (open == std::string_view::npos) return text;
    const std::size_t close = sentence.find('}', open);
    text += value_of(sentence.substr(open + 1, close - open - 1));
    sentence.remove_prefix(close + 1);
  }
}

}  // namespace treering::tuner::doctor
