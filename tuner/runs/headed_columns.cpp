#include "tuner/runs/headed_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "tuner/runs/collective_of_table.h"

namespace treering::tuner::runs {
namespace {

using Kind = HeadedColumn::Kind;

struct HeadedUnit {
  std::string_view text;  // in lower case
  double scale = 0;
};

constexpr double kKi = 1024;

// To bytes. People write GB for what nccl-tests calls 1G, and DeepSpeed prints it so.
constexpr std::array kSizeUnits{HeadedUnit{"b", 1},
                                HeadedUnit{"bytes", 1},
                                HeadedUnit{"byte", 1},
                                HeadedUnit{"k", kKi},
                                HeadedUnit{"kb", kKi},
                                HeadedUnit{"kib", kKi},
                                HeadedUnit{"m", kKi* kKi},
                                HeadedUnit{"mb", kKi* kKi},
                                HeadedUnit{"mib", kKi* kKi},
                                HeadedUnit{"g", kKi* kKi* kKi},
                                HeadedUnit{"gb", kKi* kKi* kKi},
                                HeadedUnit{"gib", kKi* kKi* kKi}};

// To us. "\xc2\xb5" and "\xce\xbc" are the two letters for micro.
constexpr std::array kTimeUnits{
    HeadedUnit{"us", 1},   HeadedUnit{"\xc2\xb5s", 1},    HeadedUnit{"\xce\xbcs", 1},
    HeadedUnit{"usec", 1}, HeadedUnit{"microseconds", 1}, HeadedUnit{"ns", 1e-3},
    HeadedUnit{"ms", 1e3}, HeadedUnit{"msec", 1e3},       HeadedUnit{"milliseconds", 1e3},
    HeadedUnit{"s", 1e6},  HeadedUnit{"sec", 1e6},        HeadedUnit{"seconds", 1e6}};

/// To GB/s: bits where the text has a small b, as "Gbps", but for "gb/s" in small letters.
double rate_scale(std::string_view text) {
  constexpr double kBits = 8;
  const std::string small = core::lower_case(text);
  const bool is_rate = small.ends_with("ps") || small.ends_with("/s") || small.ends_with("/sec") ||
                       small.ends_with("sec");
  if (!is_rate || small.size() < 3) return 0;
  const double prefix = small[0] == 'g' ? 1 : small[0] == 'm' ? 1e-3 : small[0] == 't' ? 1e3 : 0;
  const bool is_binary = small[1] == 'i' && small.compare(1, 3, "ibi") != 0;
  const std::size_t at = is_binary ? 2 : 1;
  if (small[at] != 'b') return 0;
  const bool has_word = small.compare(at, 3, "bit") == 0;
  const bool is_spelt_small = text[0] == 'g' && small.find('/') != std::string::npos;
  const bool is_bits = has_word || (text[at] == 'b' && !is_spelt_small);
  constexpr double kGibi = 1.073741824;
  return prefix * (is_binary ? kGibi : 1) / (is_bits ? kBits : 1);
}

/// Whether it is meant for bits or for bytes is unknown.
bool is_unclear_rate(std::string_view text) {
  return core::lower_case(text).ends_with("bps") && !text.ends_with("Bps") &&
         !text.ends_with("BPS");
}

template <std::size_t count>
double scale_of(const std::array<HeadedUnit, count>& units, std::string_view text) {
  const std::string small = core::lower_case(text);
  const auto found =
      std::ranges::find(units, small, [](const HeadedUnit& one) { return one.text; });
  return found == units.end() ? 0 : found->scale;
}

double unit_of(Kind kind, std::string_view text) {
  if (kind == Kind::Size) return scale_of(kSizeUnits, text);
  if (kind == Kind::Time) return scale_of(kTimeUnits, text);
  return kind == Kind::Algbw || kind == Kind::Busbw ? rate_scale(text) : 0;
}

/// Small letters and digits alone.
std::string plain_name(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    if (core::is_letter_or_digit(c)) letters += c;
  }
  return core::lower_case(letters);
}

template <std::size_t count>
bool is_among(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

constexpr std::array<std::string_view, 13> kSizeNames{
    "size",       "messagesize", "msgsize", "msgsz",   "totalsize", "datasize",    "buffersize",
    "tensorsize", "bytes",       "message", "payload", "nbytes",    "transfersize"};
constexpr std::array<std::string_view, 15> kTimeNames{
    "time",        "latency",    "duration",   "tavg",           "avgtime",
    "timeavg",     "latencyp50", "avglatency", "latencyavg",     "elapsed",
    "averagetime", "mediantime", "timeoop",    "averagelatency", "timeoutofplace"};
constexpr std::array<std::string_view, 11> kLabelNames{
    "collective",         "op",        "operation", "test",         "coll",
    "commsres",           "primitive", "benchmark", "collectiveop", "collectivetype",
    "collectiveoperation"};
// Of figures that were not measured out of place, or of other runs.
constexpr std::array<std::string_view, 14> kNotThese{
    "max",  "min",   "peak",    "expected", "theor", "ratio", "speedup",
    "diff", "delta", "inplace", "gain",     "ideal", "std",   "target"};

bool is_bandwidth(std::string_view letters, std::string_view word) {
  return letters.find(std::string(word) + "bw") != std::string_view::npos ||
         letters.find(std::string(word) + "bandwidth") != std::string_view::npos;
}

Kind kind_of(std::string_view letters) {
  const auto has = [&](std::string_view word) {
    return letters.find(word) != std::string_view::npos;
  };
  if (is_among(kSizeNames, letters)) return Kind::Size;
  if (is_among(kTimeNames, letters)) return Kind::Time;
  if (is_among(kLabelNames, letters)) return Kind::Label;
  if (letters == "description") return Kind::Elements;
  if (std::ranges::any_of(kNotThese, has) || letters.ends_with("ip")) return Kind::Other;
  if (is_bandwidth(letters, "bus")) return Kind::Busbw;
  const bool is_algorithm = is_bandwidth(letters, "alg") || is_bandwidth(letters, "algo") ||
                            is_bandwidth(letters, "algorithm");
  return is_algorithm ? Kind::Algbw : Kind::Other;
}

/// The text between the first brackets, and the rest.
struct Parted {
  std::string rest;
  std::string inside;
};

Parted without_brackets(std::string_view cell) {
  const std::size_t open = cell.find_first_of("([");
  const std::size_t close = cell.find_first_of(")]", std::min(open, cell.size()));
  if (close == std::string_view::npos) return {std::string(cell), ""};
  return {std::string(cell.substr(0, open)) + " " + std::string(cell.substr(close + 1)),
          std::string(core::trimmed(cell.substr(open + 1, close - open - 1)))};
}

/// "size_bytes" and "Size in MiB": the name before the unit that ends it.
Parted without_last_word(std::string_view cell) {
  const std::size_t at = cell.find_last_of("_ ");
  if (at == std::string_view::npos) return {std::string(cell), ""};
  std::string_view name = core::trimmed(cell.substr(0, at));
  if (name.ends_with(" in")) name.remove_suffix(3);
  return {std::string(name), std::string(cell.substr(at + 1))};
}

/// Marks of Markdown and of comments.
std::string_view bare(std::string_view cell) {
  return core::trimmed(cell, " \t\r\n*`#:");
}

HeadedColumn column_named(std::string_view cell) {
  HeadedColumn column;
  const auto named = collectives_named_in(cell);
  if (named.size() == 1) column.collective = named.front();
  Parted parted = without_brackets(bare(cell));
  column.kind = kind_of(plain_name(parted.rest));
  if (column.kind == Kind::Other || parted.inside.empty()) {
    const Parted shorter = without_last_word(core::trimmed(parted.rest));
    const Kind kind = kind_of(plain_name(shorter.rest));
    if (unit_of(kind, shorter.inside) > 0) {
      column.kind = kind;
      parted = shorter;
    }
  }
  column.scale = unit_of(column.kind, parted.inside);
  const bool is_rate = column.kind == Kind::Algbw || column.kind == Kind::Busbw;
  column.may_be_bytes = is_rate && is_unclear_rate(parted.inside);
  if (column.kind == Kind::Size && plain_name(cell) == "bytes") column.scale = 1;
  column.name = core::trimmed(parted.rest);
  return column;
}

/// Whether the cell is a word and no figure.
bool is_word(std::string_view cell) {
  return std::ranges::any_of(cell, core::is_letter);
}

/// How lines like this one may be parted, the likeliest first.
CellEnd end_in(std::string_view line) {
  if (std::ranges::count(line, '|') > 1) return CellEnd::Bar;
  return std::ranges::count(line, ',') > 1 ? CellEnd::Comma : CellEnd::Blanks;
}

/// Cells that two blanks or a tab part; where there are none, words, with what stands in brackets.
std::vector<std::string_view> parted_by_blanks(std::string_view line) {
  std::vector<std::string_view> cells;
  const std::string_view text = core::trimmed(line);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && text[end] != '\t' && text.substr(end, 2) != "  ") ++end;
    cells.push_back(core::trimmed(text.substr(at, end - at)));
    at = std::min(text.find_first_not_of(" \t", end), text.size());
  }
  if (cells.size() > 1) return cells;
  cells.clear();
  for (const std::string_view word : words_of(text)) {
    if (cells.empty() || !word.starts_with('(')) {
      cells.push_back(word);
      continue;
    }
    const auto begin = static_cast<std::size_t>(cells.back().data() - text.data());
    const auto end = static_cast<std::size_t>(word.data() - text.data()) + word.size();
    cells.back() = text.substr(begin, end - begin);
  }
  return cells;
}

