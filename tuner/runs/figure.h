// Words and numbers of a line of a log.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace treering::tuner::runs {

/// The words of a line between blanks, up to a limit.
std::vector<std::string_view> words_of(std::string_view line);

/// A number of digits only; nothing for others and for too large ones.
std::optional<std::uint64_t> whole_number(std::string_view text);
std::optional<int> small_number(std::string_view text);

/// A printed number, and half a unit of its last digit: the most that it is off.
struct Figure {
  double value = 0;
  double half_step = 0;
  bool operator==(const Figure&) const = default;
};

/// "35.27", "1e+06"; nothing for other texts.
std::optional<Figure> parse_figure(std::string_view text);

}  // namespace treering::tuner::runs
