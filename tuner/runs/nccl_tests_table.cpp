#include "tuner/runs/nccl_tests_table.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "tuner/runs/log_lines.h"

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
    if (has_type || !found) found = RowStart{i, *bytes, *count, words[i + 2], has_type};
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

namespace {

constexpr std::size_t kAlgbw = 1;  // behind the time
constexpr std::size_t kBusbw = 2;
constexpr std::size_t kErrors = 3;

/// Whether the word is a reduction, or what stands in its place; figures are none.
bool is_op_word(std::string_view word) {
  return std::isalpha(static_cast<unsigned char>(word[0])) != 0 && !is_figure_word(word);
}

bool is_root_word(std::string_view word) {
  return word == "-1" || whole_number(word).has_value();
}

std::size_t count_figure_words(const TableLine& line, std::size_t first) {
  std::size_t count = 0;
  while (first + count < line.words.size() && is_figure_word(line.words[first + count])) ++count;
  return count;
}

}  // namespace

TableRow::TableRow(const TableLine& line, const RowStart& start, const TableColumns& columns)
    : columns_(columns), start_(start) {
  prefix_.assign(line.words.begin(), line.words.begin() + static_cast<std::ptrdiff_t>(start.word));
  std::size_t next = start.word + 3;  // behind size, count and type
  const auto& words = line.words;
  if (next < words.size() && is_op_word(words[next])) op_ = words[next++];
  // Without a heading: rows with a root have one figure more than a multiple of four.
  const bool has_minus_one = next < words.size() && words[next] == "-1";
  const bool has_root = columns.is_known ? columns.has_root
                                         : has_minus_one || count_figure_words(line, next) % 4 == 1;
  if (has_root && next < words.size() && is_root_word(words[next])) {
    root_ = words[next] == "-1" ? -1 : small_number(words[next]).value_or(0);
    ++next;
  }
  take_figures(line, next);
}

void TableRow::take_figures(const TableLine& line, std::size_t first) {
  const std::size_t taken = figures_.size();
  for (std::size_t i = first; i < line.words.size(); ++i) {
    const std::string_view word = line.words[i];
    if (is_whole()) {
      // A timestamp may follow, but no figure.
      has_more_ = has_more_ || parse_figure(word).has_value();
      return;
    }
    if (is_figure_word(word)) {
      figures_.push_back(word);
      continue;
    }
    // Only the last figure of a placement can have run into a debug line.
    const bool may_be_glued = line.is_torn && figures_.size() > taken;
    const std::string_view figure = may_be_glued ? leading_figure(word) : std::string_view();
    if (!figure.empty()) figures_.push_back(figure);
    return;
  }
}

bool TableRow::take(const TableLine& line) {
  constexpr std::size_t kLeast = 3;  // time, algbw, busbw
  std::size_t first = 0;
  if (line.words.size() > prefix_.size() &&
      std::equal(prefix_.begin(), prefix_.end(), line.words.begin())) {
    first = prefix_.size();
  }
  const std::size_t found = count_figure_words(line, first);
  if (is_whole() || found < kLeast) return false;
  if (!line.is_torn && first + found < line.words.size() &&
      figures_.size() + found < columns_.figures) {
    return false;
  }
  take_figures(line, first);
  return true;
}

PlacementFigures TableRow::placement(std::size_t time) const {
  if (time + kBusbw >= figures_.size()) return {};
  PlacementFigures figures{parse_figure(figures_[time]), parse_figure(figures_[time + kAlgbw]),
                           parse_figure(figures_[time + kBusbw])};
  if (figures.time_us) {
    figures.time_us->value *= columns_.us_per_unit;
    figures.time_us->half_step *= columns_.us_per_unit;
  }
  return figures;
}

std::optional<bool> TableRow::is_right(std::size_t time) const {
  if (time + kErrors >= figures_.size()) return {};
  const auto errors = parse_figure(figures_[time + kErrors]);
  if (!errors) return {};
  // Sums in another order deviate by some units of the last place of a half.
  constexpr double kMostDeviation = 0.01;
  return errors->value < kMostDeviation;
}

RowSigns TableRow::signs() const {
  RowSigns signs;
  if (!op_.empty()) signs.op = op_ == "none" ? RowSigns::Op::None : RowSigns::Op::Reduction;
  signs.root = root_;
  signs.count = start_.count;
  signs.is_right_out_of_place = is_right(columns_.times[0]);
  if (columns_.times.size() > 1) signs.is_right_in_place = is_right(columns_.times[1]);
  return signs;
}

void TableRow::read_wrong(ParsedRow& parsed) const {
  if (!columns_.counts_wrong) return;
  for (const std::size_t time : columns_.times) {
    if (time + kErrors >= figures_.size()) return;
    const auto errors = parse_figure(figures_[time + kErrors]);
    constexpr double kMost = 1e18;
    // A fraction is a deviation, which old versions print.
    const bool is_count = errors && errors->value >= 0 && errors->value < kMost &&
                          errors->value == std::floor(errors->value);
    if (!is_count) continue;
    parsed.row.wrong =
        std::max(parsed.row.wrong.value_or(0), static_cast<std::uint64_t>(errors->value));
  }
}

std::string TableRow::problem() const {
  if (has_more_) return fmt::format("more than {} figures in a row", columns_.figures);
  const bool has_first =
      columns_.is_known && columns_.times.size() > 1 && figures_.size() == columns_.times[1];
  if (!is_whole() && !has_first) {
    return fmt::format("a row that ends after {} of {} figures", figures_.size(), columns_.figures);
  }
  for (const std::size_t time : columns_.times) {
    if (time < figures_.size() && !parse_figure(figures_[time])) {
      return fmt::format("time {}, expected a number", core::in_quotes(figures_[time]));
    }
  }
  return "";
}

ParsedRow TableRow::parsed() const {
  ParsedRow parsed;
  parsed.problem = problem();
  if (!parsed.problem.empty()) return parsed;
  parsed.row.bytes = start_.bytes;
  parsed.row.type = type_named(start_.type);
  parsed.row.op = op_named(op_);
  parsed.out_of_place = placement(columns_.times[0]);
  if (columns_.times.size() > 1) parsed.in_place = placement(columns_.times[1]);
  if (!is_whole()) parsed.doubt = "the row ends before its figures in place";
  read_wrong(parsed);
  parsed.signs = signs();
  return parsed;
}

}  // namespace treering::tuner::runs