std::vector<std::string_view> parted_by(std::string_view line, char mark) {
  std::string_view text = core::trimmed(line);
  if (mark == '|' && text.starts_with(mark)) text.remove_prefix(1);
  if (mark == '|' && text.ends_with(mark)) text.remove_suffix(1);
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t end = std::min(text.find(mark), text.size());
    cells.push_back(core::trimmed(text.substr(0, end)));
    if (end == text.size()) return cells;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::optional<std::size_t> Heading::find(Kind kind) const {
  const auto found = std::ranges::find(columns, kind, &HeadedColumn::kind);
  if (found == columns.end()) return {};
  return static_cast<std::size_t>(found - columns.begin());
}

std::vector<std::string_view> cells_of(std::string_view line, CellEnd end) {
  if (end == CellEnd::Blanks) return parted_by_blanks(line);
  return parted_by(line, end == CellEnd::Bar ? '|' : ',');
}

std::optional<Heading> heading_in(std::string_view line) {
  constexpr std::size_t kMostCells = 64;
  Heading heading{end_in(line), {}};
  const auto cells = cells_of(line, heading.end);
  if (cells.size() < 2 || cells.size() > kMostCells) return {};
  for (const std::string_view cell : cells) {
    const bool is_figure = !cell.empty() && !is_word(cell);
    if (is_figure) return {};
    heading.columns.push_back(column_named(cell));
  }
  const auto time = heading.find(Kind::Time);
  const bool has_figures = heading.find(Kind::Busbw) || heading.find(Kind::Algbw) ||
                           (time && heading.columns[*time].scale > 0);
  if (!heading.find(Kind::Size) || !has_figures) return {};
  return heading;
}

std::string why_unclear(const Heading& heading) {
  for (const HeadedColumn& one : heading.columns) {
    if (one.kind != Kind::Busbw && one.kind != Kind::Algbw) continue;
    if (one.may_be_bytes && !heading.find(Kind::Time)) {
      return fmt::format("{} in Gbps, which may be gigabits or gigabytes; write Gbit/s or GB/s",
                         core::in_quotes(one.name));
    }
    const auto other = std::ranges::find_if(heading.columns, [&](const HeadedColumn& column) {
      return column.kind == one.kind && column.collective == one.collective &&
             column.name != one.name;
    });
    if (other == heading.columns.end()) continue;
    return fmt::format("a table with the columns {} and {}, of which each may be the one meant",
                       core::in_quotes(one.name), core::in_quotes(other->name));
  }
  return "";
}

namespace {

/// "1.0" and "GB" of "1.0 GB", "1048576" and "" of "1,048,576" and "1_048_576".
struct Amount {
  std::string number;
  std::string_view unit;
};

std::optional<Amount> amount_in(std::string_view cell) {
  cell = bare(cell);
  if (cell.starts_with('~')) cell.remove_prefix(1);
  const std::size_t end = std::min(cell.find_first_not_of("0123456789.,_eE+-"), cell.size());
  // "8E" is no number, and "1e6" is one.
  std::string_view number = cell.substr(0, end);
  while (!number.empty() && !core::is_digit(number.back())) number.remove_suffix(1);
  if (number.empty() || !core::is_digit(number.front())) return {};
  Amount amount{std::string(number), core::trimmed(cell.substr(number.size()))};
  std::erase_if(amount.number, [](char c) { return c == ',' || c == '_'; });
  return amount;
}

}  // namespace

std::optional<std::uint64_t> bytes_in(std::string_view cell, double scale) {
  const auto amount = amount_in(cell);
  const auto figure = amount ? parse_figure(amount->number) : std::nullopt;
  if (!figure) return {};
  const double own = amount->unit.empty() ? scale : scale_of(kSizeUnits, amount->unit);
  constexpr double kMost = 1e18;
  const double bytes = std::round(figure->value * own);
  if (!(own > 0) || bytes < 0 || bytes > kMost) return {};
  return static_cast<std::uint64_t>(bytes);
}

std::optional<Figure> figure_in(std::string_view cell, const HeadedColumn& column) {
  const auto amount = amount_in(cell);
  auto figure = amount ? parse_figure(amount->number) : std::nullopt;
  if (!figure) return {};
  double scale = amount->unit.empty() ? column.scale : unit_of(column.kind, amount->unit);
  // The names algbw and busbw are those of nccl-tests, whose unit is GB/s.
  const bool is_rate = column.kind == Kind::Algbw || column.kind == Kind::Busbw;
  if (is_rate && is_unclear_rate(amount->unit)) return {};
  if (is_rate && scale <= 0 && amount->unit.empty()) scale = 1;
  if (scale <= 0) return {};
  figure->value *= scale;
  figure->half_step *= scale;
  return figure;
}

}  // namespace treering::tuner::runs
