#include "report/grouped_table.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace treering::report {
namespace {

std::string narrow_table(std::vector<core::Column> columns, const TableRows& rows) {
  const core::Column names = std::move(columns.front());
  columns.erase(columns.begin());
  constexpr std::string_view kIndent = "    ";
  columns.front().title.insert(0, kIndent);
  core::TextTable table(std::move(columns), 1);
  for (const auto& row : rows) {
    std::vector<std::string> cells(row.begin() + 1, row.end());
    cells.front().insert(0, kIndent);
    table.add_row(std::move(cells));
  }
  std::string text = "#" + names.title.substr(std::min<std::size_t>(names.title.size(), 1)) + "\n" +
                     table.heading("#");
  std::istringstream body(table.body());
  std::string last;
  for (const auto& row : rows) {
    if (row.front() != last && !row.front().empty()) text += row.front() + "\n";
    if (!row.front().empty()) last = row.front();
    std::string line;
    std::getline(body, line);
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    width = std::max(width, core::display_width(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return width;
}

std::string grouped_table(std::vector<core::Column> columns, const TableRows& rows,
                          std::size_t width) {
  core::TextTable table(columns);
  for (const auto& row : rows) table.add_row(row);
  std::string text = table.heading("#") + table.body();
  return width_of(text) <= width ? text : narrow_table(std::move(columns), rows);
}

}  // namespace treering::report
