#include "tests/support/csv.h"

#include <algorithm>
#include <cstddef>

namespace treering::testing {
namespace {

using Line = std::vector<std::string>;

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines(1, Line(1));
  bool is_quoted = false;
  for (const char letter : text) {
    if (letter == '"') {
      // The second of two quotes stands for one: it opens again what the first closed.
      const bool is_second = !is_quoted && !lines.back().back().empty();
      if (is_second) lines.back().back() += letter;
      is_quoted = !is_quoted;
    } else if (letter == ',' && !is_quoted) {
      lines.back().emplace_back();
    } else if (letter == '\n' && !is_quoted) {
      lines.emplace_back(1);
    } else if (letter != '\r' || is_quoted) {
      lines.back().back() += letter;
    }
  }
  if (lines.back() == Line(1)) lines.pop_back();
  return lines;
}

}  // namespace

std::vector<std::map<std::string, std::string>> read_csv(std::string_view text) {
  std::vector<std::map<std::string, std::string>> rows;
  const std::vector<Line> lines = lines_of(text);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    auto& row = rows.emplace_back();
    const std::size_t fields = std::min(lines[i].size(), lines.front().size());
    for (std::size_t f = 0; f < fields; ++f) row[lines.front()[f]] = lines[i][f];
  }
  return rows;
}

}  // namespace treering::testing
