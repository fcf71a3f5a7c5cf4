#include "core/text/table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/assert.h"

namespace treering::core {
namespace {

constexpr char kEscape = '\x1b';

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;  // 10xxxxxx in UTF-8
}

void trim_right(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string result;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    const std::size_t columns = display_width(word);
    if (column > 0 && column + 1 + columns > width) {
      result += '\n';
      result.append(indent, ' ');
      column = 0;
    } else if (column > 0) {
      result += ' ';
      ++column;
    }
    result += word;
    column += columns;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  bool in_escape = false;
  for (const char c : text) {
    if (in_escape) {
      in_escape = c != 'm';
    } else if (c == kEscape) {
      in_escape = true;
    } else if (!is_continuation(c)) {
      ++width;
    }
  }
  return width;
}

std::string padded(std::string_view text, std::size_t width, Align align) {
  const std::size_t used = display_width(text);
  const std::string fill(used < width ? width - used : 0, ' ');
  return align == Align::Left ? std::string(text) + fill : fill + std::string(text);
}

std::vector<std::string> shortened(std::vector<std::string> items, std::size_t most,
                                   std::string_view where) {
  if (items.size() <= most) return items;
  std::string rest = fmt::format("and {} more{}", items.size() - most, where);
  items.resize(most);
  items.push_back(std::move(rest));
  return items;
}

void TextTable::add_row(std::vector<std::string> cells) {
  TREERING_ASSERT(cells.size() == columns_.size(), "a row has a cell for each column");
  rows_.push_back(std::move(cells));
}

std::string TextTable::heading(std::string_view lead) const {
  std::vector<std::string> titles;
  std::vector<std::string> units;
  bool has_units = false;
  for (const Column& column : columns_) {
    titles.push_back(column.title);
    units.push_back(column.unit);
    has_units = has_units || !column.unit.empty();
  }
  const std::vector<std::size_t> width = widths();
  std::string text;
  const auto append = [&](const std::vector<std::string>& cells) {
    const std::string row = line(cells, width);
    const std::size_t free = row.find_first_not_of(' ');
    const std::size_t taken = std::min({lead.size(), free, row.size()});
    text += std::string(lead) + row.substr(taken) + "\n";
  };
  append(titles);
  if (has_units) append(units);
  return text;
}

std::string TextTable::body() const {
  const std::vector<std::size_t> width = widths();
  std::string text;
  for (const auto& row : rows_) text += line(row, width) + "\n";
  return text;
}

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    std::size_t width =
        std::max({column.least_width, display_width(column.title), display_width(column.unit)});
    for (const auto& row : rows_) width = std::max(width, display_width(row[i]));
    result.push_back(width);
  }
  return result;
}

std::string TextTable::line(const std::vector<std::string>& cells,
                            const std::vector<std::size_t>& width) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text.append(gap_, ' ');
    text += padded(cells[i], width[i], columns_[i].align);
  }
  trim_right(text);
  return text;
}

}  // namespace treering::core
