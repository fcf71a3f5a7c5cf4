#include "hw/discover/build/few_names.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace treering::hw::discover::build {

std::string few_names(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 4;
  const auto first = std::span(names).first(std::min(names.size(), kMost));
  std::string text = fmt::format("{}", fmt::join(first, ", "));
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

}  // namespace treering::hw::discover::build
