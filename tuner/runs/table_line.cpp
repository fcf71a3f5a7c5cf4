#include "tuner/runs/table_line.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/text/words.h"
#include "tuner/runs/figure.h"
#include "tuner/runs/run_words.h"

namespace treering::tuner::runs {
namespace {

using Words = std::vector<std::string_view>;

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

/// The digits that `word` ends with.
std::string_view trailing_digits(std::string_view word) {
  std::size_t start = word.size();
  while (start > 0 && core::is_digit(word[start - 1])) --start;
  return word.substr(start);
}

/// Columns from `first`, the one behind the type, up to what no table has.
TableColumns columns_of(const Words& words, std::size_t first) {
  TableColumns columns{.is_known = true, .figures = 0, .times = {}, .counts_wrong = false};
  for (std::size_t i = first; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const bool is_time = word == "time" || word == "cputime";
    if (word == "redop" || word == "op") continue;
    if (word == "root") columns.has_root = true;
    if (word == "root") continue;
    if (word == "timestamp" || word == "size" || !(is_letter(word[0]) || word[0] == '#')) break;
    if (word == "#") break;
    if (is_time) columns.times.push_back(columns.figures);
    columns.is_cpu_time = columns.is_cpu_time || word == "cputime";
    columns.counts_wrong = columns.counts_wrong || word == "#wrong";
    ++columns.figures;
  }
  return columns;
}

}  // namespace

std::optional<TableColumns> parse_heading(const Words& words) {
  constexpr std::size_t kTimeAndBandwidths = 3;
  for (std::size_t i = 0; i + 3 < words.size(); ++i) {
    if (words[i + 2] != "type") continue;
    const bool is_old = words[i] == "bytes" && words[i + 1] == "N";
    if (!is_old && (words[i] != "size" || words[i + 1] != "count")) continue;
    TableColumns columns = columns_of(words, i + 3);
    if (columns.times.empty()) return {};
    if (columns.figures < columns.times.back() + kTimeAndBandwidths) return {};
    if (is_old) columns.us_per_unit = 1e3;
    return columns;
  }
  return {};
}

std::optional<RowStart> find_row(const Words& words) {
  std::optional<RowStart> found;
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    if (!is_letter(words[i + 2][0]) || is_figure_word(words[i + 2])) continue;
    const auto count = whole_number(words[i + 1]);
    const auto bytes = whole_number(trailing_digits(words[i]));
    if (!count || !bytes) continue;
    const bool has_type = type_named(words[i + 2]).has_value();
    if (has_type || !found) found = RowStart{i, *bytes, words[i + 2], has_type};
    if (has_type) break;
  }
  return found;
}

bool is_figure_word(std::string_view word) {
  constexpr std::array<std::string_view, 5> kNoNumbers{"N/A", "nan", "-nan", "inf", "-inf"};
  return parse_figure(word).has_value() || std::ranges::find(kNoNumbers, word) != kNoNumbers.end();
}

std::string_view leading_figure(std::string_view word) {
  if (word.starts_with("N/A")) return word.substr(0, 3);
  std::size_t end = word.starts_with('-') ? 1 : 0;
  // No figure has a leading zero, but the name of a host may begin with digits.
  if (word.size() > end + 1 && word[end] == '0' && word[end + 1] != '.') {
    return word.substr(0, end + 1);
  }
  while (end < word.size() && (core::is_digit(word[end]) || word[end] == '.')) ++end;
  return parse_figure(word.substr(0, end)) ? word.substr(0, end) : std::string_view();
}

}  // namespace treering::tuner::runs
