#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "core/named_values.h"
#include "core/text/reading.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

using Words = std::vector<std::string_view>;
using core::is_same_name;

bool starts_with_name(std::string_view text, std::string_view start) {
  return text.size() >= start.size() && is_same_name(text.substr(0, start.size()), start);
}

// --- words that lost the blank between them, as terminals lose tabs when lines are copied

/// The length of a device's name with a number at the start of `text`: "GPU10", "mlx5_3"; 0 for
/// none.
std::size_t numbered_name(std::string_view text) {
  for (const std::string_view kind : {"GPU", "NIC", "mlx4_", "mlx5_"}) {
    if (!starts_with_name(text, kind)) continue;
    const std::size_t end =
        std::min(text.find_first_not_of("0123456789", kind.size()), text.size());
    if (end > kind.size()) return end;
  }
  return 0;
}

/// "NIC8NIC9" and "AffinityNUMA" as their words; any other as it is.
void add_names(std::string_view word, Words& words) {
  constexpr std::array<std::string_view, 3> kEnds{"CPU", "NUMA", "GPU"};
  const auto begins_another = [&](std::size_t at) {
    const std::string_view rest = word.substr(at);
    return numbered_name(rest) > 0 || std::ranges::any_of(kEnds, [rest](std::string_view end) {
             return is_same_name(rest, end);
           });
  };
  for (std::size_t at = 1; at < word.size(); ++at) {
    if (!begins_another(at)) continue;
    words.push_back(word.substr(0, at));
    word.remove_prefix(at);
    at = 0;
  }
  words.push_back(word);
}

/// The length of a cell at the start of `text`; 0 for none.
std::size_t cell_length(std::string_view text) {
  for (const std::string_view cell : {"NODE", "PIX", "PXB", "PHB", "SYS", "SOC", "X"}) {
    if (starts_with_name(text, cell)) return cell.size();
  }
  if (!starts_with_name(text, "NV")) return 0;
  const std::size_t end = std::min(text.find_first_not_of("0123456789", 2), text.size());
  // "NV180-63": where the number ends nobody knows.
  const bool is_mixed = end < text.size() && (text[end] == '-' || text[end] == ',');
  return end > 2 && !is_mixed ? end : 0;
}

/// "NODENODE", "SYS0-23", "NIC10SYS" as their words; any other as it is.
void add_cells(std::string_view word, Words& words) {
  // Most words of most texts are none: only such letters begin a cell or a device.
  constexpr std::string_view kFirst = "GNPSXMgnpsxm";
  if (kFirst.find(word.front()) == std::string_view::npos || parse_smi_cell(word)) {
    words.push_back(word);
    return;
  }
  Words parts;
  std::string_view rest = word;
  const std::size_t name = numbered_name(rest);
  if (name > 0 && name < rest.size()) {
    parts.push_back(rest.substr(0, name));
    rest.remove_prefix(name);
  }
  while (const std::size_t cell = cell_length(rest)) {
    parts.push_back(rest.substr(0, cell));
    rest.remove_prefix(cell);
  }
  const bool has_cells = parts.size() > (name > 0 ? 1U : 0U);
  if (!rest.empty() && has_cells && is_smi_affinity(rest)) {
    parts.push_back(rest);
    rest = {};
  }
  if (!rest.empty() || parts.size() < 2) parts = {word};
  words.insert(words.end(), parts.begin(), parts.end());
}

/// What surrounds a matrix in a table or a comment.
bool is_frame(std::string_view word) {
  return word.find_first_not_of("|#/*") == std::string_view::npos;
}

bool is_device_name(std::string_view word) {
  return smi_number(word, "GPU") || smi_number(word, "NIC");
}

/// The words that a log puts before a line, "INFO 03-10 11:01:41 env.py:12] GPU0 X NV4": they end
/// in a mark or a time, and a device with a cell or another device follows. 0 for none.
std::size_t words_of_log(const Words& words) {
  constexpr std::size_t kMost = 8;
  if (words.empty() || is_device_name(words[0]) || parse_smi_cell(words[0])) return 0;
  for (std::size_t i = 1; i + 1 < words.size() && i <= kMost; ++i) {
    if (!is_device_name(words[i])) continue;
    const bool ends = std::string_view(":])>Z").find(words[i - 1].back()) != std::string_view::npos;
    // A label may stand before the header: "GPU topology: GPU0 CPU Affinity".
    const std::string_view next = words[i + 1];
    const bool is_header =
        i + 2 < words.size() && is_same_name(next, "CPU") && is_same_name(words[i + 2], "Affinity");
    return ends && (parse_smi_cell(next) || is_device_name(next) || is_header) ? i : 0;
  }
  return 0;
}

