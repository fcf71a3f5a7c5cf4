#include <algorithm>
#include <array>
#include <utility>

#include "core/text/line_heads.h"
#include "core/text/pasted.h"
#include "core/text/reading.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

// --- tables with the affinities first

using Cells = std::vector<std::string_view>;

Cells tab_cells(std::string_view line) {
  Cells cells;
  while (cells.size() < kMaxSmiWords) {
    const std::size_t tab = line.find('\t');
    cells.push_back(core::trimmed(line.substr(0, tab)));
    if (tab == std::string_view::npos) break;
    line.remove_prefix(tab + 1);
  }
  return cells;
}

/// The number of cells before the names of the rows; 0 where affinities do not come first.
std::size_t cells_before_names(const Cells& header) {
  const auto first_gpu = std::ranges::find_if(
      header, [](std::string_view cell) { return smi_number(cell, "GPU").has_value(); });
  const auto before = static_cast<std::size_t>(first_gpu - header.begin());
  if (first_gpu == header.end() || before < 2) return 0;
  const bool are_affinities = std::all_of(header.begin(), first_gpu - 1, [](std::string_view cell) {
    return core::lower_case(cell).ends_with("affinity");
  });
  return are_affinities ? before - 1 : 0;
}

std::string joined(const Cells& cells) {
  std::string line;
  for (const std::string_view cell : cells) line.append(cell).push_back('\t');
  return line;
}

std::string rotated(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  std::size_t before = 0;
  std::size_t columns = 0;
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = lines.line();
    if (line.find('\t') == std::string_view::npos) {
      plain += line;
    } else {
      Cells cells = tab_cells(line);
      if (const std::size_t found = cells_before_names(cells); found > 0) {
        before = found;
        columns = cells.size();
      }
      const bool is_row = before > 0 && cells.size() == columns;
      if (is_row) {
        std::rotate(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(before),
                    cells.end());
      }
      plain += is_row ? joined(cells) : std::string(line);
    }
    if (lines.has_end()) plain += '\n';
  }
  return plain;
}

/// Whether some line has a column of affinities, and a GPU behind it.
bool has_affinities_first(std::string_view text) {
  constexpr std::string_view kEnd = "ffinity\t";
  for (std::size_t at = text.find(kEnd); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    for (const std::string_view cell : tab_cells(text.substr(at, end - at))) {
      if (smi_number(cell, "GPU")) return true;
    }
    at = text.find(kEnd, end);
  }
  return false;
}

std::string with_affinities_last(std::string text) {
  return has_affinities_first(text) ? rotated(text) : std::move(text);
}

// --- lines that a terminal wrapped inside of words

bool is_device_word(std::string_view word) {
  return smi_number(word, "GPU") || smi_number(word, "NIC") || word.starts_with("mlx");
}

bool is_row_of_matrix(const std::vector<std::string_view>& words) {
  return words.size() > 1 && is_device_word(words[0]) && parse_smi_cell(words[1]);
}

bool is_word_of_matrix(std::string_view word) {
  constexpr std::array<std::string_view, 5> kHeadings{"CPU", "NUMA", "GPU", "ID", "Affinity"};
  return parse_smi_cell(word) || is_smi_affinity(word) || is_device_word(word) ||
         std::ranges::find(kHeadings, word) != kHeadings.end();
}

/// Whether a line is of a matrix, or a part of one: the first and the last word may be cut.
bool is_part_of_matrix(const std::vector<std::string_view>& words) {
  return words.size() > 2 && std::all_of(words.begin() + 1, words.end() - 1, is_word_of_matrix);
}

/// The width of the terminal, if it wrapped lines: that of the longest of a matrix. 0 for none.
std::size_t wrapped_width(std::string_view text) {
  constexpr std::size_t kNarrowest = 40;
  std::size_t width = 0;
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = core::trimmed(lines.line(), "\r");
    const bool is_longer = line.size() > width && line.find('\t') == std::string_view::npos;
    if (is_longer && is_part_of_matrix(smi_words(line))) width = line.size();
  }
  return width < kNarrowest ? 0 : width;
}

