#include <algorithm>

#include "core/named_values.h"
#include "core/text/reading.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

using Words = std::vector<std::string_view>;
using core::is_same_name;

/// The lines of a text one after the other, as words.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : lines_(text) {}

  bool next() {
    if (!lines_.next()) return false;
    line_ = {lines_.number(), smi_words(lines_.line())};
    return true;
  }
  const Line& line() const { return line_; }

 private:
  core::LineReader lines_;
  Line line_;
};

bool is_device_name(std::string_view word) {
  return smi_number(word, "GPU") || smi_number(word, "NIC");
}

/// "CPU Affinity", "NUMA Affinity" and "GPU NUMA ID", also when glued to each other by a paste.
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

void add_header_words(const Words& words, Lines& lines) {
  bool is_column = !lines.has_cpu_affinity && !lines.has_numa_affinity;
  for (const std::string_view word : words) {
    is_column = is_column && !ends_columns(word);
    if (is_column) lines.columns.push_back(word);
    if (is_same_name(word, "CPU")) lines.has_cpu_affinity = true;
    // The "NUMA" of "GPU NUMA ID" comes last and is no affinity; drivers print both or neither.
    if (is_same_name(word, "NUMA") || is_same_name(word, "AffinityNUMA")) {
      lines.has_numa_affinity = true;
    }
  }
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
bool is_row(const Lines& lines, const Words& words) {
  if (words.empty() || is_header(words)) return false;
  if (words.size() > 1 && parse_smi_cell(words[1])) return !parse_smi_cell(words[0]);
  return !has_all_rows(lines) && is_column(lines, words[0]);
}

/// Whether a line goes on with the row above it: with cells that are missing, or affinities.
bool continues_row(const Lines& lines, const Words& words) {
  if (lines.rows.empty() || words.empty()) return false;
  const Words& row = lines.rows.back().words;
  const std::size_t cells = lines.columns.size() + 1;
  if (row.size() < cells) return parse_smi_cell(words[0]).has_value();
  const bool wants_affinity = smi_number(row[0], "GPU") && lines.has_cpu_affinity;
  return row.size() == cells && wants_affinity && is_smi_affinity(words[0]);
}

/// Takes the lines below the header, up to the first that is no part of the matrix.
void add_rows(WordReader& reader, Lines& lines) {
  constexpr std::size_t kMostHeaderLines = 16;
  while (reader.next()) {
    const Line& line = reader.line();
    const bool is_early = lines.rows.empty() && line.number < lines.header + kMostHeaderLines;
    if (line.words.empty()) {
      if (has_all_rows(lines)) return;
    } else if (is_row(lines, line.words)) {
      lines.rows.push_back(line);
      // One too many is all that it takes to refuse them.
      if (lines.rows.size() > lines.columns.size()) return;
    } else if (continues_row(lines, line.words)) {
      Words& row = lines.rows.back().words;
      row.insert(row.end(), line.words.begin(), line.words.end());
    } else if (is_early) {
      add_header_words(line.words, lines);
    } else {
      return;
    }
    lines.last = line.number;
  }
}

}  // namespace

std::optional<Lines> find_smi_lines(std::string_view text) {
  WordReader reader(text);
  Lines lines;
  while (lines.header == 0) {
    if (!reader.next()) return {};
    if (is_header(reader.line().words)) lines.header = reader.line().number;
  }
  lines.last = lines.header;
  add_header_words(reader.line().words, lines);
  add_rows(reader, lines);
  while (lines.another_header == 0) {
    if (is_header(reader.line().words) && reader.line().number > lines.header) {
      lines.another_header = reader.line().number;
    }
    if (!reader.next()) break;
  }
  return lines;
}

}  // namespace treering::hw::formats::nvidia_smi