Words without_frame(std::string_view line) {
  Words words = smi_words(line);
  std::erase_if(words, is_frame);
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(words_of_log(words)));
  return words;
}

/// "CPU Affinity", "NUMA Affinity" and "GPU NUMA ID".
bool ends_columns(std::string_view word) {
  return is_same_name(word, "CPU") || is_same_name(word, "NUMA") || is_same_name(word, "GPU") ||
         is_same_name(word, "Affinity");
}

/// A header starts with a GPU and goes on with a device or with affinities; a row with a cell.
bool is_header(const Words& words) {
  if (words.size() < 2 || !smi_number(words[0], "GPU")) return false;
  if (parse_smi_cell(words[1])) return false;
  return is_device_name(words[1]) || ends_columns(words[1]) ||
         std::ranges::any_of(words, [](std::string_view word) { return ends_columns(word); });
}

/// Whether a line with these words may be a header or go on with one: it names a device, and no
/// cell follows.
bool may_name_columns(const Words& words) {
  if (words.empty() || (words.size() > 1 && parse_smi_cell(words[1]))) return false;
  return numbered_name(words[0]) > 0;
}

/// The words of a header or of a row, apart where they were run together.
Words apart(const Words& raw) {
  Words words;
  if (may_name_columns(raw)) {
    for (const std::string_view word : raw) add_names(word, words);
    if (is_header(words) || words.size() > raw.size()) return words;
    words.clear();
  }
  for (const std::string_view word : raw) add_cells(word, words);
  return words;
}

Words matrix_words(std::string_view line) {
  return apart(without_frame(line));
}

// --- a matrix that lost its line ends

/// Whether a row begins there: a device, and a cell.
bool begins_row(const Words& words, std::size_t at) {
  return at + 1 < words.size() && numbered_name(words[at]) == words[at].size() &&
         parse_smi_cell(words[at + 1]).has_value();
}

/// What stands before the first row: the header, behind what stands before it.
Words header_in(const Words& words) {
  for (auto first = words.begin(); first != words.end(); ++first) {
    Words rest(first, words.end());
    if (is_header(rest)) return rest;
  }
  return {};
}

/// The words of each line that stands in this one: of most all words.
std::vector<Words> lines_in(std::string_view line) {
  const Words raw = without_frame(line);
  std::vector<std::size_t> starts;
  for (std::size_t i = 1; i < raw.size(); ++i) {
    if (begins_row(raw, i)) starts.push_back(i);
  }
  if (starts.empty()) return {apart(raw)};
  const auto at = [&raw](std::size_t i) { return raw.begin() + static_cast<std::ptrdiff_t>(i); };
  std::vector<Words> lines;
  const Words first(raw.begin(), at(starts.front()));
  Words before = begins_row(raw, 0) ? first : header_in(apart(first));
  if (!before.empty()) lines.push_back(std::move(before));
  starts.push_back(raw.size());
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    lines.push_back(apart(Words(at(starts[i]), at(starts[i + 1]))));
  }
  return lines;
}

/// The lines of a text one after the other, as words.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : lines_(text) {}

  bool next() {
    if (waiting_.empty()) {
      if (!lines_.next()) return false;
      waiting_ = lines_in(lines_.line());
      std::ranges::reverse(waiting_);
    }
    line_ = {lines_.number(), std::move(waiting_.back())};
    waiting_.pop_back();
    return true;
  }
  const Line& line() const { return line_; }

  /// Goes to the next line that may be a header: most lines are known for none by their start.
  bool next_but_rows() {
    while (lines_.next()) {
      const std::string_view line = core::trimmed(lines_.line());
      if (is_plain_row(line) || line.find_first_of("Gg") == std::string_view::npos) continue;
      line_ = {lines_.number(), matrix_words(lines_.line())};
      return true;
    }
    return false;
  }

 private:
  /// "GPU0 X NV4": a device and a cell.
  static bool is_plain_row(std::string_view line) {
    if (numbered_name(line) == 0) return false;
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view rest = core::trimmed(line.substr(end, 16));
    return parse_smi_cell(rest.substr(0, rest.find_first_of(" \t"))).has_value();
  }

  core::LineReader lines_;
  Line line_;
  std::vector<Words> waiting_;  // of the same line, from last to first
};

void add_header_words(const Words& words, Lines& lines) {
  if (!words.empty()) lines.last_heading = words.back();
  bool is_column = !lines.has_cpu_affinity && !lines.has_numa_affinity;
  for (const std::string_view word : words) {
    is_column = is_column && !ends_columns(word);
    if (is_column) lines.columns.push_back(word);
    if (is_same_name(word, "CPU")) lines.has_cpu_affinity = true;
    // The "NUMA" of "GPU NUMA ID" comes last and is no affinity; drivers print both or neither.
    if (is_same_name(word, "NUMA")) lines.has_numa_affinity = true;
  }
}

