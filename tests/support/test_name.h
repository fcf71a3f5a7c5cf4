// Names of parameterised tests: letters, digits and underscores are all that GoogleTest takes.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace treering::testing {

inline std::string test_name(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

}  // namespace treering::testing
