// The embedded tables of this room, line by line.
#pragma once

#include <charconv>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/assert.h"

namespace treering::tuner::reference {

/// The fields of the lines below the heading of a table, as many in each.
std::vector<std::vector<std::string_view>> lines_of(std::string_view name, std::size_t fields);

template <class Number>
Number number(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  TREERING_ASSERT(code == std::errc() && stop == end, "figures of our tables are numbers");
  return value;
}

}  // namespace treering::tuner::reference