/// Whether a line below a header may be the rest of it: a name of a device, or an affinity.
bool may_be_header(const Words& words) {
  const auto is_of_header = [](std::string_view word) {
    return ends_columns(word) || is_same_name(word, "ID") || numbered_name(word) == word.size() ||
           word.find_first_of(":=()[]") == std::string_view::npos;
  };
  return std::ranges::all_of(words, is_of_header);
}

bool is_column(const Lines& lines, std::string_view word) {
  return std::ranges::any_of(lines.columns,
                             [word](std::string_view name) { return is_same_name(name, word); });
}

bool has_all_rows(const Lines& lines) {
  return lines.rows.size() >= lines.columns.size();
}

/// A row has a device's name and a cell. While rows are missing, a column's name is enough, so that
/// an odd cell or the end of the text gets a message of its own.
/// \param is_next the line follows a row; elsewhere only what is surely one counts
bool is_row(const Lines& lines, const Words& words, bool is_next) {
  if (words.empty() || is_header(words)) return false;
  const bool is_named = is_column(lines, words[0]);
  if (words.size() > 1 && parse_smi_cell(words[1])) {
    return (is_next || is_named || is_device_name(words[0])) && !parse_smi_cell(words[0]);
  }
  return is_next && !has_all_rows(lines) && is_named;
}

/// Whether a line goes on with the row above it: with cells that are missing, or affinities.
bool continues_row(const Lines& lines, const Words& words) {
  if (lines.rows.empty() || words.empty()) return false;
  const Words& row = lines.rows.back().words;
  const std::size_t cells = lines.columns.size() + 1;
  if (row.size() < cells) return parse_smi_cell(words[0]).has_value();
  const bool wants_affinity = smi_number(row[0], "GPU") && lines.has_cpu_affinity;
  if (!wants_affinity || !is_smi_affinity(words[0])) return false;
  // NUMA affinity and GPU NUMA ID follow that of the CPU.
  const std::size_t most = cells + 1 + (lines.has_numa_affinity ? 2 : 0);
  return row.size() == cells ||
         (row.size() + words.size() <= most && std::ranges::all_of(words, is_smi_affinity));
}

bool is_same_row(const Lines& lines, const Words& words) {
  return std::ranges::any_of(lines.rows, [&](const Line& row) { return row.words == words; });
}

/// Takes the lines below the header, up to the first that is no part of the matrix. While rows are
/// missing, a few lines of other programs may stand between them.
class RowTaker {
 public:
  explicit RowTaker(Lines& lines) : lines_(lines) {}

  /// False where the matrix has ended.
  bool take(const Line& line) {
    constexpr std::size_t kMostHeaderLines = 16;
    constexpr int kMostForeign = 40;
    const Words& words = line.words;
    if (words.empty()) return !has_all_rows(lines_);
    const bool is_early = lines_.rows.empty() && line.number < lines_.header + kMostHeaderLines;
    if (is_row(lines_, words, foreign_ == 0)) return add_row(line);
    if (continues_row(lines_, words)) {
      Words& row = lines_.rows.back().words;
      row.insert(row.end(), words.begin(), words.end());
    } else if (is_early && foreign_ == 0 && may_be_header(words)) {
      add_header_words(words, lines_);
    } else {
      const bool is_end = is_header(words) || has_all_rows(lines_) || is_legend(words);
      return !is_end && ++foreign_ <= kMostForeign;
    }
    lines_.last = line.number;
    return true;
  }

 private:
  static bool is_legend(const Words& words) {
    return is_same_name(words[0], "Legend:") ||
           (words.size() > 1 && is_same_name(words[1], "Legend:"));
  }

  bool add_row(const Line& line) {
    lines_.last = line.number;
    // Of two programs that write at once each may have written it.
    if (foreign_ > 0 && is_same_row(lines_, line.words)) return true;
    foreign_ = 0;
    lines_.rows.push_back(line);
    // Columns of NICs may be lost, but no more than these.
    constexpr std::size_t kMostLost = 64;
    return lines_.rows.size() <= lines_.columns.size() + kMostLost;
  }

  Lines& lines_;
  int foreign_ = 0;  // lines since the last row that are none
};

// --- columns that a terminal cut off at its right end