/// Whether `next` goes on inside the word that ends `line`.
/// \param is_full the last word of `next` may be wrapped as well
bool ends_inside_word(std::string_view line, std::string_view next, bool is_full) {
  if (line.empty() || next.empty() || line.back() == ' ' || next.front() == ' ') return false;
  const auto words = smi_words(next);
  const auto before = smi_words(line);
  if (words.empty() || before.empty() || is_row_of_matrix(words)) return false;
  const std::string both = std::string(before.back()) + std::string(words.front());
  const auto end = is_full && words.size() > 1 ? words.end() - 1 : words.end();
  const bool may_be_half = is_full && words.size() == 1;
  return (may_be_half || is_word_of_matrix(both)) &&
         std::all_of(words.begin() + 1, end, is_word_of_matrix);
}

/// The end of a word that was wrapped goes up to its start, so that the number of lines stays.
std::string with_wrapped_words(std::string text) {
  const std::size_t width = wrapped_width(text);
  if (width == 0) return text;
  std::string plain;
  plain.reserve(text.size());
  std::string line;       // with what was wrapped
  std::size_t last = 0;   // the bytes of its last part
  std::size_t empty = 0;  // lines whose text has moved up
  const auto flush = [&] {
    plain += line;
    plain.append(empty, '\n');
    empty = 0;
  };
  bool has_line = false;
  for (core::LineReader lines(text); lines.next();) {
    const bool goes_on = has_line && last == width &&
                         ends_inside_word(line, lines.line(), lines.line().size() == width);
    if (goes_on) {
      line += lines.line();
      ++empty;
    } else {
      if (has_line) {
        flush();
        plain += '\n';
      }
      line = lines.line();
    }
    last = lines.line().size();
    has_line = true;
    if (!lines.has_end()) break;
  }
  flush();
  if (text.ends_with('\n')) plain += '\n';
  return plain;
}

// --- tags

/// A line of a matrix, or one that names a GPU.
bool is_smi_line(std::string_view line) {
  const auto words = smi_words(line);
  if (words.size() < 2) return false;
  if (words[0] == "GPU") return words[1].ends_with(':');
  if (!smi_number(words[0], "GPU") && !smi_number(words[0], "NIC")) return false;
  return parse_smi_cell(words[1]) || smi_number(words[1], "GPU") || smi_number(words[1], "NIC") ||
         core::lower_case(words[1]) == "cpu";
}

}  // namespace

std::string plain_smi_text(std::string_view text) {
  // People quote what they read, not logs of whole runs.
  constexpr std::size_t kMostQuoted = std::size_t{4} << 20U;
  if (text.size() > kMostQuoted) return with_affinities_last(core::unwrapped(std::string(text)));
  return with_affinities_last(
      with_wrapped_words(core::without_line_heads(core::unwrapped(std::string(text)))));
}

std::vector<std::string> machines_in_tags(std::string_view text) {
  // More than a paste has; each costs a walk through the text.
  constexpr std::size_t kMost = 64;
  std::vector<std::string> machines;
  for (core::LineReader lines(text); lines.next() && machines.size() < kMost;) {
    const core::TaggedLine line = core::without_any_tag(lines.line());
    if (line.tag.empty() || !is_smi_line(line.text)) continue;
    if (std::ranges::find(machines, line.tag) == machines.end()) machines.emplace_back(line.tag);
  }
  return machines;
}

std::string lines_of_machine(std::string_view text, std::string_view machine) {
  const auto machines = machines_in_tags(text);
  std::string own;
  own.reserve(text.size());
  for (core::LineReader lines(text); lines.next();) {
    const core::TaggedLine line = core::without_any_tag(lines.line());
    if (line.tag == machine) {
      own += line.text;
    } else if (std::ranges::find(machines, line.tag) == machines.end()) {
      own += lines.line();
    }
    if (lines.has_end()) own += '\n';
  }
  return own;
}

}  // namespace treering::hw::formats::nvidia_smi
