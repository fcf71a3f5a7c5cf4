// Words and numbers of a line of a log.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace treering::tuner::importers {

/// The words of a line, parted by blanks. What comes after many is left out.
std::vector<std::string_view> words_of(std::string_view line);

/// Digits only; nothing for others and for what is too large.
std::optional<std::uint64_t> whole_number(std::string_view text);
std::optional<int> small_number(std::string_view text);

/// A printed number, and half of what its last digit stands for: the true one is that close.
struct Figure {
  double value = 0;
  double half_step = 0;
  bool operator==(const Figure&) const = default;
};

/// "35.27", "1e+06"; nothing for what is no finite number.
std::optional<Figure> parse_figure(std::string_view text);

}  // namespace treering::tuner::importers