/// The start of a device's name, or all of it but its number: "G", "NIC", "mlx5_".
bool is_half_name(std::string_view word) {
  return std::ranges::any_of(std::array<std::string_view, 4>{"GPU", "NIC", "mlx4_", "mlx5_"},
                             [word](std::string_view kind) {
                               return word.size() <= kind.size() &&
                                      is_same_name(word, kind.substr(0, word.size()));
                             });
}

bool is_cell_or_half(std::string_view word) {
  return parse_smi_cell(word) || is_smi_half_cell(word);
}

/// Whether the last column has cells that are cut, or a name that is: "GPU1" of "GPU10" stands
/// twice.
bool is_last_cut(const Lines& lines) {
  const std::string_view name = lines.columns.back();
  const bool stands_twice = std::ranges::count(lines.columns, name) > 1;
  const std::size_t width = lines.columns.size();
  return is_half_name(name) || stands_twice ||
         std::ranges::any_of(lines.rows, [&](const Line& row) {
           return row.words.size() == width + 1 && !parse_smi_cell(row.words.back()) &&
                  is_smi_half_cell(row.words.back());
         });
}

/// Leaves out the column that is cut, and cells whose column is not named any more. A matrix with
/// affinities is whole; a single row may be cut by the end of the paste.
void leave_out_cut_column(Lines& lines) {
  const bool has_affinities = lines.has_cpu_affinity || lines.has_numa_affinity;
  if (has_affinities || lines.columns.size() < 2 || lines.rows.size() < 2) return;
  const auto all_end = [&](std::size_t words) {
    return std::ranges::all_of(lines.rows, [words](const Line& row) {
      return row.words.size() == words && is_cell_or_half(row.words.back());
    });
  };
  const bool has_more_cells = all_end(lines.columns.size() + 2);
  if (!has_more_cells && !(all_end(lines.columns.size() + 1) && is_last_cut(lines))) return;
  if (!has_more_cells) lines.columns.pop_back();
  for (Line& row : lines.rows) row.words.resize(lines.columns.size() + 1);
}

/// Of a heading that is cut, "CPU Affi", the lists below may be cut as well, which does not show.
void leave_out_cut_affinity(Lines& lines) {
  const std::string_view heading = lines.last_heading;
  const bool is_cut =
      lines.has_cpu_affinity && !is_same_name(heading, "Affinity") && !is_same_name(heading, "ID");
  if (!is_cut) return;
  for (Line& row : lines.rows) {
    const bool has_affinity = row.words.size() > lines.columns.size() + 1;
    if (has_affinity && is_smi_affinity(row.words.back())) row.words.pop_back();
  }
}

// --- a row that the text ends within

/// The words of the longest row of a GPU above the last row; without one as many as its cells and
/// its list of CPUs need.
std::size_t words_of_longest(const Lines& lines) {
  const std::size_t cells = lines.columns.size() + 1;
  std::size_t most = 0;
  for (std::size_t i = 0; i + 1 < lines.rows.size(); ++i) {
    const Words& words = lines.rows[i].words;
    if (smi_number(words[0], "GPU")) most = std::max({most, words.size(), cells});
  }
  return most > 0 ? most : cells + (lines.has_cpu_affinity ? 1 : 0);
}

/// Whether a list that ends a text without line end is the start of the list in that column of
/// other rows, and of none the whole.
bool is_half_list(const Lines& lines) {
  const Words& row = lines.rows.back().words;
  if (!is_smi_affinity(row.back())) return false;
  bool is_start = false;
  for (std::size_t i = 0; i + 1 < lines.rows.size(); ++i) {
    const Words& words = lines.rows[i].words;
    if (words.size() < row.size()) continue;
    const std::string_view other = words[row.size() - 1];
    if (other == row.back()) return false;
    is_start = is_start || other.starts_with(row.back());
  }
  return is_start;
}

/// Leaves out the last word where it may be a part of one: a number of NVLinks or a list of CPUs at
/// the end of a row that is shorter than its peers.
void leave_out_torn_word(std::string_view text, Lines& lines) {
  if (lines.rows.empty() || lines.is_header_lost || last_line_of(text) > lines.last) return;
  // "NIC1" of "NIC10".
  if (lines.rows.size() > 1 && lines.rows.back().words.size() == 1) return lines.rows.pop_back();
  Words& row = lines.rows.back().words;
  if (row.size() < 2 || !smi_number(row[0], "GPU")) return;
  lines.is_torn =
      row.size() < words_of_longest(lines) || (!text.ends_with('\n') && is_half_list(lines));
  if (!lines.is_torn) return;
  const auto cell = parse_smi_cell(row.back());
  if (!(cell && cell->nvlinks > 0) && !is_smi_affinity(row.back())) return;
  lines.torn_word = row.back();
  row.pop_back();
}

