// One input as several files: lines "%%" stand between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace treering::fuzz {

/// At least one.
inline std::vector<std::string> parts_of(std::string_view text) {
  constexpr std::string_view kBetween = "%%\n";
  std::vector<std::string> parts;
  for (std::size_t at = text.find(kBetween); at != std::string_view::npos;
       at = text.find(kBetween)) {
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(at + kBetween.size());
  }
  parts.emplace_back(text);
  return parts;
}

}  // namespace treering::fuzz