void find_another_header(WordReader& reader, Lines& lines) {
  while (lines.another_header == 0) {
    if (is_header(reader.line().words) && reader.line().number > lines.header) {
      lines.another_header = reader.line().number;
    }
    if (!reader.next_but_rows()) return;
  }
}

// --- a matrix whose header is lost

/// The cells of a row; 0 where it is none.
std::size_t cells_of(const Words& words) {
  if (words.size() < 3 || parse_smi_cell(words[0])) return 0;
  const auto end = std::find_if(words.begin() + 1, words.end(),
                                [](std::string_view word) { return !parse_smi_cell(word); });
  return static_cast<std::size_t>(end - words.begin()) - 1;
}

std::optional<std::size_t> place_of_self(const Words& words, std::size_t cells) {
  const auto end = words.begin() + 1 + static_cast<std::ptrdiff_t>(cells);
  const auto self = std::find_if(words.begin() + 1, end,
                                 [](std::string_view word) { return is_same_name(word, "X"); });
  if (self == end) return {};
  return static_cast<std::size_t>(self - words.begin()) - 1;
}

// Names for columns whose rows are lost as well; a matrix has no more.
constexpr std::array<std::string_view, 32> kNicNames{
    "NIC0",  "NIC1",  "NIC2",  "NIC3",  "NIC4",  "NIC5",  "NIC6",  "NIC7",
    "NIC8",  "NIC9",  "NIC10", "NIC11", "NIC12", "NIC13", "NIC14", "NIC15",
    "NIC16", "NIC17", "NIC18", "NIC19", "NIC20", "NIC21", "NIC22", "NIC23",
    "NIC24", "NIC25", "NIC26", "NIC27", "NIC28", "NIC29", "NIC30", "NIC31"};

/// Each row has X in its own column, which names it. Nothing where the rows do not agree.
std::optional<Words> columns_by_rows(const std::vector<Line>& rows, std::size_t cells) {
  Words columns(cells);
  for (const Line& row : rows) {
    const auto self = place_of_self(row.words, cells);
    if (!self || !columns[*self].empty()) return {};
    columns[*self] = row.words[0];
  }
  const auto first = std::ranges::find(columns, std::string_view());
  if (static_cast<std::size_t>(columns.end() - first) > kNicNames.size()) return {};
  std::size_t next = 0;
  for (std::string_view& column : columns) {
    if (column.empty()) {
      column = kNicNames[next++];
    } else if (smi_number(column, "NIC")) {
      ++next;
    }
  }
  const std::set<std::string_view> different(columns.begin(), columns.end());
  if (different.size() != columns.size()) return {};
  return columns;
}

/// A matrix without header: rows of GPUs of the same width, one below the other.
std::optional<Lines> lines_without_header(std::string_view text) {
  WordReader reader(text);
  Lines lines;
  std::size_t cells = 0;
  constexpr std::size_t kMostRows = 512;
  while (reader.next() && lines.rows.size() < kMostRows) {
    const Words& words = reader.line().words;
    const std::size_t own = cells_of(words);
    const bool is_first =
        lines.rows.empty() && own > 1 && smi_number(words[0], "GPU") && place_of_self(words, own);
    if (is_first) cells = own;
    if (own > 1 && own == cells) {
      lines.rows.push_back(reader.line());
      lines.last = reader.line().number;
    } else if (!lines.rows.empty() && !words.empty()) {
      break;
    }
  }
  if (lines.rows.size() < 2) return {};
  auto columns = columns_by_rows(lines.rows, cells);
  if (!columns) return {};
  lines.columns = *std::move(columns);
  lines.header = lines.rows.front().number;
  lines.is_header_lost = true;
  const std::size_t behind = lines.rows.front().words.size() - 1 - cells;
  lines.has_cpu_affinity = behind > 0;
  lines.has_numa_affinity = behind > 1;
  return lines;
}

}  // namespace

std::optional<Lines> find_smi_lines(std::string_view text) {
  WordReader reader(text);
  Lines lines;
  while (lines.header == 0) {
    if (!reader.next()) return lines_without_header(text);
    if (is_header(reader.line().words)) lines.header = reader.line().number;
  }
  lines.last = lines.header;
  add_header_words(reader.line().words, lines);
  RowTaker rows(lines);
  while (reader.next()) {
    if (!rows.take(reader.line())) break;
  }
  leave_out_cut_column(lines);
  leave_out_cut_affinity(lines);
  leave_out_torn_word(text, lines);
  find_another_header(reader, lines);
  return lines;
}

}  // namespace treering::hw::formats::nvidia_smi
